import CalendarItems
import CalendarStores
import ExactText
import StoreMirror
import StoredText
import TaskDates
import WebAddresses
import WebDAV

/// Changes the items of one list.
///
/// Each change has the version on which it is based, and the server's result is read back.
struct ResourceWriter {
  let reading: ListRefresh
  let known: MirroredList
  let rules: StoreWriteRules
  let now: @Sendable () -> Instant
  let zones: ZoneDatabase
  /// True if items with invitations may be changed.
  let allowsScheduling: Bool

  /// The written items that are not yet read back.
  private var written: [(index: Int, name: String, href: String, uid: String)] = []
  private var removed: [String] = []
  private var results: [Result<ItemVersion, StoreError>] = []
  /// The number of consecutive changes that failed because of the server and not because of the change.
  private var outages = 0

  private var connection: DAVConnection { reading.connection }
  private var mirror: StoreMirror { reading.mirror }
  private var list: ItemList { known.list }
  /// The number of consecutive failures after which nothing more is sent: each takes time, and may lock an account.
  private static let patience = 3
  /// The number of written items after which they are read back.
  private static let batch = 100

  init(
    _ reading: ListRefresh, _ known: MirroredList, now: @escaping @Sendable () -> Instant,
    zones: ZoneDatabase, allowsScheduling: Bool
  ) {
    self.reading = reading
    self.known = known
    self.now = now
    self.zones = zones
    self.allowsScheduling = allowsScheduling
    rules = StoreWriteRules(now: now)
  }

  /// Makes changes one after the other, and returns the result of each.
  mutating func apply(
    _ changes: [ItemChange]
  ) async -> [Result<ItemVersion, StoreError>] {
    for change in changes {
      if written.count + removed.count >= Self.batch || touchesWritten(change) {
        await readBack()
      }
      do throws(StoreError) {
        results.append(.success(try await applyUnlessOut(change)))
      } catch {
        results.append(.failure(error))
      }
    }
    await readBack()
    return results
  }

  /// Makes a change, unless too many changes before it failed because of the server.
  private mutating func applyUnlessOut(
    _ change: ItemChange
  ) async throws(StoreError) -> ItemVersion {
    if outages >= Self.patience, case .failure(let error)? = results.last { throw error }
    return try await apply(change)
  }

  private func touchesWritten(_ change: ItemChange) -> Bool {
    switch change {
    case .create(let content):
      written.contains { $0.uid == content.item.uid } || !removed.isEmpty
    case .update(let version, _), .remove(let version):
      written.contains { $0.name == version.ref.name } || removed.contains(version.ref.name)
    }
  }

  private mutating func apply(_ change: ItemChange) async throws(StoreError) -> ItemVersion {
    switch change {
    case .create(let content): return try await create(content)
    case .update(let version, let content): return try await update(version, content)
    case .remove(let version): return try await remove(version)
    }
  }

  // MARK: Reading back

  /// Reads back the written items, because many servers rewrite them, whatever ETag they return.
  ///
  /// If that fails, the next refresh reads them; the results of all changes are still reported.
  private mutating func readBack() async {
    guard !written.isEmpty || !removed.isEmpty else { return }
    do throws(StoreError) { try await readWritten() } catch {
      for change in written { results[change.index] = .failure(error) }
    }
    written = []
    removed = []
  }

  private mutating func readWritten() async throws(StoreError) {
    let reading = reading
    let wanted = written.map { (name: $0.name, href: $0.href, tag: String?.none) }
    let texts =
      wanted.isEmpty
      ? [] : try await ServerErrorMapping.mapErrors { try await reading.texts(of: wanted) }
    try await mirror.update(known, keeping: texts, removing: removed)
    let there = ExactDictionary(texts.map { ($0.resource.name, $0) }) { first, _ in first }
    for (index, name, _, _) in written {
      results[index] =
        there[name].map { .success(version($0)) }
        ?? .failure(.unavailable("the server accepted the item, but does not have it"))
    }
  }

  private func version(_ text: MirroredText) -> ItemVersion {
    ItemVersion(ItemRef(list.id, name: text.resource.name), tag: text.version)
  }

  // MARK: Creating

