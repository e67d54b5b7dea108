import ArgumentParser
import ExactText
import WebAddresses

/// What a command's options say of the network.
struct NetworkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Wait for servers so many seconds in all. By default each answer may take 30, and all of them an hour.
      """, valueName: "seconds"))
  var timeout: Int?

  /// How long to wait for servers.
  var time: NetworkTime { NetworkTime(timeout) }

  func validate() throws { try Self.check(timeout) }

  /// Refuses a number of seconds out of range; the time of the run begins here.
  static func check(_ timeout: Int?) throws {
    _ = NetworkTime.start
    guard timeout.map({ (1...3600).contains($0) }) ?? true else {
      throw ValidationError("--timeout: expected a number of seconds from 1 to 3600")
    }
  }

  /// The bytes of the calendar behind an address, nil where that is said to have failed.
  func bytes(at source: String, limit: Int, messages: inout Messages) -> [UInt8]? {
    switch CalendarNetwork.fetch(source, byteLimit: limit, time: time) {
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
