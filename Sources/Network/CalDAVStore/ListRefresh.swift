import CalendarStores
import ExactText
import StoreMirror
import TaskDates
import WebAddresses
import WebDAV

/// Updates the cache of one list.
struct ListRefresh {
  let connection: DAVConnection
  let mirror: StoreMirror
  /// The address of the list.
  let address: CalendarAddress
  let list: ItemList.ID
  let now: Instant

  /// The differences between the server and the cache.
  private struct Delta {
    /// The resources on the server, with their ETags if the server sent them.
    var there: ExactDictionary<(href: String, tag: String?)> = [:]
    var gone: ExactSet = []
    var token: String?
    /// True if resources that are missing in it do not exist.
    var isWhole = false

    /// True if it contains most known resources unchanged.
    ///
    /// Some servers respond to an unknown token with all resources and do not report removed ones.
    func isSuspect(beside resources: ExactDictionary<MirroredResource>) -> Bool {
      let isSame = there.contains { name, entry in resources[name]?.tag == entry.tag }
      return !isWhole && isSame && there.count * 2 >= resources.count
    }
  }

  /// The time in seconds after which everything is listed again, because some servers omit changes.
  private static let longest = 86_400
  /// The maximum number of pages of changes, and the maximum size of all these pages together.
  private static let mostPages = 1000
  private static let mostBytes = DAVConnection.byteLimit
  /// The maximum number of texts in one request.
  private static let batch = 100

  /// Reads the changes, if there are any.
  ///
  /// - Parameters:
  ///   - fresh: The list on the server.
  ///   - known: The list in the cache.
  func update(to fresh: MirroredList, from known: MirroredList?) async throws {
    guard needsLook(fresh, known) else { return }
    let resources = try await resources()
    var delta = try await changes(fresh, known)
    if delta.map({ $0.isSuspect(beside: resources) }) ?? true { delta = try await listing(fresh) }
    guard let delta else { return }
    try await take(delta, resources, fresh: fresh, known: known)
  }

  private func needsLook(_ fresh: MirroredList, _ known: MirroredList?) -> Bool {
    guard let known, known.listed != nil, let mark = known.mark else { return true }
    return mark != fresh.mark || isOverdue(known)
  }

  private func isOverdue(_ known: MirroredList) -> Bool {
    known.listed.map { abs(now.seconds - $0.seconds) > Self.longest } ?? true
  }

  // MARK: Requests

  /// The changes since the last time; nil if the server does not know them, or reports none although there are some.
  private func changes(_ fresh: MirroredList, _ known: MirroredList?) async throws -> Delta? {
    guard let known, var token = known.token, fresh.token != nil, !isOverdue(known) else {
      return nil
    }
    var delta = Delta()
    var (pages, bytes) = (0, 0)
    if let second = TimestampToken(token) { token = second.before }
    while pages < Self.mostPages, bytes <= Self.mostBytes {
      let response = try await connection.send(
        DAVRequest("REPORT", address, depth: 0, xml: DAVBody.changes(since: token)))
      guard let all = response.multistatus, let next = all.token else {
        // Whatever the error for a rejected token is, everything can still be listed.
        if response.status == 401 || response.status == 429 || response.status >= 502 {
          throw DAVConnection.Failure.refused(connection.failure(response))
        }
        return nil
      }
      pages += 1
      bytes += response.body.count
      let known = delta.there.count + delta.gone.count
      for entry in all.responses { add(entry, to: &delta) }
      delta.token = next
      guard all.responses.contains(where: { $0.status == 507 }) else {
        return delta.there.isEmpty && delta.gone.isEmpty ? nil : delta
      }
      // There are more changes, and the only way to get them is to list everything.
      guard next != token, delta.there.count + delta.gone.count > known else { return nil }
      token = next
    }
    throw StoreError.unavailable(
      "the server reports changes without end: \(pages) answers, and more to come")
  }

  private func add(_ entry: Multistatus.Response, to delta: inout Delta) {
    guard let name = name(of: entry.href) else { return }
    if entry.status == 404 || entry.status == 410 {
      delta.gone.insert(name)
      delta.there[name] = nil
    } else if entry.status.map({ (200..<300).contains($0) }) ?? true {
      delta.gone.remove(name)
      delta.there[name] = (entry.href, entry.text(.dav("getetag")))
    }
  }

  /// The name of a resource in the list; nil for the list itself and other resources.
  private func name(of href: String) -> String? {
    guard let there = connection.trusted(href, from: address) else { return nil }
    let whole = ResourcePath.name(of: there.target)
    guard whole != list.name, there.target.last != "/" else { return nil }
    return ResourcePath.lastName(of: there.target)
  }

  private static let requestedProperties = DAVBody.properties(
    "getetag", "getcontenttype", "resourcetype")

  /// Lists all resources.
  private func listing(_ fresh: MirroredList) async throws -> Delta {
    let all = try await connection.multistatus(
      DAVRequest("PROPFIND", address, depth: 1, xml: Self.requestedProperties))
    var delta = Delta()
    delta.isWhole = true
    delta.token = fresh.token
    for entry in all.responses where Self.isCalendar(entry) { add(entry, to: &delta) }
    return delta
  }

  private static func isCalendar(_ entry: Multistatus.Response) -> Bool {
    if entry.properties[.dav("resourcetype")]?.first(.dav("collection")) != nil { return false }
    guard let type = entry.text(.dav("getcontenttype"))?.lowercased() else { return true }
    return type.contains("calendar") || type.contains("octet-stream")
  }

  // MARK: Saving

