import ArgumentParser
import CalendarItems
import ExactText

/// How a change of stores is made, and what is said of it.
struct StoreWritingOptions: ParsableArguments {
  @Flag(
    help:
      "Say what would change, + for what is new, ~ for what changes, - for what goes; write nothing."
  )
  var dryRun = false

  @Flag(help: "With --dry-run: end with 3 if something would change.")
  var exitCode = false

  @Flag(help: "Print changes and messages as one JSON document.")
  var json = false

  @OptionGroup var stores: StoreOptions
  @OptionGroup var speech: VerbosityOptions

  func validate() throws {
    if exitCode, !dryRun { throw ValidationError("--exit-code goes with --dry-run") }
  }
}

/// What was done with an item or a list, or would be.
struct StoreOutcome: JSONValue {
  /// What was done.
  enum Kind: String {
    case added, changed, copied, moved, removed
    /// It is there already, and says the same.
    case unchanged
    /// It is there already and says something else, and is left as it is.
    case different

    /// The mark of a dry run; nil where nothing changes.
    var mark: String? {
      switch self {
      case .added, .copied, .moved: "+"
      case .changed: "~"
      case .removed: "-"
      case .unchanged, .different: nil
      }
    }
  }

  let kind: Kind
  /// What the list is called.
  let list: String
  /// The title of the item; nil for the list itself.
  let title: String?
  let uid: String?
  var details: [String] = []

  /// The outcome in words: `work#Home: added: Call Ann; due 2026-12-03`.
  var sentence: String {
    "\(list): \(kind.rawValue)" + (title.map { ": \($0)" } ?? "")
      + details.map { "; \($0)" }.joined()
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("details", details)
      json.member("kind", kind.rawValue)
      json.member("list", list)
      json.member("title", title)
      json.member("uid", uid)
    }
  }
}

extension StoreOutcome {
  /// What was done with an item, in a list.
  init(_ kind: Kind, _ item: FoundItem, in list: String, details: [String] = []) {
    self.init(kind: kind, list: list, title: item.title, uid: item.item.uid, details: details)
  }
}

/// Says what is done in a run, as it is done.
struct StoreReport {
  private let options: StoreWritingOptions
  /// Whether each change is told; else only those of a dry run, or with `-v`.
  private let tellsEach: Bool
  private var outcomes: [StoreOutcome] = []
  private var changes = 0

  init(_ options: StoreWritingOptions, tellsEach: Bool = true) {
    self.options = options
    self.tellsEach = tellsEach
  }

  /// Takes an outcome, and tells it where that is wanted.
  mutating func add(_ outcome: StoreOutcome) {
    if outcome.kind.mark != nil { changes += 1 }
    if options.json {
      outcomes.append(outcome)
    } else if options.dryRun {
      if let mark = outcome.kind.mark {
        Output.standard.print(
          "\(mark) \(outcome.list)\(outcome.title.map { ": \($0)" } ?? "")".visible)
      }
    } else if isTold(outcome) {
      Output.standard.print(outcome.sentence.visible)
    }
  }

  private func isTold(_ outcome: StoreOutcome) -> Bool {
    let loudness = options.speech.loudness
    guard !loudness.quiet else { return false }
    return loudness.verbose || tellsEach && outcome.kind.mark != nil
  }

  /// Prints the document, where one is asked for, and what the run ends with.
  func finish(_ messages: inout Messages) {
    if changes > 0, options.exitCode { messages.note(.wouldChange) }
    guard options.json else { return }
    JSONWriter.print(ReportJSON("changes", outcomes, messages: messages.said))
  }
}