  private mutating func create(_ content: ItemContent) async throws(StoreError) -> ItemVersion {
    if let objection = rules.objection(to: content, in: list) { throw objection }
    if let twin = try await mirror.version(ofUID: content.item.uid, in: list.id) {
      throw StoreError.exists(twin)
    }
    let resource = try CalendarResource(rules.created(content), database: zones).validated(
      against: content)
    if !allowsScheduling { try Invitations.refuse(resource.bytes) }
    for name in ResourceName.names(for: content.item.uid) where !isWritten(name) {
      let ref = ItemRef(list.id, name: name)
      guard try await mirror.text(at: ref) == nil else { continue }
      if let version = try await make(ref, resource, content: content) { return version }
    }
    throw StoreError.unavailable("the server has no free name for the item")
  }

  private func isWritten(_ name: String) -> Bool { written.contains { $0.name == name } }

  /// Creates a resource; nil if the name is in use.
  private mutating func make(
    _ ref: ItemRef, _ resource: CalendarResource, content: ItemContent
  ) async throws(StoreError) -> ItemVersion? {
    let place = try place(ref.name)
    var request = DAVRequest("PUT", place)
    request.headers = [("If-None-Match", "*"), Self.type]
    request.body = resource.bytes
    switch try await outcome(request, wanted: resource.content, before: nil) {
    case .done(let response):
      let (name, href) = named(response, ref.name, place: place)
      return remember(name, href, uid: content.item.uid)
    case .refused(let response)
    where response.isUIDConflict || (response.innerStatus == 409 && !response.namesCondition):
      throw try await twin(of: content).map { .exists($0) }
        ?? .invalid("the server has an item with this UID in another list, or had one")
    case .refused(let response) where response.innerStatus != 412 || response.namesCondition:
      throw refusal(response)
    case .refused, .otherwise:
      // The name may be in use by the item itself, which must not be created twice.
      if let twin = try await twin(of: content) { throw StoreError.exists(twin) }
      return nil
    }
  }

  private static let type = ("Content-Type", "text/calendar; charset=utf-8")

  /// The name of a new resource on the server; some servers do not use the requested one.
  private func named(
    _ response: DAVResponse?, _ name: String, place: CalendarAddress
  ) -> (name: String, href: String) {
    guard let location = response?.values(of: "location").first,
      let there = connection.trusted(location, from: place)
    else { return (name, place.target) }
    return (ResourcePath.lastName(of: there.target), there.target)
  }

  private mutating func remember(_ name: String, _ href: String, uid: String) -> ItemVersion {
    written.append((results.count, name, href, uid))
    return ItemVersion(ItemRef(list.id, name: name), tag: "")  // until it is read back
  }

  /// The item of the list that has the UID of a new one, after a refresh; nil if there is none.
  private func twin(of content: ItemContent) async throws(StoreError) -> ItemVersion? {
    let (reading, known) = (reading, known)
    try await ServerErrorMapping.mapErrors {
      var unsure = known
      unsure.mark = nil
      try await reading.update(to: known, from: unsure)
    }
    return try await mirror.version(ofUID: content.item.uid, in: list.id)
  }

  // MARK: Changing

  private mutating func update(
    _ version: ItemVersion, _ content: ItemContent
  ) async throws(StoreError) -> ItemVersion {
    if let objection = rules.objection(to: content, in: list) { throw objection }
    let text = try await reading.current(version)
    let old = CalendarResource(bytes: text.bytes, database: zones)
    guard old.content?.item.uid == content.item.uid else {
      throw StoreError.invalid("the UID of an item cannot be changed")
    }
    let new = try old.updated(to: content, at: now(), database: zones).validated(against: content)
    guard new.bytes != text.bytes else { return version }
    if !allowsScheduling { try Invitations.refuse(text.bytes) }
    if !allowsScheduling { try Invitations.refuse(new.bytes) }
    var request = DAVRequest("PUT", try place(text))
    request.headers = [Self.type]
    request.body = new.bytes
    try await conditional(request, text, wanted: new.content)
    return remember(text.resource.name, text.resource.href, uid: content.item.uid)
  }

