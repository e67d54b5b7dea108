#if Network
import CalendarStores
import ExactText
import StoreMirror
import TaskDates
import WebAddresses

/// Brings the mirror of one list up to date.
struct ListRefresh {
  let connection: DAVConnection
  let mirror: StoreMirror
  /// The address of the list.
  let address: CalendarAddress
  let list: ItemList.ID
  let now: Instant

  /// What is other on the server than in the mirror.
  private struct Delta {
    /// What is there, with its tag where the server says it.
    var there: ExactDictionary<(href: String, tag: String?)> = [:]
    var gone: ExactSet = []
    var token: String?
    /// True if what is not in it was not there.
    var isWhole = false

    /// True if it has most of what is here and did not change: some servers answer a token that they do not
    /// know with all that there is, and say nothing of what is gone.
    func isSuspect(beside resources: ExactDictionary<MirroredResource>) -> Bool {
      let isSame = there.contains { name, said in resources[name]?.tag == said.tag }
      return !isWhole && isSame && there.count * 2 >= resources.count
    }
  }

  /// After how many seconds all is listed again, for servers that forget to tell a change.
  private static let longest = 86_400
  /// The most pages of changes from a server, and the most bytes of all these pages together.
  private static let mostPages = 1000
  private static let mostBytes = DAVConnection.byteLimit
  /// How many texts are asked for at once.
  private static let batch = 100

  /// Reads what changed, if anything did.
  ///
  /// - Parameters:
  ///   - fresh: The list as the server has it now.
  ///   - known: What the mirror knows of it.
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

  // MARK: Asking

  /// What changed since the last time; nil where the server does not know, or says nothing though there is
  /// something.
  private func changes(_ fresh: MirroredList, _ known: MirroredList?) async throws -> Delta? {
    guard let known, var token = known.token, fresh.token != nil, !isOverdue(known) else {
      return nil
    }
    var delta = Delta()
    var (pages, bytes) = (0, 0)
    if let second = TimestampToken(token) { token = second.before }
    while pages < Self.mostPages, bytes <= Self.mostBytes {
      let answer = try await connection.ask(
        DAVRequest("REPORT", address, depth: 0, xml: DAVBody.changes(since: token)))
      guard let all = answer.multistatus, let next = all.token else {
        // Whatever a server says of a token that it does not take, all can be listed.
        if answer.status == 401 || answer.status == 429 || answer.status >= 502 {
          throw DAVConnection.Failure.refused(connection.failure(answer))
        }
        return nil
      }
      pages += 1
      bytes += answer.body.count
      let known = delta.there.count + delta.gone.count
      for response in all.responses { add(response, to: &delta) }
      delta.token = next
      guard all.responses.contains(where: { $0.status == 507 }) else {
        return delta.there.isEmpty && delta.gone.isEmpty ? nil : delta
      }
      // There is more, and no way to ask for it but to list all.
      guard next != token, delta.there.count + delta.gone.count > known else { return nil }
      token = next
    }
    throw StoreError.unavailable(
      "the server tells changes without end: \(pages) answers, and more to come")
  }

  private func add(_ said: Multistatus.Response, to delta: inout Delta) {
    guard let name = name(of: said.href) else { return }
    if said.status == 404 || said.status == 410 {
      delta.gone.insert(name)
      delta.there[name] = nil
    } else if said.status.map({ (200..<300).contains($0) }) ?? true {
      delta.gone.remove(name)
      delta.there[name] = (said.href, said.text(.dav("getetag")))
    }
  }

  /// The name of a resource that is in the list; nil for the list itself and for all else.
  private func name(of href: String) -> String? {
    guard let there = connection.trusted(href, from: address) else { return nil }
    let whole = ResourcePath.name(of: there.target)
    guard whole != list.name, there.target.last != "/" else { return nil }
    return ResourcePath.lastName(of: there.target)
  }

  private static let question = DAVBody.properties("getetag", "getcontenttype", "resourcetype")

  /// All that is there.
  private func listing(_ fresh: MirroredList) async throws -> Delta {
    let all = try await connection.multistatus(
      DAVRequest("PROPFIND", address, depth: 1, xml: Self.question))
    var delta = Delta()
    delta.isWhole = true
    delta.token = fresh.token
    for response in all.responses where Self.isCalendar(response) { add(response, to: &delta) }
    return delta
  }

