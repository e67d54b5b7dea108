import CalendarItems
import CalendarStores
import ExactText
import StoreMirror
import StoredText
import WebAddresses
import WebDAV

/// Creates, renames and removes calendars of an account.
struct ListWriter {
  let listing: CalendarListing
  let mirror: StoreMirror
  let kinds: CalendarKinds

  private var connection: DAVConnection { listing.connection }

  func create(_ details: ItemList.Details) async throws -> ItemList {
    guard let home = listing.account.homes.first else {
      throw StoreError.impossible(.changesLists)
    }
    let taken = ExactSet(try await mirror.lists().map { ResourcePath.lastName(of: $0.href) })
    for name in ResourceName.names(ofList: details.title) where !taken.contains(name) {
      let address = try home.redirected(
        to: ResourcePath.folder(home.target) + ResourcePath.segment(name) + "/")
      if try await make(details, at: address) {
        return try await settled(address, details)
      }
    }
    throw StoreError.unavailable("the server has no free name for a list")
  }

  /// Creates a calendar; false if the address is in use.
  private func make(_ details: ItemList.Details, at address: CalendarAddress) async throws -> Bool {
    let request = DAVRequest(
      "MKCALENDAR", address,
      xml: DAVBody.calendar(
        title: details.title, color: details.color,
        components: details.kinds.map(\.component).sorted()))
    let response: DAVResponse
    do throws(DAVConnection.Failure) {
      response = try await connection.send(request)
    } catch {
      // If the response was lost, a look at the address shows whether the calendar was created.
      guard case .lost = error else { throw error }
      if try await listing.calendar(at: address) != nil { return true }
      response = try await connection.send(request, onNewConnection: true)
    }
    if (200..<300).contains(response.innerStatus) { return true }
    let isThere = try await listing.calendar(at: address) != nil
    // Some servers report an error although they created the calendar.
    if isThere, [400, 500].contains(response.status) { return true }
    guard isThere, [403, 405, 409, 412].contains(response.innerStatus) else {
      throw DAVConnection.Failure.refused(connection.failure(response))
    }
    return false
  }

  /// The new list as it is on the server; corrects a name that the server stored wrongly.
  private func settled(
    _ address: CalendarAddress, _ details: ItemList.Details
  ) async throws -> ItemList {
    guard var list = try await listing.calendar(at: address) else {
      throw StoreError.unavailable("the server accepted the list, but does not have it")
    }
    if list.list.details.title != details.title || list.list.details.color != details.color {
      try await patch(address, list, details: details)
      list = try await listing.calendar(at: address) ?? list
    }
    let hasKinds = list.list.details.kinds == details.kinds
    try await kinds.remember(hasKinds ? nil : details.kinds, of: list.list.id)
    return try await keep(list)
  }

  private func patch(
    _ address: CalendarAddress, _ known: MirroredList, details: ItemList.Details
  ) async throws {
    let response = try await connection.sendWithRetry(
      DAVRequest(
        "PROPPATCH", address,
        xml: DAVBody.update(
          title: details.title, color: details.color, removingColor: known.list.details.color != nil
        )))
    guard (200..<300).contains(response.innerStatus) else {
      throw DAVConnection.Failure.refused(connection.failure(response))
    }
  }

  /// Saves a new or changed list in the cache.
  private func keep(_ list: MirroredList) async throws -> ItemList {
    let list = try await kinds.applied(to: [list])[0]
    let others = try await mirror.lists().filter { $0.list.id != list.list.id }
    try await mirror.setLists(others + [list])
    return list.list
  }

  func update(
    _ known: MirroredList, at address: CalendarAddress, to details: ItemList.Details
  ) async throws -> ItemList {
    try await patch(address, known, details: details)
    guard let fresh = try await listing.calendar(at: address) else {
      throw StoreError.noList(known.list.id)
    }
    guard fresh.list.title == details.title else {
      throw StoreError.invalid("the server did not rename the list")
    }
    var kinds = details.kinds
    kinds.formUnion(
      try await mirror.items(matching: ItemPredicate(in: [known.list.id])).map(\.item.kind))
    try await self.kinds.remember(kinds, of: known.list.id)
    return try await keep(fresh)
  }

  func remove(_ known: MirroredList, at address: CalendarAddress) async throws {
    let response = try await connection.sendWithRetry(DAVRequest("DELETE", address))
    // Some servers report that it does not exist, or an error, after they removed it.
    guard try await listing.calendar(at: address) == nil else {
      throw DAVConnection.Failure.refused(connection.failure(response))
    }
    let others = try await mirror.lists().filter { $0.list.id != known.list.id }
    try await mirror.setLists(others)
    try await kinds.remember(nil, of: known.list.id)
  }
}
