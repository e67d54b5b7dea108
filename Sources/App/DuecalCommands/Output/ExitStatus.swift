import ExactText
import Glibc

/// How a run ended; the table of `Docs/ExitCodes.md`.
enum ExitStatus: Int32, Error, CaseIterable {
  /// All is done; warnings may have been said.
  case done = 0
  /// An error was said, and the rest is done.
  case partial = 1
  /// The arguments are wrong.
  case usage = 2
  /// `--dry-run --exit-code` found something to change.
  case wouldChange = 3
  /// Not done, because it looked like an accident.
  case refused = 4
  /// A file is not what it should be at all.
  case dataError = 65
  /// There is no such input.
  case noInput = 66
  /// A server cannot be reached, or nobody could be reminded.
  case unavailable = 69
  /// The output cannot be made.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// Something is in the way that will go away.
  case tryAgain = 75
  /// The system forbids it.
  case notPermitted = 77
  /// The environment is unfit: no time zones, a wrong setting.
  case configuration = 78

  /// The worse of two: a particular reason before the general one.
  func worse(_ other: ExitStatus) -> ExitStatus {
    switch (self, other) {
    case (.done, _): other
    case (_, .done): self
    case (.partial, _): other
    default: self
    }
  }

  /// Ends the process.
  func leave() -> Never {
    let failure = Output.standard.finish()
    if let failure { Output.error.print("duecal: \(failure)".visible) }
    Output.error.flush()
    exit(self == .done && failure != nil ? Self.configuration.rawValue : rawValue)
  }

  /// Throws the status unless all is done.
  func throwUnlessDone() throws {
    if self != .done { throw self }
  }
}
