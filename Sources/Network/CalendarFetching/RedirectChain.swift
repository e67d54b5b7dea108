#if Network
import WebAddresses

/// The redirects of one request.
struct RedirectChain {
  /// Where it leads so far; never with a name and a password.
  private(set) var address: CalendarAddress
  /// Where the calendar is from now on, as long as every redirect was for good.
  private(set) var movedTo: CalendarAddress?
  private var isForGood = true

  init(from address: CalendarAddress) {
    self.address = address.withoutCredentials
  }

  /// Goes where a redirect leads: never out of TLS.
  mutating func follow(_ location: String, _ isPermanent: Bool) throws(FetchFailure) {
    guard let next = try? address.redirected(to: location) else {
      throw FetchFailure(.unreachable, "the server redirects to what is no address of a network")
    }
    guard next.isEncrypted || !address.isEncrypted else {
      throw FetchFailure(
        .unreachable,
        "the server redirects from https to \(next.origin), where anybody on the way could read and "
          + "change it; this is not followed")
    }
    address = next
    isForGood = isForGood && isPermanent
    if isForGood { movedTo = next }
  }

  /// The answer that was found at its end.
  func calendar(_ bytes: [UInt8], _ validators: FetchValidators?) -> FetchAnswer {
    .calendar(
      FetchedCalendar(
        bytes: bytes, validators: validators, finalAddress: address, movedTo: movedTo))
  }
}
#endif
