import Agenda
import Diagnostics
import ExactText
import LineCodec
import TaskBridge
import TaskText
import UserFiles
import WebAddresses

/// Reports messages, a line each, and keeps the resulting exit status.
struct Messages {
  let level: Verbosity
  private let output: Output?
  private let isColored: Bool
  /// The messages so far, for output as JSON.
  private(set) var reported: [MessageJSON] = []
  /// The exit status of the run so far.
  private(set) var status = ExitStatus.done
  /// The messages of this run, also those that were not repeated.
  private var seen: Set<MessageJSON> = []
  /// The messages so far, if each is reported only once.
  private var known: Set<MessageJSON>?
  /// What was reported, so that a later run can repeat it; nil if that is not wanted.
  private(set) var reports: [MessageReport]?
  /// The messages of an earlier run, by their keys, which are not repeated; nil if nothing is left out.
  private var formerKeys: ExactSet?
  /// The messages of this run since those of an earlier one are left out, by their keys.
  private var keys = ExactSet()
  /// What messages about the run are about, such as `standard input:3: ` or `feed.work: `; empty for the run itself.
  var subject = ""
  /// The losses so far, if each is reported only once.
  private var losses: ExactSet = []
  /// How dates that cannot be read are reported.
  var unreadDates = UnreadDates()

  /// Creates messages.
  ///
  /// - Parameter output: The output for diagnostics of files: standard output if they are the result of the command,
  ///   nil if they are part of a JSON document.
  init(
    _ options: some MessageSettings, _ runEnvironment: RunEnvironment, to output: Output? = .error
  ) {
    level = options.level
    self.output = output
    isColored = Coloring.isWanted(options.messageColor, on: output, runEnvironment: runEnvironment)
  }

  /// Reports each message only once from now on, for a run that reads its sources several times.
  mutating func reportEachOnce() { known = (known ?? []).union(reported) }

  /// Begins another run of the same work: a message that the last run reported is not repeated.
  mutating func beginNextRun() {
    known = (known ?? []).intersection(seen).union(reported)
    (reported, seen, losses, status) = ([], [], [], .done)
  }

  /// Leaves out messages that an earlier run has reported, wherever the line is now that they are about.
  mutating func beginKnownReports(_ keys: ExactSet) { (formerKeys, self.keys) = (keys, ExactSet()) }

  /// Reports everything from now on, and returns the keys of the messages so far.
  mutating func endKnownReports() -> ExactSet {
    defer { formerKeys = nil }
    return keys
  }

  /// Remembers all that is reported from now on.
  mutating func keepReports() { reports = [] }

  /// Reports again what an earlier run reported.
  mutating func repeatReports(_ reports: [MessageReport]) {
    for report in reports {
      switch report {
      case .diagnostic(let diagnostic, let file): self.report(diagnostic, file: file)
      case .failure(let sentence, let status): fail(sentence, status)
      case .warning(let sentence): warn(sentence)
      case .loss(let line): reportLoss(line)
      }
    }
  }

  /// Keeps a message; false if it was reported before and must not be repeated.
  private mutating func keep(_ message: MessageJSON) -> Bool {
    if let formerKeys {
      keys.insert(message.key)
      if formerKeys.contains(message.key) { return false }
    }
    if known != nil { seen.insert(message) }
    guard known?.insert(message).inserted ?? true else { return false }
    reported.append(message)
    return true
  }

  /// Reports a diagnostic of a file: `file:line:column: severity: sentence`.
  mutating func report(_ diagnostic: Diagnostic, file: String, rule: String? = nil) {
    if diagnostic.severity == .error { note(.partial) }
    reports?.append(.diagnostic(diagnostic, file: file))
    guard keep(MessageJSON(diagnostic, file: file, rule: rule)) else { return }
    guard !level.quiet || diagnostic.severity == .error else { return }
    output?.print(styled: line(diagnostic, file: file))
  }

  /// Adds an exit status to that of the run.
  mutating func note(_ status: ExitStatus) {
    self.status = self.status.worse(status)
  }

  private func line(_ diagnostic: Diagnostic, file: String) -> String {
    let file = HomePath.shown(file, on: output)
    guard isColored else { return "\(file):\(diagnostic)".visible }
    let fix = diagnostic.fix.map { "; write \($0)" } ?? ""
    let word = Self.style(diagnostic.severity).styled(diagnostic.severity.rawValue, isColored: true)
    return "\(file.visible):\(diagnostic.place.line):\(diagnostic.place.column): \(word): "
      + (diagnostic.sentence + fix).visible
  }

