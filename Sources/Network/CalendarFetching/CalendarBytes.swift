import WebAddresses

/// Checks that bytes are a complete calendar, because a successful response may contain anything.
enum CalendarBytes {
  /// The error in the bytes as a calendar; nil if there is none.
  static func failure(_ bytes: [UInt8]) -> FetchFailure? {
    guard !bytes.isEmpty else {
      return FetchFailure(.noCalendar, "the answer is empty; expected BEGIN:VCALENDAR")
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let start = text.drop { $0 <= 0x20 }
    guard begins(start, with: "BEGIN:VCALENDAR") else {
      return start.first == UInt8(ascii: "<")
        ? .page
        : FetchFailure(.noCalendar, "the answer is not a calendar; expected BEGIN:VCALENDAR")
    }
    return isEnded(start)
      ? nil : FetchFailure(.noCalendar, "the answer ends before END:VCALENDAR")
  }

  /// True if the last calendar that begins also ends.
  private static func isEnded(_ bytes: ArraySlice<UInt8>) -> Bool {
    var end = bytes.endIndex
    while let newline = bytes[..<end].lastIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      let line = bytes[(newline + 1)..<end]
      if begins(line, with: "END:VCALENDAR") { return true }
      if begins(line, with: "BEGIN:VCALENDAR") { return false }
      end = newline
    }
    return false
  }

  private static func begins(_ bytes: ArraySlice<UInt8>, with word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      bytes.count >= word.count && zip(bytes, word).allSatisfy { $0 == $1 || $0 == $1 | 0x20 }
    }
  }
}
