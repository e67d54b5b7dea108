import ArgumentParser
import CalendarSync
import DuecalConfiguration
import ExactText
import StoreAccess

/// Two stores to sync, with the options of the command and of the configuration.
struct SyncRequest {
  let stores: SyncSides<String>
  /// The store that wins if one field was changed in both; nil for the default.
  let preference: SyncPreference?
  /// Which lists take part.
  let lists: ListPairing.Options
  /// Which lines of task files take part.
  let choice: SyncChoice

  init(
    _ stores: SyncSides<String>, _ preference: SyncPreference?, _ restoresLists: Bool,
    lists: ListPairing.Options = ListPairing.Options(), choice: SyncChoice
  ) {
    self.stores = stores
    self.preference = preference
    self.choice = choice
    var lists = lists
    lists.restoresLists = restoresLists
    let named = stores.map { StorePlace.parted($0).list }
    if let a = named.a, let b = named.b { lists.pairs.append(SyncSides(a: a, b: b)) }
    self.lists = lists
  }
}

extension SyncCommand {
  /// The two stores that were given, or the syncs of the configuration.
  func requests(_ configuration: Configuration) throws -> [SyncRequest] {
    if stores.count == 2 {
      return [
        SyncRequest(
          SyncSides(a: stores[0], b: stores[1]), prefer, restoreLists,
          choice: choice.given ?? SyncChoice())
      ]
    }
    let syncs = try syncs(configuration)
    let oneOnly =
      apply != nil ? "--apply" : resolve != nil ? "--resolve" : writing.json ? "--json" : nil
    if let oneOnly, syncs.count > 1 {
      throw ValidationError("\(oneOnly) needs one sync; expected the name of one, or two stores")
    }
    return syncs.map { sync in
      SyncRequest(
        sync.stores, prefer ?? sync.preference, restoreLists, lists: sync.lists,
        choice: choice.given ?? sync.choice)
    }
  }

  private func syncs(_ configuration: Configuration) throws -> [Configuration.Sync] {
    let all = configuration.syncs
    guard let name = stores.first else {
      guard !all.isEmpty else {
        throw ValidationError(
          "no stores were given, and the configuration has no [sync.NAME]; expected two stores, such as "
            + "tasks:~/notes vdir:~/calendars")
      }
      return all
    }
    guard let sync = all.first(where: { $0.name == name }) else {
      throw ValidationError(
        "the configuration has no [sync.\(name)]; expected two stores, or "
          + (all.isEmpty ? "such a table" : all.map(\.name).joined(separator: ", ")))
    }
    return [sync]
  }
}