  private static func style(_ severity: Severity) -> TerminalStyle {
    switch severity {
    case .error: .strongLate
    case .warning: .strongToday
    case .note: .strongNote
    }
  }

  /// Reports that a file could not be read.
  mutating func reportUnreadable(_ error: FileError) {
    fail(
      Self.text(of: error),
      error.isMissing ? .noInput : error.isForbidden ? .notPermitted : .inputOutput)
  }

  /// Reports that a file could not be written.
  mutating func reportUnwritable(_ error: FileError) {
    let status: ExitStatus =
      if error.isPassing {
        .tryAgain
      } else if error.isForbidden {
        .notPermitted
      } else {
        error.isMisplaced ? .cannotCreate : .inputOutput
      }
    fail(Self.text(of: error), status)
  }

  /// The text of an error; the file may be an address, in which a password is left out.
  private static func text(of error: FileError) -> String {
    guard CalendarAddress.isOne(error.path) else { return "\(error)" }
    return "\(CalendarAddress.shown(error.path)): expected a file here, not an address"
  }

  /// Reports an error without a place in a file, and sets the exit status.
  mutating func fail(_ sentence: String, _ status: ExitStatus) {
    note(status)
    reports?.append(.failure(sentence, status))
    let sentence = subject + sentence
    guard keep(MessageJSON(.error, sentence)) else { return }
    Output.error.print("duecal: \(sentence.visible)")
  }

  /// Reports a warning about the run itself.
  mutating func warn(_ sentence: String) {
    reports?.append(.warning(sentence))
    let sentence = subject + sentence
    guard keep(MessageJSON(.warning, sentence)) else { return }
    guard !level.quiet else { return }
    Output.error.print("duecal: \(sentence.visible)")
  }

  /// Reports what an export loses; what a note says is left out.
  mutating func report(_ losses: [Loss], files: [TaskFile]) {
    guard !level.quiet else { return }
    var places = files.map { PlaceFinder($0.document) }
    for loss in Loss.mergingBlankLines(losses) where level.verbose || !loss.isOfBlankLines {
      let place = places[loss.line.file].place(ofByte: loss.offset, line: loss.line.line)
      let value = loss.value.isEmpty || loss.isOfNote ? "" : " \(loss.value.quoted)"
      reportLoss(
        "\(files[loss.line.file].name):\(place.line):\(place.column): not kept: "
          + "\(loss.property)\(value): \(loss.reason)")
    }
  }

  /// Reports something that a run does not keep, as it is printed.
  mutating func reportLoss(_ line: String) {
    reports?.append(.loss(line))
    if known != nil, !losses.insert(line).inserted { return }
    Output.error.print(line.visible)
  }

  /// Reports what was done, with `--verbose`.
  func log(_ sentence: String) {
    guard level.verbose, !level.quiet else { return }
    Output.error.print("duecal: \(sentence)")
  }
}

/// A message in JSON.
struct MessageJSON: JSONValue, Hashable {
  let severity: String
  let file: String?
  let line: Int?
  let column: Int?
  let text: String
  let fix: String?
  /// The rule of `Docs/Conformance.md` that an .ics file breaks.
  let rule: String?

  init(_ diagnostic: Diagnostic, file: String, rule: String? = nil) {
    severity = diagnostic.severity.rawValue
    self.file = file
    line = diagnostic.place.line
    column = diagnostic.place.column
    text = CalendarAddress.withoutPasswords(diagnostic.sentence)
    fix = diagnostic.fix
    self.rule = rule
  }

  /// Creates a message about a run, or about a whole file.
  init(_ severity: Severity, _ sentence: String) {
    self.severity = severity.rawValue
    file = nil
    line = nil
    column = nil
    text = CalendarAddress.withoutPasswords(sentence)
    fix = nil
    rule = nil
  }

  /// What the message is about, without its line, which other lines move.
  var key: String { [severity, file ?? "", text].joined(separator: "\u{1F}") }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("column", column)
      json.member("file", file)
      json.member("fix", fix)
      json.member("line", line)
      json.member("rule", rule)
      json.member("severity", severity)
      json.member("text", text)
    }
  }
}
