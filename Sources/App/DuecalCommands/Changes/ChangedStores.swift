import CalendarItems
import CalendarStores
import ExactText
import StoreAccess
import TaskBridge
import TaskFolderStore
import UserFiles

/// The stores among the sources of a change.
struct ChangedStores {
  /// A list of a store, whose items are lines in memory.
  struct List {
    let open: OpenStore
    let list: ItemList
    /// The name of the list: `work#Home`.
    let label: String
    let lines: ListLines

    /// The list and the title of the item of a line, for messages.
    func name(ofLine line: Int) -> String {
      "\(label): \(lines.item(atLine: line)?.item.shownTitle ?? "")"
    }
  }

  /// The lists, in the order of their stores.
  fileprivate(set) var lists: [List] = []
  /// The task files that a store of task files consists of; they are changed like all others.
  fileprivate(set) var files: [String] = []

  /// Reports the items that cannot be read, because a task that was not found may be one of them.
  func reportUnread(_ messages: inout Messages) {
    for list in lists {
      do throws(StoreError) {
        try list.open.reportUnread(in: list.list, called: list.label, &messages)
      } catch {
        messages.report(error, of: list.label)
      }
    }
  }
}

/// The sources of a change: task files, and stores.
struct ChangeSources {
  /// The task files, and folders of them.
  let files: [String]
  private let stores: [StorePlace]

  /// Sorts sources by kind; it may replace the process with `duecal-net`.
  init(_ given: [String], _ runEnvironment: RunEnvironment) throws(ExitStatus) {
    let names = StoreNames(runEnvironment)
    var (files, stores): ([String], [StorePlace]) = ([], [])
    for text in given {
      if let place = try Self.store(text, names) {
        stores.append(place)
      } else {
        files.append(text)
      }
    }
    try CalendarNetwork.prepare(for: stores)
    (self.files, self.stores) = (files, stores)
  }

  /// The store that a source is; nil for a file, which a change prefers to a store of the same name.
  static func store(_ text: String, _ names: StoreNames) throws(ExitStatus) -> StorePlace? {
    if !StoreAddress.isOne(text), FileTree.isFile(text) || FileTree.isFolder(text) { return nil }
    guard case .store(let place) = try names.source(text) else { return nil }
    return place
  }

  /// Opens the stores, and reads the items of their lists; reports and skips stores that cannot be read.
  func open(_ run: ChangeRun, messages: inout Messages) -> ChangedStores {
    var changed = ChangedStores()
    let opening = run.opening
    for place in stores {
      let open = opening.open(
        place, for: .changing, isDryRun: run.options.dryRun, messages: &messages)
      guard let open else { continue }
      do throws(StoreError) {
        if let folder = open.store as? TaskFolderStore {
          changed.files += try Self.files(of: open, folder)
        } else {
          changed.lists += try Self.lists(of: open, opening)
        }
      } catch {
        messages.report(error, of: place.label)
      }
    }
    return changed
  }

  private static func files(
    of open: OpenStore, _ folder: TaskFolderStore
  ) throws(StoreError) -> [String] {
    let lists = try open.meantLists().map(\.id)
    let paths = try StoreCall.wait { () async throws(StoreError) in
      var paths: [String] = []
      for list in lists { paths += try await folder.paths(of: list) }
      return paths
    }
    return ExactSet(paths).sorted()
  }

  private static func lists(
    of open: OpenStore, _ opening: StoreOpening
  ) throws(StoreError) -> [ChangedStores.List] {
    let all = try open.lists()
    var lists: [ChangedStores.List] = []
    for list in try open.meantLists() {
      lists.append(try opening.lines(of: list, in: open, among: all))
    }
    return lists
  }
}

extension StoreOpening {
  /// The items of a list as lines.
  func lines(
    of list: ItemList, in open: OpenStore, among all: [ItemList]
  ) throws(StoreError) -> ChangedStores.List {
    let label = open.label(of: list, among: all)
    let lines = ListLines(
      try open.items(matching: ItemPredicate(in: [list.id])), title: list.title, name: label,
      at: now, options: try lineOptions())
    return ChangedStores.List(open: open, list: list, label: label, lines: lines)
  }
}

extension ChangeRun {
  /// How the run opens stores: the times in their lines are read in the zone of the run.
  var opening: StoreOpening {
    var opening = StoreOpening(runEnvironment, options.stores)
    opening.command = command
    opening.zone = clock.zone
    return opening
  }
}
