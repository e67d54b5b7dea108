import Agenda
import Diagnostics
import ExactText
import TaskBridge
import TaskText
import UserFiles
import WebAddresses

/// Says what is to be said, a line each, and keeps the exit status that it adds up to.
struct Messages {
  let loudness: Verbosity
  private let output: Output?
  private let isColored: Bool
  /// What was said, for those who want it as JSON.
  private(set) var said: [MessageJSON] = []
  /// How the run ends.
  private(set) var status = ExitStatus.done
  /// What was said, where each is said only once.
  private var known: Set<MessageJSON>?
  /// How dates that cannot be read are reported.
  var unreadDates = UnreadDates()

  /// Creates messages.
  ///
  /// - Parameter output: Where the diagnostics of files go: to standard output where they are what
  ///   was asked for, nowhere where they are asked for as JSON.
  init(
    _ options: some MessageSettings, _ runEnvironment: RunEnvironment, to output: Output? = .error
  ) {
    loudness = options.loudness
    self.output = output
    isColored = Coloring.isWanted(options.messageColor, on: output, runEnvironment: runEnvironment)
  }

  /// From now on says nothing again that was said: for a run that asks its sources several times.
  mutating func sayEachOnce() { known = Set(said) }

  /// Keeps a message; false for one that is not to be said again.
  private mutating func keep(_ message: MessageJSON) -> Bool {
    guard known?.insert(message).inserted ?? true else { return false }
    said.append(message)
    return true
  }

  /// Says a diagnostic of a file: `file:line:column: severity: sentence`.
  mutating func say(_ diagnostic: Diagnostic, file: String, rule: String? = nil) {
    guard keep(MessageJSON(diagnostic, file: file, rule: rule)) else { return }
    if diagnostic.severity == .error { note(.partial) }
    guard !loudness.quiet || diagnostic.severity == .error else { return }
    output?.print(styled: line(diagnostic, file: file))
  }

  /// Keeps an exit status that something said adds up to.
  mutating func note(_ status: ExitStatus) {
    self.status = self.status.worse(status)
  }

  private func line(_ diagnostic: Diagnostic, file: String) -> String {
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

  /// Says that a file could not be read.
  mutating func sayUnreadable(_ error: FileError) {
    fail(
      Self.said(error),
      error.isMissing ? .noInput : error.isForbidden ? .notPermitted : .inputOutput)
  }

  /// Says that a file could not be written.
  mutating func sayUnwritable(_ error: FileError) {
    let status: ExitStatus =
      if error.isPassing {
        .tryAgain
      } else if error.isForbidden {
        .notPermitted
      } else {
        error.isMisplaced ? .cannotCreate : .inputOutput
      }
    fail(Self.said(error), status)
  }

  /// What is wrong with a file; in place of one there may be an address, with a password in it.
  private static func said(_ error: FileError) -> String {
    guard CalendarAddress.isOne(error.path) else { return "\(error)" }
    return "\(CalendarAddress.shown(error.path)): expected a file here, not an address"
  }

  /// Says what went wrong with no place in a file, and that the run ends so.
  mutating func fail(_ sentence: String, _ status: ExitStatus) {
    guard keep(MessageJSON(.error, sentence)) else { return }
    note(status)
    Output.error.print("duecal: \(sentence.visible)")
  }

  /// Says what is worth knowing of the run itself.
  mutating func warn(_ sentence: String) {
    guard keep(MessageJSON(.warning, sentence)) else { return }
    if !loudness.quiet { Output.error.print("duecal: \(sentence.visible)") }
  }

  /// Says what does not come through.
  func say(_ losses: [Loss], files: [TaskFile]) {
    guard !loudness.quiet else { return }
    var places = files.map { PlaceFinder($0.document) }
    for loss in Loss.told(losses) {
      let place = places[loss.line.file].place(ofByte: loss.offset, line: loss.line.line)
      let value = loss.value.isEmpty ? "" : " \(loss.value.quoted)"
      Output.error.print(
        ("\(files[loss.line.file].name):\(place.line):\(place.column): not kept: "
          + "\(loss.property)\(value): \(loss.reason)").visible)
    }
  }

  /// Says what was done, where that was asked for.
  func tell(_ sentence: String) {
    if loudness.verbose, !loudness.quiet { Output.error.print("duecal: \(sentence)") }
  }
}

/// Something that was said, as JSON has it.
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
    text = diagnostic.sentence
    fix = diagnostic.fix
    self.rule = rule
  }

  /// Takes what was said of a run, or of a whole file.
  init(_ severity: Severity, _ sentence: String) {
    self.severity = severity.rawValue
    file = nil
    line = nil
    column = nil
    text = sentence
    fix = nil
    rule = nil
  }

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
