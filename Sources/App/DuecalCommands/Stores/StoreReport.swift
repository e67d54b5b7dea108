import ArgumentParser
import CalendarItems
import ExactText

/// The options for how a change of stores is made and reported.
struct StoreWritingOptions: ParsableArguments {
  @OptionGroup var dry: DryRunOptions

  @Flag(help: .json)
  var json = false

  @OptionGroup var stores: StoreOptions
  @OptionGroup var verbosity: VerbosityOptions

  var dryRun: Bool { dry.dryRun }
  var exitCode: Bool { dry.exitCode }
}

extension StoreWritingOptions {
  /// The options of a command that changes task files too.
  init(_ writing: WritingOptions) throws {
    self = try Self.parse([])
    (dry, json) = (writing.dry, writing.json)
    (stores, verbosity) = (writing.stores, writing.verbosity)
  }
}

/// The result of an operation on an item or a list, real or in a dry run.
struct StoreOutcome: JSONValue {
  /// The kind of result.
  enum Kind: String {
    case added, changed, copied, moved, removed
    /// It stays in both stores, and is not synced any more.
    case released
    /// It exists already, with the same contents.
    case unchanged
    /// It exists already with other contents, and is left as it is.
    case different

    /// The mark in the output of a dry run; nil if nothing changes.
    var mark: String? {
      switch self {
      case .added, .copied, .moved: "+"
      case .changed: "~"
      case .removed: "-"
      case .released: "="
      case .unchanged, .different: nil
      }
    }
  }

  let kind: Kind
  /// The name of the list.
  let list: String
  /// The title of the item; nil for the list itself.
  let title: String?
  let uid: String?
  var details: [String] = []

  /// The outcome in words: `work#Home: added: Call Ann; due 2026-12-03`.
  var sentence: String { "\(list): \(kind.rawValue)\(subject)" }

  /// The outcome as a line of a plan: `~ work#Home: Call Ann; due 2026-12-03 → 2026-12-04`.
  var planned: String { "\(kind.mark ?? " ") \(list)\(subject)" }

  /// The title with the details.
  private var subject: String {
    (title.map { ": \($0)" } ?? "") + details.map { "; \($0)" }.joined()
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
  /// Creates the outcome of an item in a list.
  init(_ kind: Kind, _ item: FoundItem, in list: String, details: [String] = []) {
    self.init(kind: kind, list: list, title: item.title, uid: item.item.uid, details: details)
  }
}

/// Reports the operations of a run while they are done.
struct StoreReport {
  private let options: StoreWritingOptions
  /// Whether each change is reported; otherwise only those of a dry run, or with `-v`.
  private let reportsEach: Bool
  private var outcomes: [StoreOutcome] = []
  private var changes = 0

  init(_ options: StoreWritingOptions, reportsEach: Bool = true) {
    self.options = options
    self.reportsEach = reportsEach
  }

  /// Adds an outcome, and reports it if that is wanted.
  mutating func add(_ outcome: StoreOutcome) {
    if outcome.kind.mark != nil { changes += 1 }
    if options.json {
      outcomes.append(outcome)
    } else if options.dryRun {
      if let mark = outcome.kind.mark {
        Output.standard.print(
          "\(mark) \(outcome.list)\(outcome.title.map { ": \($0)" } ?? "")".visible)
      }
    } else if isReported(outcome) {
      Output.standard.print(outcome.sentence.visible)
    }
  }

  private func isReported(_ outcome: StoreOutcome) -> Bool {
    let level = options.verbosity.level
    guard !level.quiet else { return false }
    return level.verbose || reportsEach && outcome.kind.mark != nil
  }

  /// Prints the document, if one is requested, and the final messages.
  func finish(_ messages: inout Messages) {
    if changes > 0, options.exitCode { messages.note(.wouldChange) }
    guard options.json else { return }
    JSONWriter.print(ReportJSON("changes", outcomes, messages: messages.reported))
  }
}
