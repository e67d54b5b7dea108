import ArgumentParser
import CalendarAddresses
import ExactText

/// What a command's options say of the network.
struct NetworkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Give up on a calendar behind an address after so many seconds.", valueName: "seconds"))
  var timeout = 30

  func validate() throws { try Self.check(timeout) }

  /// Refuses a number of seconds that no server is waited for.
  static func check(_ timeout: Int) throws {
    guard (1...3600).contains(timeout) else {
      throw ValidationError("--timeout: expected a number of seconds from 1 to 3600")
    }
  }

  /// The bytes of the calendar behind an address, nil where that is said to have failed.
  func bytes(at source: String, limit: Int, _ messages: inout Messages) -> [UInt8]? {
    switch CalendarNetwork.fetch(source, byteLimit: limit, timeout: timeout) {
    case .calendar(let calendar): return calendar.bytes
    case .unchanged: return nil  // only who has a calendar already is told so
    case .failed(let failure):
      messages.sayUnfetched(failure, at: source)
      return nil
    }
  }
}

extension Messages {
  /// Says that no calendar came from an address.
  ///
  /// - Parameter source: The address as it was given; what may be a password in it is not said.
  mutating func sayUnfetched(_ failure: FetchFailure, at source: String) {
    fail("\(CalendarAddress.shown(source)): \(failure.sentence)", ExitStatus(failure.kind))
  }
}

extension ExitStatus {
  /// How a run ends for which no calendar came.
  init(_ kind: FetchFailure.Kind) {
    self =
      switch kind {
      case .unreachable: .unavailable
      case .forbidden: .notPermitted
      case .missing: .noInput
      case .noCalendar: .dataError
      case .configuration: .configuration
      }
  }
}
