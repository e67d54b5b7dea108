import WebAddresses

/// The redirects of one request.
struct RedirectChain {
  /// The address so far; never with a name and a password.
  private(set) var address: CalendarAddress
  /// The new address of the calendar, if every redirect so far was permanent.
  private(set) var movedTo: CalendarAddress?
  private var isForGood = true

  init(from address: CalendarAddress) {
    self.address = address.withoutCredentials
  }

  /// Follows a redirect; refuses to leave TLS.
  mutating func follow(_ location: String, _ isPermanent: Bool) throws(FetchFailure) {
    guard let next = try? address.redirected(to: location) else {
      throw FetchFailure(
        .unreachable, "the server redirects to something that is not a network address")
    }
    guard next.isEncrypted || !address.isEncrypted else {
      throw FetchFailure(
        .unreachable,
        "the server redirects from https to \(next.origin), where others could read and change the "
          + "answer; the redirect is not followed")
    }
    address = next
    isForGood = isForGood && isPermanent
    if isForGood { movedTo = next }
  }

  /// The result for the calendar at the end of the chain.
  func calendar(_ bytes: [UInt8], _ validators: FetchValidators?) -> FetchResult {
    .calendar(
      FetchedCalendar(
        bytes: bytes, validators: validators, finalAddress: address, movedTo: movedTo))
  }
}
