import Diagnostics
import ExactText
import TaskBridge
import TaskDates
import TaskText

/// The priority, the project and the other properties that a person has typed as short marks: `!1`, `+home`, `pri:H`.
///
/// A mark that is not understood stays in the title, and a sentence reports it.
struct TypedMarks {
  /// The words without the marks.
  private(set) var title: String
  /// The tags that the marks mean.
  private(set) var tags: [(field: Vocabulary.Field, payload: String)] = []
  /// The categories, in order.
  private(set) var categories: [String] = []
  /// The project, as a path `A / B`.
  private(set) var project: String?
  /// The last day of a repetition.
  private(set) var until: DateParameters?
  /// A sentence for each mark that stays.
  private(set) var unread: [String] = []

  private let reader: TypedMarkReader
  private var taken: [Range<Int>] = []
  /// Whether the words have a repetition.
  private var repeats = false

  /// Leaves all words as they are.
  init(unread words: String, _ reader: TypedMarkReader) {
    title = words
    self.reader = reader
  }

  /// Reads the marks among some words.
  init(_ words: String, _ reader: TypedMarkReader) {
    self.init(unread: words, reader)
    let plain = PlainWord.words(of: words)
    repeats =
      reader.isSet(.repeat) || RepetitionPhrase.find(in: words) != nil
      || plain.contains { TypedKey($0.text)?.meaning == .field(.repeat) }
    for (index, word) in plain.enumerated() { read(word, index, plain) }
    takePlusWords(plain)
    let rest = taken.sorted { $0.lowerBound > $1.lowerBound }
      .reduce(words) { $0.withoutPhrase($1) }
    if reader.changes.isTitle(rest) {
      title = rest
    } else {
      self.init(unread: words, reader)
    }
  }

  func payload(of field: Vocabulary.Field) -> String? {
    tags.first { $0.field == field }?.payload
  }

  // MARK: Words

  private mutating func read(_ word: PlainWord, _ index: Int, _ all: [PlainWord]) {
    let text = word.text
    if let payload = reader.priority(ofMark: text, isFirst: index == 0) {
      return take(word, .priority, payload)
    }
    if let key = TypedKey(text) { return read(key, word) }
    let sign = text.withoutVariants
    if let number = Self.prioritySigns[sign], let payload = reader.priority(number) {
      return take(word, .priority, payload)
    }
    if let field = Self.signs[sign], index + 1 < all.count {
      return read(field, word, all[index + 1])
    }
    if Self.unreadSigns.contains(sign) { return leave(word) }
    if index == 0, Self.isLowPriority(text) { return leave(word) }
    if index == all.count - 1, ["p1", "p2", "p3"].contains(text) {
      unread.append("\(text.quoted) stays in the title; write !1 for a priority")
    }
  }

  private mutating func read(_ key: TypedKey, _ word: PlainWord) {
    switch key.meaning {
    case .project? where project == nil:
      project = key.projectPath
      project == nil ? leave(word) : taken.append(word.range)
    case .categories?:
      guard let words = reader.categories(key.value) else { return leave(word) }
      categories += words
      taken.append(word.range)
    case .until? where !reader.takesDates: break
    case .until? where !repeats: leave(word)
    case .until?:
      until = reader.day(key.dateText)
      until == nil ? leave(word) : taken.append(word.range)
    case .field(let field)?:
      if !reader.takesDates, [.due, .start, .repeat].contains(field) { return }
      guard let payload = reader.payload(of: field, key) else { return leave(word) }
      take(word, field, payload)
    case .other?, .project?: leave(word)
    case nil: break
    }
  }

  /// True for `(D)` to `(Z)`, which have no number here.
  private static func isLowPriority(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 3 && bytes[0] == 0x28 && 0x44...0x5A ~= bytes[1] && bytes[2] == 0x29
  }

  /// The signs of Obsidian Tasks before a date.
  private static let signs: ExactDictionary<Vocabulary.Field> = [
    "\u{1F4C5}": .due, "\u{1F4C6}": .due, "\u{1F5D3}": .due, "\u{1F6EB}": .start,
    "\u{23F3}": .start,
  ]

  /// The signs of Obsidian Tasks for a priority, with their numbers in calendars.
  private static let prioritySigns: ExactDictionary<String> = [
    "\u{1F53A}": "1", "\u{23EB}": "3", "\u{1F53C}": "5", "\u{1F53D}": "7", "\u{23EC}": "9",
  ]

  /// Signs for what duecal writes itself: the day on which a task was created, completed or cancelled.
  private static let unreadSigns: ExactSet = ["\u{2795}", "\u{2705}", "\u{274C}"]

  private mutating func read(_ field: Vocabulary.Field, _ sign: PlainWord, _ date: PlainWord) {
    guard reader.takesDates, let key = TypedKey("due:\(date.text)"),
      let payload = reader.payload(of: field, key), self.payload(of: field) == nil
    else { return }
    tags.append((field, payload))
    taken += [sign.range, date.range]
  }

