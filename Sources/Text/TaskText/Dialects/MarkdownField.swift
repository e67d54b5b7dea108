/// A field of a Markdown task that Obsidian Tasks or Dataview defines.
///
/// The cases are in the order in which Obsidian Tasks writes the fields. It does not know reminders and stops reading
/// at one, so a reminder comes first.
public enum MarkdownField: UInt8, Sendable, CaseIterable {
  /// `⏰`: the moment of an alarm, from the plugin Reminder.
  case reminder
  /// `🆔`: the name of a task, for those that depend on it.
  case id
  /// `⛔`: the names of the tasks that come before this one.
  case dependsOn
  /// `🔺`, `⏫`, `🔼`, `🔽` or `⏬`.
  case priority
  /// `🔁`: the words of a repetition.
  case `repeat`
  /// `🏁`: what Obsidian Tasks does with the completed task.
  case onCompletion
  /// `➕`: the day on which the task was written.
  case created
  /// `🛫`: the first day on which one can work on it.
  case start
  /// `⏳`: the day on which one plans to work on it.
  case scheduled
  /// `📅`: the due date.
  case due
  /// `❌`: the day on which it was cancelled.
  case cancelled
  /// `✅`: the day on which it was completed.
  case done
  /// `^name` at the end of a line: its address for links.
  case blockLink

  /// The name of the tag that has the same meaning, without the `@`.
  public var name: String {
    switch self {
    case .reminder: "remind"
    case .id: "id"
    case .dependsOn: "dependsOn"
    case .priority: "priority"
    case .repeat: "repeat"
    case .onCompletion: "onCompletion"
    case .created: "created"
    case .start: "start"
    case .scheduled: "scheduled"
    case .due: "due"
    case .cancelled: "cancelled"
    case .done: "done"
    case .blockLink: "^"
    }
  }

  /// The field of a name.
  init?(name: String) {
    guard let field = Self.allCases.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      return nil
    }
    self = field
  }

  /// The key of Dataview; nil for a field that only has a sign.
  package var key: String? {
    switch self {
    case .reminder, .blockLink: nil
    case .done: "completion"
    default: name
    }
  }

  /// The signs, the one that is written first; empty for a priority, whose sign is its value, and for a block link.
  package var signs: [String] {
    switch self {
    case .reminder: ["⏰"]
    case .id: ["🆔"]
    case .dependsOn: ["⛔"]
    case .repeat: ["🔁"]
    case .onCompletion: ["🏁"]
    case .created: ["➕"]
    case .start: ["🛫"]
    case .scheduled: ["⏳", "⌛"]
    case .due: ["📅", "📆", "🗓"]
    case .cancelled: ["❌"]
    case .done: ["✅"]
    case .priority, .blockLink: []
    }
  }

  /// True if the value is one day.
  package var isDay: Bool {
    switch self {
    case .created, .start, .scheduled, .due, .cancelled, .done: true
    default: false
    }
  }

  /// The levels of Obsidian Tasks: sign, word, and priority in iCalendar's scale from 1 to 9.
  package static let priorities: [(sign: String, word: String, number: String)] = [
    ("🔺", "highest", "1"), ("⏫", "high", "3"), ("🔼", "medium", "5"), ("🔽", "low", "7"),
    ("⏬", "lowest", "9"),
  ]

  /// The level of a priority in iCalendar's scale; nil if the text is no such priority.
  static func level(ofPriority text: String) -> Int? {
    guard let number = Int(text), (1...9).contains(number) else { return nil }
    switch number {
    case 1: return 0
    case 2...4: return 1
    case 5: return 2
    case 6...8: return 3
    default: return 4
    }
  }
}

// MARK: - Values

extension MarkdownField {
  /// The payload of a tag with this meaning, for a value as written.
  func payload(ofWritten value: String) -> String {
    guard self == .priority else { return value }
    let level = Self.priorities.first { level in
      value.utf8.elementsEqual(level.word.utf8) || value.utf8.starts(with: level.sign.utf8)
    }
    return level?.number ?? value
  }

