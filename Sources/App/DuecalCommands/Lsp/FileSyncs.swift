import CalendarStores
import CalendarSync
import EditorAnswers
import ExactText
import LineState
import StoreAccess
import TaskDates
import TaskFolderStore

/// The syncs of the lists of a task file.
struct FileSyncs {
  /// The canonical path of the file.
  private let path: String
  /// The path that names its lists, which a renamed file keeps.
  private let origin: String
  private let runEnvironment: RunEnvironment

  init(_ known: KnownTaskFile, _ runEnvironment: RunEnvironment) {
    path = known.path
    origin = known.details.origin ?? known.path
    self.runEnvironment = runEnvironment
  }

  /// A list of the file, the store that it is synced with, and when.
  private struct ListSync {
    let place: StorePlace
    let list: ItemList.ID
    let partner: String
    let time: Instant?
  }

  private var all: [ListSync] {
    let lists = (try? SyncStateFile(runEnvironment).lists()) ?? []
    let names = StoreNames(runEnvironment)
    return lists.flatMap { synced in
      SyncSide.allCases.compactMap { side -> ListSync? in
        guard synced.stores[side].hasPrefix("\(StoreKind.taskFiles.scheme):"),
          let place = try? names.store(withIdentity: synced.stores[side]),
          TaskFolderStore.has(path, named: origin, in: synced.lists[side], of: place.address.rest)
        else { return nil }
        return ListSync(
          place: place, list: synced.lists[side], partner: synced.stores[side.other],
          time: synced.time)
      }
    }
  }

  /// The last sync with each store, by address.
  var last: [LineOrigins.Sync] {
    var last: ExactDictionary<Instant> = [:]
    for sync in all {
      if let time = sync.time { last[sync.partner] = max(time, last[sync.partner] ?? time) }
    }
    return last.keys.sorted().compactMap { store in
      last[store].map { LineOrigins.Sync(store: store, time: $0) }
    }
  }

  /// The reason why the next sync would neither read nor change the file; nil if it would.
  var reasonToFreeze: String? {
    guard let sync = all.first,
      case .unavailable(let reason)? = StoreOpening(runEnvironment)
        .error(reading: sync.list, of: sync.place)
    else { return nil }
    // An editor shows the message at the file.
    return reason.hasPrefix("\(path): ") ? String(reason.dropFirst(path.count + 2)) : reason
  }
}