  private mutating func take(_ word: PlainWord, _ field: Vocabulary.Field, _ payload: String) {
    guard self.payload(of: field) == nil, !reader.isSet(field) else { return leave(second: word) }
    tags.append((field, payload))
    taken.append(word.range)
  }

  private mutating func leave(second word: PlainWord) {
    unread.append("\(word.text.quoted) sets what other words set, and stays in the title")
  }

  private mutating func leave(_ word: PlainWord) {
    unread.append("\(word.text.quoted) is not understood and stays in the title")
  }

  /// Takes `+home` at the end of the words, at their beginning, and beside other marks.
  private mutating func takePlusWords(_ plain: [PlainWord]) {
    let isMark = { (word: PlainWord) in
      Self.plusWord(word.text) != nil || taken.contains(word.range)
    }
    let first = plain.prefix(while: isMark)
    let last = plain.reversed().prefix(while: isMark)
    let hasKey = !taken.isEmpty
    for word in plain {
      guard let name = Self.plusWord(word.text),
        hasKey || first.contains(word) || last.contains(word)
      else { continue }
      categories.append(name)
      taken.append(word.range)
    }
  }

  /// The name in `+home`; nil for `+1`, `+2w` and other words.
  private static func plusWord(_ text: String) -> String? {
    guard text.first == "+", let first = text.dropFirst().first, first.isLetter,
      !notNames.contains(text)
    else { return nil }
    let name = String(text.dropFirst())
    return Tag.isLegalName(name) ? name : nil
  }

  /// Words that people add to a name: `Ann +one`.
  private static let notNames: ExactSet = ["+one", "+more", "+others"]
}

/// The meaning of single marks.
struct TypedMarkReader {
  let changes: TaskChanges
  /// The words as a line, whose tags are set already.
  let line: EditedLine
  /// Whether dates are read.
  let takesDates: Bool
  /// What the person has set about dates that they type.
  let conventions: DateConventions

  /// True if a tag among the words sets the field.
  func isSet(_ field: Vocabulary.Field) -> Bool { !line.spans(of: field).isEmpty }

  /// The number of `@priority` for `!1`, `!high` and, at the beginning, `(A)`.
  func priority(ofMark text: String, isFirst: Bool) -> String? {
    let lower = text.lowercased()
    if lower.first == "!" {
      let value = String(lower.dropFirst(lower.hasPrefix("!!") ? 2 : 1))
      let isNumber = value.utf8.count == 1 && "123456789".contains(value)
      return isNumber || ["high", "medium", "low"].contains(value) ? priority(value) : nil
    }
    guard isFirst, ["(A)", "(B)", "(C)"].contains(text) else { return nil }
    return priority(String(lower.dropFirst().dropLast()))
  }

  /// The number of `@priority` for a word or a number.
  func priority(_ value: String) -> String? {
    let vocabulary = changes.reader.vocabulary
    return vocabulary.priority(value).map { String(vocabulary.number(ofPriority: $0)) }
  }

  /// The payload of a field for a key; nil if its value is not understood.
  func payload(of field: Vocabulary.Field, _ key: TypedKey) -> String? {
    let payload: String? =
      switch field {
      case .due, .start: takesDates ? date(key.dateText)?.description : nil
      case .repeat: takesDates ? key.repetition?.text : nil
      case .priority: priority(key.value)
      default: key.value
      }
    guard let payload else { return nil }
    var tried = EditedLine("- a @due(2026-01-01)", changes.reader, dialect: .taskPaper)
    guard tried.set(field, to: payload), changes.errors(of: tried).isEmpty else { return nil }
    return payload
  }

  /// The categories in `home,garden`; nil if there is none, or one that a line cannot hold.
  func categories(_ value: String) -> [String]? {
    let words = value.split(separator: ",").map(String.init)
    let areWritable = words.allSatisfy { word in
      var tried = EditedLine("- a", changes.reader, dialect: .taskPaper)
      return tried.add(word: word)
    }
    return words.isEmpty || !areWritable ? nil : words
  }

  func day(_ text: String) -> DateParameters? { takesDates ? date(text)?.lastDay : nil }

  private func date(_ text: String) -> TMDateType? {
    (try? DateExpression(parsing: text, conventions: conventions))?
      .resolved(at: changes.now, in: changes.homeZone)
  }
}

extension TypedKey {
  /// The path of the project in `Home.Kitchen`, as `Home / Kitchen`; nil if no name is in it.
  fileprivate var projectPath: String? {
    let names = value.replacing("_", with: " ").split { $0 == "." || $0 == "/" }
      .map { String($0) }.filter { !$0.allSatisfy(\.isWhitespace) }
    return names.isEmpty ? nil : names.joined(separator: " / ")
  }
}

extension String {
  /// The text without the character that selects the coloured form of a sign.
  fileprivate var withoutVariants: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\u{FE0F}" }))
  }
}
