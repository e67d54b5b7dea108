import ExactText
import TaskBridge
import TaskDates

/// A word in the form `key:value`, as other programs write the properties of a task.
struct TypedKey {
  /// What a key means here.
  enum Meaning: Equatable {
    case field(Vocabulary.Field)
    case project, categories, until
    /// A property of other programs that duecal does not have.
    case other
  }

  let name: String
  let value: String
  /// Nil for a key that no program is known to use.
  let meaning: Meaning?

  /// Splits a word; nil if it is not a key with a value.
  init?(_ word: String) {
    guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    name = word[..<colon].lowercased()
    value = String(word[word.index(after: colon)...])
    let isName = !name.isEmpty && name.utf8.allSatisfy { 0x61...0x7A ~= $0 }
    guard isName, let first = value.first, first != ":", first != "/" else { return nil }
    meaning = Self.meanings[name]
  }

  /// True if a word names a project: `project:Home`.
  static func isProject(_ word: String) -> Bool { TypedKey(word)?.meaning == .project }

  private static let meanings: ExactDictionary<Meaning> = {
    let fields: [(Vocabulary.Field, [String])] = [
      (.due, ["due", "deadline"]), (.start, ["start", "defer", "t", "wait", "scheduled"]),
      (.priority, ["pri", "prio", "priority"]), (.repeat, ["rec", "recur", "repeat"]),
      (.remind, ["remind", "alarm"]), (.estimate, ["est", "estimate"]),
      (.location, ["location"]), (.url, ["url"]),
    ]
    let others = [
      "id", "h", "p", "dep", "depends", "entry", "end", "modified", "status", "parent", "uuid",
      "urgency", "limit", "star", "sup",
    ]
    var meanings: ExactDictionary<Meaning> = [:]
    for (field, names) in fields { for name in names { meanings[name] = .field(field) } }
    for name in ["project", "proj", "pro"] { meanings[name] = .project }
    for name in ["tag", "tags"] { meanings[name] = .categories }
    for name in others { meanings[name] = .other }
    meanings["until"] = .until
    return meanings
  }()

  // MARK: Values

  /// The value as a date of duecal: an underscore counts as a space, `m` means months, and some words have other names.
  var dateText: String {
    let isMonths = value.last == "m" && value.dropLast().allSatisfy { $0.isNumber || $0 == "+" }
    if isMonths, value.utf8.count > 1 { return value.dropLast() + " months" }
    return Self.dates[value.lowercased()] ?? value.replacing("_", with: " ")
  }

  private static let dates: ExactDictionary<String> = [
    "sow": "start of next week", "som": "start of next month", "soy": "start of next year",
    "sod": "tomorrow", "eocw": "end of week", "eocm": "end of month", "eoww": "next friday",
  ]

  /// The value as a repetition; in todo.txt files, `rec:1w` counts from the completion, and `rec:+1w` from the due date.
  var repetition: Repetition? {
    let word = value.lowercased()
    let text = Self.rhythms[word] ?? Self.length(word) ?? word.replacing("_", with: " ")
    guard var read = try? Repetition(parsing: text) else { return nil }
    if name == "rec", let first = word.first, first.isNumber { read.isAfterDone = true }
    return read
  }

  /// A length of ISO 8601 with one unit, as in `p3m`.
  private static func length(_ word: String) -> String? {
    guard word.first == "p", let unit = word.last, "dwmy".contains(unit) else { return nil }
    return String(word.dropFirst())
  }

  private static let rhythms: ExactDictionary<String> = [
    "1b": "weekdays", "+1b": "weekdays", "fortnight": "every 2 weeks", "biweekly": "biweekly",
    "semiannual": "every 6 months", "bimonthly": "every 2 months", "biannual": "every 2 years",
    "biyearly": "every 2 years", "annual": "yearly",
  ]
}