  private static func isCalendar(_ said: Multistatus.Response) -> Bool {
    if said.properties[.dav("resourcetype")]?.first(.dav("collection")) != nil { return false }
    guard let type = said.text(.dav("getcontenttype"))?.lowercased() else { return true }
    return type.contains("calendar") || type.contains("octet-stream")
  }

  // MARK: Taking

  private func resources() async throws -> ExactDictionary<MirroredResource> {
    var resources: ExactDictionary<MirroredResource> = [:]
    for resource in try await mirror.resources(in: list) { resources[resource.name] = resource }
    return resources
  }

  private func take(
    _ delta: Delta, _ resources: ExactDictionary<MirroredResource>, fresh: MirroredList,
    known: MirroredList?
  ) async throws {
    // A server that counts in seconds may give a tag twice: all that it names is read.
    let namesAll = !delta.isWhole && delta.token.flatMap(TimestampToken.init) != nil
    let wanted = delta.there.filter { name, said in
      namesAll || said.tag == nil || resources[name]?.tag != said.tag
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

  /// Brings texts in batches; the new state holds only when all are there.
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

  /// Stops where a listing leaves out what is there.
  ///
  /// A server that fails, or a page in its place, must not empty a list.
  private func confirm(_ missing: [MirroredResource], of count: Int) async throws {
    let most = missing.count * 2 > count ? 10 : 2
    let step = max(1, missing.count / most)
    for index in stride(from: 0, to: missing.count, by: step) {
      guard let there = try? address.redirected(to: missing[index].href) else { continue }
      let answer = try await connection.ask(DAVRequest("GET", there))
      guard answer.isGone else {
        throw StoreError.unavailable(
          "the server lists nothing of \(missing.count) items that it has all the same; nothing is removed here"
        )
      }
    }
  }

  // MARK: Texts

  /// The text of an item as it was read.
  ///
  /// - Throws: `StoreError.noItem` where it is not there, `StoreError.changedMeanwhile` where it is another by
  ///   now.
  func current(_ version: ItemVersion) async throws(StoreError) -> MirroredText {
    guard version.ref.list == list, let text = try await mirror.text(at: version.ref) else {
      throw .noItem(version.ref)
    }
    guard text.version == version.tag else {
      throw .changedMeanwhile(version.ref, now: ItemVersion(version.ref, tag: text.version))
    }
    return text
  }

  /// The texts of resources; what is not there any more is left out.
  func texts(
    of wanted: [(name: String, href: String, tag: String?)]
  ) async throws -> [MirroredText] {
    let answer = try await connection.ask(
      DAVRequest("REPORT", address, depth: 1, xml: DAVBody.texts(of: wanted.map(\.href))))
    guard !answer.isPage else { throw DAVConnection.Failure.refused(connection.failure(answer)) }
    var found: ExactDictionary<MirroredText> = [:]
    var gone: ExactSet = []
    for said in answer.multistatus?.responses ?? [] {
      guard let name = name(of: said.href) else { continue }
      if said.status == 404 { gone.insert(name) }
      guard let data = said.properties[.caldav("calendar-data")]?.text,
        let tag = said.text(.dav("getetag"))
      else { continue }
      let resource = MirroredResource(name: name, href: said.href, tag: tag)
      found[name] = MirroredText(resource, bytes: ResourceText.lines(of: data))
    }
    for (name, href, tag) in wanted where found[name] == nil && !gone.contains(name) {
      // Some servers leave out what is not there, and some what is.
      found[name] = try await text(name, href, tag: tag)
    }
    return wanted.compactMap { found[$0.name] }
  }

  /// A text that is asked for alone; nil where there is none.
  private func text(_ name: String, _ href: String, tag: String?) async throws -> MirroredText? {
    guard let there = try? address.redirected(to: href) else { return nil }
    let answer = try await connection.ask(DAVRequest("GET", there))
    if answer.isGone { return nil }
    guard answer.status == 200, !answer.isPage else {
      throw DAVConnection.Failure.refused(connection.failure(answer))
    }
    let resource = MirroredResource(
      name: name, href: href, tag: tag ?? answer.values(of: "etag").first ?? "")
    return MirroredText(resource, bytes: answer.body)
  }
}

/// The text of an item as it comes in XML, which knows no CR.
enum ResourceText {
  /// The lines with the ends that iCalendar has (RFC 5545, section 3.1).
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
#endif
