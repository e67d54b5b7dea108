import ArgumentParser
import ExactText
import WebAddresses

/// The network options of a command.
struct NetworkOptions: ParsableArguments {
  @Option(help: .timeout)
  var timeout: Int?

  /// The time limits for servers.
  var time: NetworkTime { NetworkTime(timeout) }

  func validate() throws { try NetworkTime.check(timeout) }
}

extension NetworkTime {
  /// Refuses a number of seconds out of range, and starts the time limit of the run.
  static func check(_ timeout: Int?) throws {
    _ = start
    guard timeout.map({ (1...3600).contains($0) }) ?? true else {
      throw ValidationError("--timeout: expected a number of seconds from 1 to 3600")
    }
  }
}

extension CalendarNetwork {
  /// The bytes of the calendar at an address; nil, after a report, if it cannot be fetched.
  static func bytes(
    at source: String, limit: Int, time: NetworkTime, messages: inout Messages
  ) -> [UInt8]? {
    switch fetch(source, byteLimit: limit, time: time) {
    case .calendar(let calendar): return calendar.bytes
    case .unchanged: return nil  // only sent to a client that has the calendar already
    case .failed(let failure):
      messages.reportUnfetched(failure, at: source)
      return nil
    }
  }
}

extension Messages {
  /// Reports that a calendar could not be fetched.
  ///
  /// - Parameter source: The address as it was given; what may be a password in it is not printed.
  mutating func reportUnfetched(_ failure: FetchFailure, at source: String) {
    fail("\(CalendarAddress.shown(source)): \(failure.sentence)", ExitStatus(failure.kind))
  }
}

extension ExitStatus {
  /// The exit status of a run that could not fetch a calendar.
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
