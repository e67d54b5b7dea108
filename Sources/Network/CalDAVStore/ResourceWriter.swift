#if Network
import CalendarItems
import CalendarStores
import ExactText
import StoreMirror
import StoredText
import TaskDates
import WebAddresses

/// Changes of the items of one list: each names the version that it was made of, and what the server made of
/// it is read back.
struct ResourceWriter {
  let reading: ListRefresh
  let known: MirroredList
  let revision: StoreWriteRules
  let now: @Sendable () -> Instant
  let zones: ZoneDatabase
  /// True if items may be changed that others are invited to.
  let allowsScheduling: Bool

  /// What was written and is still to be read back.
  private var written: [(index: Int, name: String, href: String, uid: String)] = []
  private var removed: [String] = []
  private var results: [Result<ItemVersion, StoreError>] = []
  /// How many changes in a row the server did not take because of itself, and not because of them.
  private var outages = 0

  private var connection: DAVConnection { reading.connection }
  private var mirror: StoreMirror { reading.mirror }
  private var list: ItemList { known.list }
  /// After how many outages in a row nothing more is asked: each takes its time, and may lock an account.
  private static let patience = 3
  /// How much is written before it is read back.
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
    revision = StoreWriteRules(now: now)
  }

  /// Does one change after the other, and says of each what became of it.
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

  /// Does a change, unless the server has not answered several before it.
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

  /// Reads what the server made of what was written: many write it anew, whatever tag they answer with.
  ///
  /// Where that fails, the next look reads it; of what was changed before and after, it is said all the same.
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
        ?? .failure(.unavailable("the server took the item and does not have it"))
    }
  }

  private func version(_ text: MirroredText) -> ItemVersion {
    ItemVersion(ItemRef(list.id, name: text.resource.name), tag: text.version)
  }

  // MARK: Creating

  private mutating func create(_ content: ItemContent) async throws(StoreError) -> ItemVersion {
    if let objection = revision.objection(to: content, in: list) { throw objection }
    if let twin = try await mirror.version(ofUID: content.item.uid, in: list.id) {
      throw StoreError.exists(twin)
    }
    let resource = try CalendarResource(revision.created(content), database: zones).validated(
      against: content)
    if !allowsScheduling { try Invitations.refuse(resource.bytes) }
    for name in ResourceName.names(for: content.item.uid) where !isWritten(name) {
      let ref = ItemRef(list.id, name: name)
      guard try await mirror.text(at: ref) == nil else { continue }
      if let version = try await make(ref, resource, content: content) { return version }
    }
    throw StoreError.unavailable("the server has no name that is free for the item")
  }

  private func isWritten(_ name: String) -> Bool { written.contains { $0.name == name } }

  /// Makes a resource; nil where the name is taken.
  private mutating func make(
    _ ref: ItemRef, _ resource: CalendarResource, content: ItemContent
  ) async throws(StoreError) -> ItemVersion? {
    let place = try place(ref.name)
    var question = DAVRequest("PUT", place)
    question.headers = [("If-None-Match", "*"), Self.type]
    question.body = resource.bytes
    switch try await outcome(question, wanted: resource.content, before: nil) {
    case .done(let answer):
      let (name, href) = named(answer, ref.name, place: place)
      return remember(name, href, uid: content.item.uid)
    case .refused(let answer)
    where answer.isUIDConflict || (answer.innerStatus == 409 && !answer.namesCondition):
      throw try await twin(of: content).map { .exists($0) }
        ?? .invalid("the server has an item with this UID in another list, or had one")
    case .refused(let answer) where answer.innerStatus != 412 || answer.namesCondition:
      throw refusal(answer)
    case .refused, .otherwise:
      // Who has the name may be the item itself, which must not be there twice.
      if let twin = try await twin(of: content) { throw StoreError.exists(twin) }
      return nil
    }
  }

  private static let type = ("Content-Type", "text/calendar; charset=utf-8")

  /// What the server calls a new resource: some do not take the name that they are given.
  private func named(
    _ answer: DAVResponse?, _ name: String, place: CalendarAddress
  ) -> (name: String, href: String) {
    guard let location = answer?.values(of: "location").first,
      let there = connection.trusted(location, from: place)
    else { return (name, place.target) }
    return (ResourcePath.lastName(of: there.target), there.target)
  }

  private mutating func remember(_ name: String, _ href: String, uid: String) -> ItemVersion {
    written.append((results.count, name, href, uid))
    return ItemVersion(ItemRef(list.id, name: name), tag: "")  // until it is read back
  }

  /// The item of the list that has the UID of a new one, by a fresh look; nil where there is none.
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
    if let objection = revision.objection(to: content, in: list) { throw objection }
    let text = try await reading.current(version)
    let old = CalendarResource(bytes: text.bytes, database: zones)
    guard old.content?.item.uid == content.item.uid else {
      throw StoreError.invalid("an item keeps its UID")
    }
    let new = try old.updated(to: content, at: now(), database: zones).validated(against: content)
    guard new.bytes != text.bytes else { return version }
    if !allowsScheduling { try Invitations.refuse(text.bytes) }
    if !allowsScheduling { try Invitations.refuse(new.bytes) }
    var question = DAVRequest("PUT", try place(text))
    question.headers = [Self.type]
    question.body = new.bytes
    try await conditional(question, text, wanted: new.content)
    return remember(text.resource.name, text.resource.href, uid: content.item.uid)
  }

  private mutating func remove(_ version: ItemVersion) async throws(StoreError) -> ItemVersion {
    let text = try await reading.current(version)
    guard list.isWritable else { throw StoreError.notWritable(list.id) }
    if !allowsScheduling { try Invitations.refuse(text.bytes) }
    if let rest = CalendarResource(bytes: text.bytes, database: zones).rest {
      // Others are in it, which should not be; they stay.
      var question = DAVRequest("PUT", try place(text))
      question.headers = [Self.type]
      question.body = rest
      try await conditional(question, text, wanted: nil)
      throw StoreError.changedMeanwhile(version.ref, now: try await reread(text) ?? version)
    }
    try await conditional(DAVRequest("DELETE", try place(text)), text, wanted: nil)
    removed.append(text.resource.name)
    return version
  }

  /// Asks for a change of what has a tag, which the server is to compare.
  private mutating func conditional(
    _ question: DAVRequest, _ text: MirroredText, wanted: ItemContent?
  ) async throws(StoreError) {
    let tag = text.resource.tag
    guard !tag.isEmpty else {
      throw StoreError.invalid(
        "the server gives the item no version, so it could be another by now")
    }
    var question = question
    question.headers.append(("If-Match", EntityTag.strong(tag)))
    switch try await outcome(question, wanted: wanted, before: tag) {
    case .done: return
    case .refused(let answer) where [404, 409, 410, 412].contains(answer.innerStatus):
      let version = version(text)
      let now = try await reread(text)
      if now == version { throw refusal(answer) }
      throw now.map { .changedMeanwhile(version.ref, now: $0) } ?? .noItem(version.ref)
    case .refused(let answer): throw refusal(answer)
    case .otherwise:
      let version = version(text)
      throw try await reread(text).map { .changedMeanwhile(version.ref, now: $0) }
        ?? .noItem(version.ref)
    }
  }

  /// Reads an item anew; nil where it is no more.
  private func reread(_ text: MirroredText) async throws(StoreError) -> ItemVersion? {
    let (reading, resource) = (reading, text.resource)
    let texts = try await ServerErrorMapping.mapErrors {
      try await reading.texts(of: [(resource.name, resource.href, nil)])
    }
    try await mirror.update(
      known, keeping: texts, removing: texts.isEmpty ? [resource.name] : [])
    return texts.first.map { version($0) }
  }

  // MARK: Asking

  /// Asks for a change, finds out what became of it where the answer is lost, and counts where the server does
  /// not serve at all.
  private mutating func outcome(
    _ question: DAVRequest, wanted: ItemContent?, before tag: String?
  ) async throws(StoreError) -> ConfirmedChange.Outcome {
    outages += 1
    let outcome = try await ConfirmedChange(
      connection: connection, zones: zones, question: question, wanted: wanted, tag: tag
    ).outcome()
    if case .refused(let answer) = outcome, [401, 429, 502, 503, 504].contains(answer.status) {
      return outcome
    }
    outages = 0
    return outcome
  }

  /// Why a server does not take an item.
  private func refusal(_ answer: DAVResponse) -> StoreError {
    let status = answer.innerStatus
    guard (400..<500).contains(status), ![401, 408, 429].contains(status) else {
      return ServerErrorMapping.storeError(.refused(connection.failure(answer)))
    }
    let reason =
      (answer.errors.first { $0.isOfCalDAV } ?? answer.errors.first).map { ": \($0.local)" } ?? ""
    return .invalid("the server refuses it (\(status)\(reason))")
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

  /// True if a condition of CalDAV was not met: then it is the item that is not taken, not its name.
  ///
  /// Xandikos says so with 412 of a text that it cannot read.
  fileprivate var namesCondition: Bool { errors.contains { $0.isOfCalDAV } }
}
#endif
