import CalendarSync
import Diagnostics
import ExactText
import StoreAccess
import TOMLText
import TaskBridge
import TaskQuery
import WebAddresses

extension ConfigurationReader {
  /// Reads a key of `[sync.NAME]`.
  mutating func takeSyncKey(_ entry: TOMLEntry) {
    let index = syncIndex(entry)
    switch entry.words[2] {
    case "a": if let store = store(entry) { configuration.syncs[index].stores.a = store }
    case "b": if let store = store(entry) { configuration.syncs[index].stores.b = store }
    case "prefer": configuration.syncs[index].preference = preference(entry)
    case "lists": configuration.syncs[index].lists.createsLists = createsLists(entry)
    case "pairs": configuration.syncs[index].lists.pairs = pairs(entry)
    default: takeSyncChoice(entry, index)
    }
  }

  private mutating func takeSyncChoice(_ entry: TOMLEntry, _ index: Int) {
    guard let choice = choice(configuration.syncs[index].choice, changedBy: entry) else {
      return reportUnknownSyncKey(entry)
    }
    configuration.syncs[index].choice = choice
  }

  /// Reads a key that chooses lines of task files; nil for another key.
  mutating func choice(_ old: SyncChoice, changedBy entry: TOMLEntry) -> SyncChoice? {
    var choice = old
    switch entry.words.last {
    case "project": choice.projects = texts(entry)
    case "tag": choice.tags = texts(entry)
    case "where": choice.queries = queries(entry)
    case "search": choice.searches = texts(entry)
    case "class": choice.classes = classes(entry)
    case "archive": choice.includesArchive = flag(entry)
    case "imported": choice.includesImported = flag(entry)
    default: return nil
    }
    return choice
  }

  private mutating func syncIndex(_ entry: TOMLEntry) -> Int {
    let name = entry.path[1].text
    if let index = configuration.syncs.firstIndex(where: { $0.name == name }) { return index }
    configuration.syncs.append(Configuration.Sync(name: name))
    configuration.lines["sync.\(name)"] = document.line(ofByte: entry.path[1].offset)
    syncOffsets.append(entry.path[1].offset)
    return configuration.syncs.count - 1
  }

  private mutating func reportUnknownSyncKey(_ entry: TOMLEntry) {
    let keys = [
      "a", "archive", "b", "class", "imported", "lists", "pairs", "prefer", "project", "search",
      "tag",
      "where",
    ]
    let nearest = NearestName.of(entry.words[2], in: keys)
    report(
      entry.path[2].offset,
      "a sync has no key \(entry.words[2].quoted); expected "
        + (nearest ?? "one of \(keys.joined(separator: ", "))"))
  }

  // MARK: Values

  private mutating func store(_ entry: TOMLEntry) -> String? {
    let expected = "a store, such as \"tasks:~/notes\" or the name of one in [stores]"
    guard case .string(let text) = entry.element.value, !text.isEmpty else {
      refuse(entry, expected: expected)
      return nil
    }
    let name = entry.words.joined(separator: ".")
    if CalendarAddress.isOne(text) { refuse(entry, expected: expected) }
    if StoreAddress.isOne(text) {
      checkPath(of: text, named: name, entry.element, expected: expected)
    }
    return text
  }

  private mutating func preference(_ entry: TOMLEntry) -> SyncPreference? {
    if case .string(let text) = entry.element.value, let value = SyncPreference(rawValue: text) {
      return value
    }
    refuse(entry, expected: "\"a\", \"b\" or \"ask\"")
    return nil
  }

  private mutating func createsLists(_ entry: TOMLEntry) -> Bool {
    switch entry.element.value {
    case .string("create"): return true
    case .string("existing"): return false
    default:
      refuse(entry, expected: "\"create\" or \"existing\"")
      return true
    }
  }

  /// Reads titles of lists that belong together: `pairs = [["inbox", "Tasks"]]`.
  private mutating func pairs(_ entry: TOMLEntry) -> [SyncSides<String>] {
    var pairs: [SyncSides<String>] = []
    if case .array(let elements) = entry.element.value {
      pairs = elements.compactMap(Self.pair)
      if pairs.count == elements.count { return pairs }
    }
    refuse(entry, expected: "pairs of titles, such as [[\"inbox\", \"Tasks\"]]")
    return []
  }

  private static func pair(_ element: TOMLElement) -> SyncSides<String>? {
    guard case .array(let titles) = element.value, titles.count == 2,
      case .string(let a) = titles[0].value, case .string(let b) = titles[1].value
    else { return nil }
    return SyncSides(a: a, b: b)
  }

  /// Reads a text, or an array of texts.
  private mutating func texts(_ entry: TOMLEntry) -> [String] {
    let elements: [TOMLElement] =
      if case .array(let all) = entry.element.value { all } else { [entry.element] }
    let texts = elements.compactMap { element -> String? in
      if case .string(let text) = element.value, !text.isEmpty { text } else { nil }
    }
    if texts.count != elements.count { refuse(entry, expected: "a text, or an array of texts") }
    return texts
  }

  private mutating func classes(_ entry: TOMLEntry) -> [String] {
    let words = texts(entry)
    if !words.allSatisfy({ Vocabulary.classification($0) != nil }) {
      refuse(entry, expected: "\"private\" or \"confidential\"")
    }
    return words
  }

  /// Reads queries over outlines, and reports the first mistake of each.
  private mutating func queries(_ entry: TOMLEntry) -> [String] {
    let queries = texts(entry)
    for query in queries {
      do throws(QueryError) {
        _ = try Query(parsing: query)
      } catch {
        let name = entry.words.joined(separator: ".")
        report(entry.element.offset, "\(name): \(query.quoted): \(error)")
      }
    }
    return queries
  }

  mutating func flag(_ entry: TOMLEntry) -> Bool {
    if case .boolean(let value) = entry.element.value { return value }
    refuse(entry, expected: "true or false")
    return false
  }

  // MARK: Results

  /// Reports syncs without two stores, after all their keys are read.
  mutating func finishSyncs() {
    for (sync, offset) in zip(configuration.syncs, syncOffsets) {
      for side in SyncSide.allCases where sync.stores[side].isEmpty && faults.isEmpty {
        report(
          offset,
          "sync.\(sync.name): the store \(side.rawValue) is missing; expected the keys a and b")
      }
    }
  }
}
