import CalendarItems
import CalendarStores
import ExactText
import StoredText
import TaskDates
import WebAddresses

/// A change of one resource, followed by requests until its result is known.
struct ConfirmedChange {
  enum Outcome {
    /// The change was made; the response is nil if it was lost.
    case done(DAVResponse?)
    case refused(DAVResponse)
    /// The response was lost, and the resource has other contents.
    case otherwise
  }

  let connection: DAVConnection
  let zones: ZoneDatabase
  let request: DAVRequest
  /// The expected contents; nil if the resource is not an item afterwards.
  let wanted: ItemContent?
  /// The ETag of the resource; nil if it does not exist yet.
  let tag: String?

  /// How long to wait before each check of the result, in milliseconds.
  ///
  /// A connection that the server has closed is noticed a moment later.
  private static let pauses = [100, 400, 1600]

  /// Sends the change.
  ///
  /// If the response is lost, checks the resource, and sends the change again if it was not made.
  func outcome() async throws(StoreError) -> Outcome {
    var wasLost = false
    for pause in Self.pauses {
      if let response = try await response(onNewConnection: wasLost) {
        return try await outcome(response, wasLost)
      }
      wasLost = true
      try? await Task.sleep(for: .milliseconds(pause))
      if let found = try await found() { return found }
    }
    return try await outcome(try await send(request, onNewConnection: true), wasLost)
  }

  /// The response; nil if it was lost.
  private func response(onNewConnection: Bool) async throws(StoreError) -> DAVResponse? {
    do throws(DAVConnection.Failure) {
      return try await connection.send(request, onNewConnection: onNewConnection)
    } catch {
      guard case .lost = error else { throw ServerErrorMapping.storeError(error) }
      return nil
    }
  }

  /// The result for a response.
  ///
  /// A repeated request may be refused because the first one succeeded late.
  private func outcome(
    _ response: DAVResponse, _ wasLost: Bool
  ) async throws(StoreError) -> Outcome {
    if (200..<300).contains(response.innerStatus), !response.isPage { return .done(response) }
    guard wasLost, [403, 404, 409, 410, 412].contains(response.innerStatus),
      let found = try await found()
    else { return .refused(response) }
    return found
  }

  /// The result of a check after a lost response; nil if the change was not made.
  private func found() async throws(StoreError) -> Outcome? {
    let there = try await send(DAVRequest("GET", request.address))
    switch there.status {
    case 404, 410:
      if request.method == "DELETE" { return .done(nil) }
      return tag == nil ? nil : .otherwise
    case 200:
      if let tag, there.values(of: "etag").first.map(EntityTag.strong) == EntityTag.strong(tag) {
        return nil
      }
      return isWanted(there.body) ? .done(nil) : .otherwise
    default: throw ServerErrorMapping.storeError(.refused(connection.failure(there)))
    }
  }

  /// True if a text has the expected contents; the server may have rewritten a new one.
  private func isWanted(_ bytes: [UInt8]) -> Bool {
    let content = CalendarResource(bytes: bytes, database: zones).content
    guard let wanted, let content else { return false }
    let isOurs = content.item.uid == wanted.item.uid && content.item.title == wanted.item.title
    return content.isEqual(to: wanted) || (tag == nil && isOurs)
  }

  private func send(
    _ request: DAVRequest, onNewConnection: Bool = false
  ) async throws(StoreError) -> DAVResponse {
    do throws(DAVConnection.Failure) {
      return try await connection.send(request, onNewConnection: onNewConnection)
    } catch {
      throw ServerErrorMapping.storeError(error)
    }
  }
}

/// The version of a resource on the server (RFC 9110, section 8.8.3).
enum EntityTag {
  /// The tag without the mark of a weak one.
  ///
  /// A weak tag never matches in a comparison (section 8.8.3.2), so it is sent as a strong one.
  static func strong(_ tag: String) -> String {
    tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
  }
}