  private mutating func remove(_ version: ItemVersion) async throws(StoreError) -> ItemVersion {
    let text = try await reading.current(version)
    guard list.isWritable else { throw StoreError.notWritable(list.id) }
    if !allowsScheduling { try Invitations.refuse(text.bytes) }
    if let rest = CalendarResource(bytes: text.bytes, database: zones).rest {
      // The component contains other items, which should not be there; they are kept.
      var request = DAVRequest("PUT", try place(text))
      request.headers = [Self.type]
      request.body = rest
      try await conditional(request, text, wanted: nil)
      throw StoreError.changedMeanwhile(version.ref, now: try await reread(text) ?? version)
    }
    try await conditional(DAVRequest("DELETE", try place(text)), text, wanted: nil)
    removed.append(text.resource.name)
    return version
  }

  /// Sends a change with the ETag of the old version, which the server compares.
  private mutating func conditional(
    _ request: DAVRequest, _ text: MirroredText, wanted: ItemContent?
  ) async throws(StoreError) {
    let tag = text.resource.tag
    guard !tag.isEmpty else {
      throw StoreError.invalid(
        "the server gives the item no version (ETag), so the item may have changed")
    }
    var request = request
    request.headers.append(("If-Match", EntityTag.strong(tag)))
    switch try await outcome(request, wanted: wanted, before: tag) {
    case .done: return
    case .refused(let response) where [404, 409, 410, 412].contains(response.innerStatus):
      let version = version(text)
      let now = try await reread(text)
      if now == version { throw refusal(response) }
      throw now.map { .changedMeanwhile(version.ref, now: $0) } ?? .noItem(version.ref)
    case .refused(let response): throw refusal(response)
    case .otherwise:
      let version = version(text)
      throw try await reread(text).map { .changedMeanwhile(version.ref, now: $0) }
        ?? .noItem(version.ref)
    }
  }

  /// Reads an item again; nil if it no longer exists.
  private func reread(_ text: MirroredText) async throws(StoreError) -> ItemVersion? {
    let (reading, resource) = (reading, text.resource)
    let texts = try await ServerErrorMapping.mapErrors {
      try await reading.texts(of: [(resource.name, resource.href, nil)])
    }
    try await mirror.update(
      known, keeping: texts, removing: texts.isEmpty ? [resource.name] : [])
    return texts.first.map { version($0) }
  }

  // MARK: Requests

  /// Sends a change, finds its result even if the response is lost, and counts failures of the server itself.
  private mutating func outcome(
    _ request: DAVRequest, wanted: ItemContent?, before tag: String?
  ) async throws(StoreError) -> ConfirmedChange.Outcome {
    outages += 1
    let outcome = try await ConfirmedChange(
      connection: connection, zones: zones, request: request, wanted: wanted, tag: tag
    ).outcome()
    if case .refused(let response) = outcome, [401, 429, 502, 503, 504].contains(response.status) {
      return outcome
    }
    outages = 0
    return outcome
  }

  /// Why a server refuses an item.
  private func refusal(_ response: DAVResponse) -> StoreError {
    let status = response.innerStatus
    guard (400..<500).contains(status), ![401, 408, 429].contains(status) else {
      return ServerErrorMapping.storeError(.refused(connection.failure(response)))
    }
    let reason =
      (response.errors.first { $0.isOfCalDAV } ?? response.errors.first).map { ": \($0.local)" }
      ?? ""
    return .invalid("the server refuses the change (\(status)\(reason))")
  }

  private func place(_ name: String) throws(StoreError) -> CalendarAddress {
    try address(ResourcePath.folder(known.href) + ResourcePath.segment(name))
  }

  private func place(_ text: MirroredText) throws(StoreError) -> CalendarAddress {
    try address(text.resource.href)
  }

  private func address(_ href: String) throws(StoreError) -> CalendarAddress {
    guard let there = connection.trusted(href, from: reading.address) else {
      throw ServerErrorMapping.untrusted
    }
    return there
  }
}

extension DAVResponse {
  /// True if another resource has the UID (RFC 4791, section 5.3.2.1; RFC 6638, section 3.2.4.1).
  fileprivate var isUIDConflict: Bool {
    guard [403, 409, 412].contains(innerStatus) else { return false }
    let names: [XMLTree.Name] = [
      .caldav("no-uid-conflict"), .caldav("unique-scheduling-object-resource"),
    ]
    return errors.contains { names.contains($0) }
  }

  /// True if a condition of CalDAV was not met: then the item is refused, and not its name.
  ///
  /// Xandikos responds with 412 and such a condition to a text that it cannot read.
  fileprivate var namesCondition: Bool { errors.contains { $0.isOfCalDAV } }
}
