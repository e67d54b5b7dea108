import ExactText
import Glibc

/// The exit status of a run; the table of `Docs/ExitCodes.md`.
enum ExitStatus: Int32, Error, CaseIterable {
  /// All is done, perhaps with warnings.
  case done = 0
  /// An error was reported, and the rest is done.
  case partial = 1
  /// The arguments are wrong.
  case usage = 2
  /// `--dry-run --exit-code` found something to change.
  case wouldChange = 3
  /// Refused, because it looked like an accident.
  case refused = 4
  /// The contents of a file are not of the expected kind.
  case dataError = 65
  /// The input does not exist.
  case noInput = 66
  /// A server cannot be reached, or a reminder could not be delivered.
  case unavailable = 69
  /// The output cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// A temporary problem; a later run may succeed.
  case tryAgain = 75
  /// The system does not permit it.
  case notPermitted = 77
  /// The environment is not suitable: no time zones, a wrong setting.
  case configuration = 78

  /// The worse of two; a specific reason counts more than ``partial``.
  func worse(_ other: ExitStatus) -> ExitStatus {
    switch (self, other) {
    case (.done, _): other
    case (_, .done): self
    case (.partial, _): other
    default: self
    }
  }

  /// Ends the process with this status.
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
