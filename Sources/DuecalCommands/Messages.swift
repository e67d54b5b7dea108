import ArgumentParser
import Diagnostics
import TaskBridge
import TaskText
import UserFiles

/// How much a run says.
struct MessageOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say nothing but errors.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say what was done.")
  var verbose = false

  @Option(help: ArgumentHelp("Colour messages.", valueName: "auto|always|never"))
  var color = ColorChoice.auto
}

/// When messages are coloured.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

/// Says what is to be said, a line each, and keeps the exit status that it adds up to.
struct Messages {
  private let options: MessageOptions
  private let isColored: Bool
  private(set) var status = ExitStatus.done

  init(_ options: MessageOptions, _ surroundings: Surroundings) {
    self.options = options
    let isWanted = options.color == .always
    let isPossible = Output.error.isTerminal && surroundings.environment["NO_COLOR"] == nil
    isColored = isWanted || (options.color == .auto && isPossible)
  }

  /// Says a diagnostic of a file: `file:line:column: severity: sentence`.
  mutating func say(_ diagnostic: Diagnostic, file: String) {
    if diagnostic.severity == .error { status = status.worse(.partial) }
    guard !options.quiet || diagnostic.severity == .error else { return }
    Output.error.print(line(diagnostic, file: file))
  }

  /// Keeps an exit status that something said adds up to.
  mutating func note(_ status: ExitStatus) {
    self.status = self.status.worse(status)
  }

  /// A diagnostic as a line.
  func line(_ diagnostic: Diagnostic, file: String) -> String {
    guard isColored else { return "\(file):\(diagnostic)" }
    let color = diagnostic.severity == .error ? 31 : diagnostic.severity == .warning ? 33 : 36
    let fix = diagnostic.fix.map { "; write \($0)" } ?? ""
    let word = "\u{1B}[1;\(color)m\(diagnostic.severity.rawValue)\u{1B}[0m"
    return "\(file):\(diagnostic.place.line):\(diagnostic.place.column): \(word): "
      + diagnostic.sentence + fix
  }

  /// Says that a file could not be read or written.
  mutating func say(_ error: FileError, else otherwise: ExitStatus) {
    fail("\(error)", error.isMissing ? .noInput : error.isForbidden ? .notPermitted : otherwise)
  }

  /// Says what went wrong, and that the run ends so.
  mutating func fail(_ sentence: String, _ status: ExitStatus) {
    self.status = self.status.worse(status)
    Output.error.print("duecal: \(sentence)")
  }

  /// Says what does not come through, neighbouring blank lines in one.
  func say(_ losses: [Loss], files: [TaskFile]) {
    guard !options.quiet else { return }
    var blanks: [Loss] = []
    for loss in losses {
      if loss.property == "blank line", blanks.last.map({ $0.line.file == loss.line.file }) ?? true
      {
        blanks.append(loss)
      } else {
        sayOne(loss, files)
      }
    }
    guard let first = blanks.first else { return }
    let numbers = blanks.prefix(5).map { String($0.line.line + 1) }.joined(separator: ", ")
    let more = blanks.count > 5 ? ", …" : ""
    let lines =
      blanks.count == 1 ? "a blank line" : "\(blanks.count) blank lines (\(numbers)\(more))"
    let place = files[first.line.file].document.place(ofByte: first.offset, line: first.line.line)
    Output.error.print(
      "\(files[first.line.file].name):\(place.line):\(place.column): not kept: \(lines)")
  }

  private func sayOne(_ loss: Loss, _ files: [TaskFile]) {
    let file = files[loss.line.file]
    let place = file.document.place(ofByte: loss.offset, line: loss.line.line)
    let value = loss.value.isEmpty ? "" : " \"\(loss.value)\""
    Output.error.print(
      "\(file.name):\(place.line):\(place.column): not kept: \(loss.property)\(value): \(loss.reason)"
    )
  }

  /// Says what was done, where that was asked for.
  func tell(_ sentence: String) {
    if options.verbose, !options.quiet { Output.error.print("duecal: \(sentence)") }
  }
}
