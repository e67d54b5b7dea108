#if Network
import CalendarItems
import CalendarStores
import ExactText
import StoreMirror
import StoredText
import WebAddresses

/// Makes, renames and removes calendars of an account.
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
    throw StoreError.unavailable("the server has no name that is free for a list")
  }

  /// False where something is at the address already.
  private func make(_ details: ItemList.Details, at address: CalendarAddress) async throws -> Bool {
    let question = DAVRequest(
      "MKCALENDAR", address,
      xml: DAVBody.calendar(
        title: details.title, color: details.color,
        components: details.kinds.map(\.component).sorted()))
    let answer: DAVResponse
    do throws(DAVConnection.Failure) {
      answer = try await connection.ask(question)
    } catch {
      // The answer was lost; what was done can be seen.
      guard case .lost = error else { throw error }
      if try await listing.calendar(at: address) != nil { return true }
      answer = try await connection.ask(question, anew: true)
    }
    if (200..<300).contains(answer.innerStatus) { return true }
    let isThere = try await listing.calendar(at: address) != nil
    // Some say that they could not, and have done it.
    if isThere, [400, 500].contains(answer.status) { return true }
    guard isThere, [403, 405, 409, 412].contains(answer.innerStatus) else {
      throw DAVConnection.Failure.refused(connection.failure(answer))
    }
    return false
  }

  /// The new list as the server has it, with its name put right where the server wrote it wrongly.
  private func settled(
    _ address: CalendarAddress, _ details: ItemList.Details
  ) async throws -> ItemList {
    guard var list = try await listing.calendar(at: address) else {
      throw StoreError.unavailable("the server took the list and does not have it")
    }
    if list.list.details.title != details.title || list.list.details.color != details.color {
      try await patch(address, list, details: details)
      list = try await listing.calendar(at: address) ?? list
    }
    let isAsSaid = list.list.details.kinds == details.kinds
    try await kinds.remember(isAsSaid ? nil : details.kinds, of: list.list.id)
    return try await keep(list)
  }

  private func patch(
    _ address: CalendarAddress, _ known: MirroredList, details: ItemList.Details
  ) async throws {
    let answer = try await connection.askAgain(
      DAVRequest(
        "PROPPATCH", address,
        xml: DAVBody.update(
          title: details.title, color: details.color, removingColor: known.list.details.color != nil
        )))
    guard (200..<300).contains(answer.innerStatus) else {
      throw DAVConnection.Failure.refused(connection.failure(answer))
    }
  }

  /// Takes a list, new or changed, into the mirror.
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
      throw StoreError.invalid("the server gives the list no other name")
    }
    var kinds = details.kinds
    kinds.formUnion(
      try await mirror.items(matching: ItemPredicate(in: [known.list.id])).map(\.item.kind))
    try await self.kinds.remember(kinds, of: known.list.id)
    return try await keep(fresh)
  }

  func remove(_ known: MirroredList, at address: CalendarAddress) async throws {
    let answer = try await connection.askAgain(DAVRequest("DELETE", address))
    // Some say that it is not there, or that they failed, once they have removed it.
    guard try await listing.calendar(at: address) == nil else {
      throw DAVConnection.Failure.refused(connection.failure(answer))
    }
    let others = try await mirror.lists().filter { $0.list.id != known.list.id }
    try await mirror.setLists(others)
    try await kinds.remember(nil, of: known.list.id)
  }
}
#endif