  /// The value as written for a payload; nil if the form cannot express it.
  ///
  /// A day of completion has no time in Obsidian Tasks, so the time is left out there. Dataview writes times with `T`.
  package func written(_ payload: String, as form: TagForm) -> String? {
    if self == .priority { return writtenPriority(payload, as: form) }
    let closing: [UInt8] = form == .sign ? [] : Array("[]()".utf8)
    let isPlain = payload.utf8.allSatisfy { $0 >= 0x20 && !closing.contains($0) }
    guard isPlain, !payload.isEmpty else { return nil }
    guard isDay else { return form != .sign || reads(payload.utf8) ? payload : nil }
    let day = String(decoding: payload.utf8.prefix(10), as: UTF8.self)
    guard Self.isDay(day.utf8) else { return form == .sign ? nil : payload }
    let isClosing = self == .done || self == .cancelled || self == .created
    if payload.utf8.count == 10 || isClosing { return day }
    return form == .sign ? nil : Self.withLetterT(payload)
  }

  private func writtenPriority(_ payload: String, as form: TagForm) -> String? {
    guard let level = Self.level(ofPriority: payload) else { return nil }
    return form == .sign ? Self.priorities[level].sign : Self.priorities[level].word
  }

  /// `2026-12-03T15:00` for `2026-12-03 15:00`; any other text as it is.
  private static func withLetterT(_ payload: String) -> String {
    let bytes = Array(payload.utf8)
    guard bytes.count == 16, bytes[10] == Characters.space, isTime(bytes[11...]) else {
      return payload
    }
    return String(decoding: bytes[..<10] + [UInt8(ascii: "T")] + bytes[11...], as: UTF8.self)
  }

  /// True if Obsidian Tasks reads a value after the sign of this field.
  func reads(_ value: some BidirectionalCollection<UInt8>) -> Bool {
    switch self {
    case .priority, .blockLink: return value.isEmpty
    case .repeat: return !value.isEmpty && value.allSatisfy(Self.isRuleByte)
    case .onCompletion: return !value.isEmpty && value.allSatisfy(Self.isLetter)
    case .id: return !value.isEmpty && value.allSatisfy(Self.isNameByte)
    case .dependsOn: return Self.areNames(value)
    case .reminder: return Self.isMoment(value)
    case .created, .start, .scheduled, .due, .cancelled, .done: return Self.isDay(value)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isRuleByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || [0x20, UInt8(ascii: ","), UInt8(ascii: "!")].contains(byte)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == Characters.dash || byte == UInt8(ascii: "_")
  }

  /// True for a byte that the value of a sign can have.
  static func isValueByte(_ byte: UInt8) -> Bool {
    isRuleByte(byte) || isNameByte(byte) || byte == Characters.colon
  }

  private static func areNames(_ value: some Collection<UInt8>) -> Bool {
    let names = value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    return names.allSatisfy { name in
      let name = name.drop { $0 == 0x20 }
      let word = name.prefix { $0 != 0x20 }
      return !word.isEmpty && word.allSatisfy(isNameByte)
        && name.dropFirst(word.count).allSatisfy { $0 == 0x20 }
    }
  }

  /// True for `2026-12-03`; the day need not exist.
  static func isDay(_ value: some Collection<UInt8>) -> Bool {
    value.count == 10
      && value.enumerated().allSatisfy { offset, byte in
        offset == 4 || offset == 7 ? byte == Characters.dash : isDigit(byte)
      }
  }

  private static func isTime(_ value: some Collection<UInt8>) -> Bool {
    guard value.count == 4 || value.count == 5 else { return false }
    return value.enumerated().allSatisfy { offset, byte in
      offset == value.count - 3 ? byte == Characters.colon : isDigit(byte)
    }
  }

  /// True for a day with a time, a day, or a time.
  private static func isMoment(_ value: some Collection<UInt8>) -> Bool {
    guard value.count > 10 else { return isDay(value) || isTime(value) }
    let rest = value.dropFirst(10)
    return isDay(value.prefix(10)) && rest.first == Characters.space && isTime(rest.dropFirst())
  }
}
