import CalendarItems
import ExactText
import ICalendar
import LineCodec
import LineState
import TaskBridge
import TaskDates
import TaskText

/// Reads lines as items, as a calendar would store and return them, to compare them with the original items.
struct RoundTrippedItems {
  private let options: ImportOptions
  private let hints: HintReader

  init(_ options: ImportOptions) {
    self.options = options
    hints = HintReader(options.mapping, options.reader, zone: options.zone)
  }

  /// Reads a line; nil if it is neither a task nor a project.
  ///
  /// - Parameters:
  ///   - text: The line, without indent.
  ///   - document: A document that has only the line; nil for that of a hint, which does not say its dialect.
  ///   - item: The item to which it may belong, which decides the kind.
  ///   - imported: The same item with its place.
  ///   - path: The projects of the line, outermost first; nil for those of the item.
  func line(
    _ text: String, of document: TaskDocument? = nil, for item: CalendarItem,
    _ imported: ImportedItem, path: [String]? = nil
  ) -> HintedLine? {
    let source = LineSource(
      line: ItemLine(body: text), path: path ?? imported.path, parent: imported.parent)
    return hints.line(source, of: document, for: item, uid: imported.name.uid)
  }

  /// The number of lines that are read back together: large enough to be quick, and small enough to need little
  /// memory.
  private static let portion = 500

  /// The items of lines; nil for a line that comes back without an item.
  ///
  /// - Parameters:
  ///   - inFeed: True to use the properties of duecal's own feeds, without the hints.
  ///   - notes: The notes below each line.
  func items(
    of lines: [HintedLine], inFeed: Bool = false, notes: (Int) -> String?
  ) -> [CalendarItem?] {
    stride(from: 0, to: lines.count, by: Self.portion).flatMap { start in
      let end = min(start + Self.portion, lines.count)
      return items(of: lines[start..<end], EncodingOptions(writesAll: !inFeed), notes: notes)
    }
  }

  private func items(
    of lines: ArraySlice<HintedLine>, _ encoding: EncodingOptions, notes: (Int) -> String?
  ) -> [CalendarItem?] {
    var zones: ExactDictionary<Zone> = [options.mapping.zone.name: options.mapping.zone]
    for line in lines { if let zone = line.zone { zones[zone.name] = zone } }
    let encoder = ItemEncoder(options: encoding, zones: zones)
    var components: [UInt8] = []
    for (number, line) in zip(lines.indices, lines) {
      var item = line.item
      item.uid = String(number)
      item.notes = notes(number)
      components += encoder.lines(of: item)
    }
    let reading = CalendarReading(components: components)
    var items = [CalendarItem?](repeating: nil, count: lines.count)
    for found in reading.items {
      if let number = Int(found.item.uid) { items[number - lines.startIndex] = found.item }
    }
    return items
  }
}

extension InputLimits {
  /// No limits on size, for what duecal wrote itself.
  static var unlimitedSize: InputLimits {
    var limits = InputLimits.lineEndsAlone(.max)
    limits.components = .max
    return limits
  }
}
