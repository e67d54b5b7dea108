import CalendarItems
import CalendarStores
import ExactText
import ICalendar
import TaskDates

/// Reads the only items of many texts at once: texts of a store are short, and to read each on its own takes longer than
/// to read the items.
///
/// A text with several items, or about which anything is reported, is left to the reader of calendars.
enum StoredItemReader {
  /// The number of texts that are read as one calendar.
  private static let count = 64
  private static let head = Array("BEGIN:VCALENDAR\r\n".utf8)
  private static let zone = Array("VTIMEZONE".utf8)
  private static let tail = Array("END:VCALENDAR\r\n".utf8)

  /// What a text contains.
  enum Content {
    /// No item.
    case nothing
    /// One item, without changed occurrences, and the name of the text.
    case item(SingleItem, name: String)
    /// Something else.
    case other(StoredItemText)
  }

  /// The contents of texts.
  static func contents(of texts: [StoredItemText]) -> [Content] {
    stride(from: 0, to: texts.count, by: count).flatMap { start in
      read(texts[start..<min(texts.count, start + count)])
    }
  }

  private static func read(_ texts: ArraySlice<StoredItemText>) -> [Content] {
    let plain = texts.map { isPlain($0.bytes) }
    var joined: [UInt8] = []
    joined.reserveCapacity(texts.reduce(0) { $0 + $1.bytes.count })
    for (text, isPlain) in zip(texts, plain) where isPlain { joined += text.bytes }
    let reading = CalendarReading(bytes: joined)
    guard reading.isFaultless, reading.document.components(named: "VTIMEZONE").isEmpty else {
      return texts.map(content)
    }
    var (next, end) = (0, 0)
    return zip(texts, plain).map { text, isPlain in
      guard isPlain else { return content(of: text) }
      let (first, start) = (next, end)
      end += text.bytes.count
      while next < reading.items.count, reading.start(of: next) < end { next += 1 }
      return reading.content(at: first..<next, of: text, at: start)
    }
  }

  /// The content of a text that is read on its own.
  private static func content(of text: StoredItemText) -> Content {
    guard text.failure == nil else { return .other(text) }
    let reading = CalendarReading(bytes: text.bytes)
    let isPlain = reading.isFaultless && reading.isCalendar
    return isPlain ? reading.content(at: reading.items.indices, of: text, at: 0) : .other(text)
  }

  /// True for a text that means the same among others: a whole calendar that defines no zone.
  private static func isPlain(_ text: [UInt8]) -> Bool {
    text.starts(with: head) && text.suffix(tail.count).elementsEqual(tail)
      && !text.withUnsafeBufferPointer(definesZone)
  }

  /// True if a text contains `VTIMEZONE`, of which `Z` is the rarest letter.
  private static func definesZone(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = text[...]
    while let place = rest.firstIndex(of: UInt8(ascii: "Z")) {
      if text[max(0, place - 5)...].starts(with: zone) { return true }
      rest = text[(place + 1)...]
    }
    return false
  }
}

extension CalendarReading {
  /// True if there is nothing to report.
  fileprivate var isFaultless: Bool { diagnostics.isEmpty && isComplete }

  fileprivate func start(of item: Int) -> Int { items[item].item.original.bytes?.startIndex ?? 0 }

  /// The content of the text with some of the items, which begins at an offset of the document.
  fileprivate func content(
    at indices: Range<Int>, of text: StoredItemText, at start: Int
  ) -> StoredItemReader.Content {
    guard let index = indices.first else { return .nothing }
    let item = items[index].item
    guard indices.count == 1, item.occurrence == nil else { return .other(text) }
    let before = document.bytes[start..<self.start(of: index)]
    let line = before.count { $0 == 0x0A } + 1
    return .item(SingleItem(item, anchors: anchors, line: line), name: text.name)
  }
}
