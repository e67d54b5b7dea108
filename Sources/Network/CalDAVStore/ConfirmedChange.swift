#if Network
import CalendarItems
import CalendarStores
import ExactText
import StoredText
import TaskDates
import WebAddresses

/// A change of one resource, which is asked for until it is known what became of it.
struct ConfirmedChange {
  enum Outcome {
    /// It was done; the answer was lost where there is none.
    case done(DAVResponse?)
    case refused(DAVResponse)
    /// The answer was lost, and something else is there.
    case otherwise
  }

  let connection: DAVConnection
  let zones: ZoneDatabase
  let question: DAVRequest
  /// What shall be there afterwards; nil where that is no item.
  let wanted: ItemContent?
  /// The tag of what is changed; nil where there is nothing yet.
  let tag: String?

  /// How long is waited before a look at what became of it, in milliseconds: a connection that the server
  /// has closed is seen to be so a moment later.
  private static let pauses = [100, 400, 1600]

  /// Asks; where the answer is lost, looks what is there, and asks once more if nothing was done.
  func outcome() async throws(StoreError) -> Outcome {
    var wasLost = false
    for pause in Self.pauses {
      if let answer = try await answer(anew: wasLost) { return try await outcome(answer, wasLost) }
      wasLost = true
      try? await Task.sleep(for: .milliseconds(pause))
      if let found = try await found() { return found }
    }
    return try await outcome(try await ask(question, anew: true), wasLost)
  }

  /// The answer; nil where it was lost.
  private func answer(anew: Bool) async throws(StoreError) -> DAVResponse? {
    do throws(DAVConnection.Failure) { return try await connection.ask(question, anew: anew) } catch
    {
      guard case .lost = error else { throw ServerErrorMapping.storeError(error) }
      return nil
    }
  }

  /// What an answer means: who asks twice is refused because the first time was only late.
  private func outcome(
    _ answer: DAVResponse, _ wasLost: Bool
  ) async throws(StoreError) -> Outcome {
    if (200..<300).contains(answer.innerStatus), !answer.isPage { return .done(answer) }
    guard wasLost, [403, 404, 409, 410, 412].contains(answer.innerStatus),
      let found = try await found()
    else { return .refused(answer) }
    return found
  }

  /// What is there after an answer was lost; nil where nothing was done.
  private func found() async throws(StoreError) -> Outcome? {
    let there = try await ask(DAVRequest("GET", question.address))
    switch there.status {
    case 404, 410:
      if question.method == "DELETE" { return .done(nil) }
      return tag == nil ? nil : .otherwise
    case 200:
      if let tag, there.values(of: "etag").first.map(EntityTag.strong) == EntityTag.strong(tag) {
        return nil
      }
      return isWanted(there.body) ? .done(nil) : .otherwise
    default: throw ServerErrorMapping.storeError(.refused(connection.failure(there)))
    }
  }

  /// True if a text is what shall be there; a new one may be as the server has written it anew.
  private func isWanted(_ bytes: [UInt8]) -> Bool {
    let content = CalendarResource(bytes: bytes, database: zones).content
    guard let wanted, let content else { return false }
    let isOurs = content.item.uid == wanted.item.uid && content.item.title == wanted.item.title
    return content.isSame(as: wanted) || (tag == nil && isOurs)
  }

  private func ask(
    _ question: DAVRequest, anew: Bool = false
  ) async throws(StoreError) -> DAVResponse {
    do throws(DAVConnection.Failure) { return try await connection.ask(question, anew: anew) } catch
    {
      throw ServerErrorMapping.storeError(error)
    }
  }
}

/// The version of a resource as a server tells it (RFC 9110, section 8.8.3).
enum EntityTag {
  /// What is in a tag: a weak one can never be equal to another (section 8.8.3.2), so it is not said to be
  /// weak.
  static func strong(_ tag: String) -> String {
    tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
  }
}
#endif