  private func resources() async throws -> ExactDictionary<MirroredResource> {
    var resources: ExactDictionary<MirroredResource> = [:]
    for resource in try await mirror.resources(in: list) { resources[resource.name] = resource }
    return resources
  }

  private func take(
    _ delta: Delta, _ resources: ExactDictionary<MirroredResource>, fresh: MirroredList,
    known: MirroredList?
  ) async throws {
    // A server that counts in seconds may use an ETag twice, so all resources that it names are read.
    let namesAll = !delta.isWhole && delta.token.flatMap(TimestampToken.init) != nil
    let wanted = delta.there.filter { name, entry in
      namesAll || entry.tag == nil || resources[name]?.tag != entry.tag
    }
    var gone = delta.gone.intersection(resources.keys)
    if delta.isWhole {
      let missing = ExactSet(resources.keys).subtracting(delta.there.keys)
      try await confirm(missing.sorted().compactMap { resources[$0] }, of: resources.count)
      gone.formUnion(missing)
    }
    var state = fresh
    state.token = delta.token
    state.listed = delta.isWhole ? now : known?.listed
    try await bring(wanted, gone, state: state, old: known ?? fresh)
  }

  /// Reads texts in batches; the new state is saved only after all texts are.
  private func bring(
    _ wanted: ExactDictionary<(href: String, tag: String?)>, _ gone: ExactSet,
    state: MirroredList,
    old: MirroredList
  ) async throws {
    var gone = gone
    let names = wanted.keys.sorted()
    for start in stride(from: 0, to: names.count, by: Self.batch) {
      let batch = names[start..<min(names.count, start + Self.batch)]
      let texts = try await self.texts(
        of: batch.compactMap { name in wanted[name].map { (name, $0.href, $0.tag) } })
      gone.formUnion(ExactSet(batch).subtracting(texts.map(\.resource.name)))
      guard start + Self.batch < names.count else {
        return try await mirror.update(state, keeping: texts, removing: gone.sorted())
      }
      var unfinished = old
      unfinished.mark = nil
      try await mirror.update(unfinished, keeping: texts)
    }
    try await mirror.update(state, keeping: [], removing: gone.sorted())
  }

  /// Throws an error if a listing omits resources that still exist.
  ///
  /// A failing server, or a page instead of a response, must not empty a list.
  private func confirm(_ missing: [MirroredResource], of count: Int) async throws {
    let most = missing.count * 2 > count ? 10 : 2
    let step = max(1, missing.count / most)
    for index in stride(from: 0, to: missing.count, by: step) {
      guard let there = try? address.redirected(to: missing[index].href) else { continue }
      let response = try await connection.send(DAVRequest("GET", there))
      guard response.isGone else {
        throw StoreError.unavailable(
          "the server does not list \(missing.count) items that it still has; nothing is removed "
            + "here"
        )
      }
    }
  }

  // MARK: Texts

  /// The text of an item as it was read.
  ///
  /// - Throws: `StoreError.noItem` if it does not exist, `StoreError.changedMeanwhile` if it has another version now.
  func current(_ version: ItemVersion) async throws(StoreError) -> MirroredText {
    guard version.ref.list == list, let text = try await mirror.text(at: version.ref) else {
      throw .noItem(version.ref)
    }
    guard text.version == version.tag else {
      throw .changedMeanwhile(version.ref, now: ItemVersion(version.ref, tag: text.version))
    }
    return text
  }

  /// The texts of resources; those that no longer exist are left out.
  func texts(
    of wanted: [(name: String, href: String, tag: String?)]
  ) async throws -> [MirroredText] {
    let response = try await connection.send(
      DAVRequest("REPORT", address, depth: 1, xml: DAVBody.texts(of: wanted.map(\.href))))
    guard !response.isPage else {
      throw DAVConnection.Failure.refused(connection.failure(response))
    }
    var found: ExactDictionary<MirroredText> = [:]
    var gone: ExactSet = []
    for entry in response.multistatus?.responses ?? [] {
      guard let name = name(of: entry.href) else { continue }
      if entry.status == 404 { gone.insert(name) }
      guard let data = entry.properties[.caldav("calendar-data")]?.text,
        let tag = entry.text(.dav("getetag"))
      else { continue }
      let resource = MirroredResource(name: name, href: entry.href, tag: tag)
      found[name] = MirroredText(resource, bytes: ResourceText.lines(of: data))
    }
    for (name, href, tag) in wanted where found[name] == nil && !gone.contains(name) {
      // Some servers omit resources that do not exist, and others omit existing ones.
      found[name] = try await text(name, href, tag: tag)
    }
    return wanted.compactMap { found[$0.name] }
  }

  /// The text of a single resource; nil if there is none.
  private func text(_ name: String, _ href: String, tag: String?) async throws -> MirroredText? {
    guard let there = try? address.redirected(to: href) else { return nil }
    let response = try await connection.send(DAVRequest("GET", there))
    if response.isGone { return nil }
    guard response.status == 200, !response.isPage else {
      throw DAVConnection.Failure.refused(connection.failure(response))
    }
    let resource = MirroredResource(
      name: name, href: href, tag: tag ?? response.values(of: "etag").first ?? "")
    return MirroredText(resource, bytes: response.body)
  }
}

/// The text of an item in XML, which does not preserve CR.
enum ResourceText {
  /// The text with the line endings of iCalendar (RFC 5545, section 3.1).
  static func lines(of text: String) -> [UInt8] {
    let bytes = Array(text.utf8.drop { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 })
    guard !bytes.contains(0x0D) else { return bytes }
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count + bytes.count / 20)
    for byte in bytes {
      if byte == 0x0A { lines.append(0x0D) }
      lines.append(byte)
    }
    return lines
  }
}
