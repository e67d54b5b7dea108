import ArgumentParser
import CalendarSync
import DuecalConfiguration
import ExactText
import StoreAccess

/// Two stores to sync, with the options of the command and of the configuration.
struct SyncRequest {
  let stores: SyncSides<String>
  /// The words of the command that name the stores.
  fileprivate(set) var words: [String] = []
  /// The store that wins if one field was changed in both; nil for the default.
  let preference: SyncPreference?
  /// Which lists take part.
  let lists: ListPairing.Options
  /// Which lines of task files take part.
  let choice: SyncChoice

  init(
    _ stores: SyncSides<String>, _ preference: SyncPreference?, _ command: SyncCommand,
    lists: ListPairing.Options = ListPairing.Options(), choice: SyncChoice
  ) {
    self.stores = stores
    self.preference = preference
    self.choice = choice
    words = command.stores
    var lists = lists
    (lists.restoresLists, lists.droppedLists) = (command.restoreLists, command.dropList)
    let named = stores.map { StorePlace.parted($0).list }
    if let a = named.a, let b = named.b { lists.pairs.append(SyncSides(a: a, b: b)) }
    self.lists = lists
  }
}

extension SyncCommand {
  /// The two stores that were given, or the syncs of the configuration.
  func requests(_ runEnvironment: RunEnvironment) throws -> [SyncRequest] {
    let names = StoreNames(runEnvironment)
    if stores.count == 2 {
      let stores = try SyncSides(a: stores[0], b: stores[1]).map(names.syncAddress)
      return [SyncRequest(stores, prefer, self, choice: choice.given ?? SyncChoice())]
    }
    let syncs = try syncs(runEnvironment.configuration)
    let oneOnly =
      apply != nil
      ? "--apply"
      : resolve != nil
        ? "--resolve" : writing.json ? "--json" : dropList.isEmpty ? nil : "--drop-list"
    if let oneOnly, syncs.count > 1 {
      throw ValidationError("\(oneOnly) needs one sync; expected the name of one, or two stores")
    }
    return try syncs.map { sync in
      var request = SyncRequest(
        try sync.stores.map { text throws(ExitStatus) in
          // A name without a slash is one of [stores], whatever folders are here.
          guard text.hasPrefix("/") || text.hasPrefix("~/") else { return text }
          return try names.syncAddress(text)
        }, prefer ?? sync.preference, self,
        lists: sync.lists, choice: choice.given ?? sync.choice)
      request.words = [sync.name]
      return request
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
