import CalendarItems
import CalendarStores
import ExactText
import StoreAccess

/// The list that items are written into.
struct TargetList {
  /// The name of the list.
  let label: String
  /// The list; nil for a list that a dry run would create.
  let list: ItemList?

  init(label: String, list: ItemList?) {
    self.label = label
    self.list = list
  }

  /// Finds the list with a title or an ID; nil if there is none.
  ///
  /// Of several lists with one title, it is the first that accepts the kind of item and may be changed.
  init?(
    called name: String, for kind: CalendarItem.Kind? = nil, in open: OpenStore
  ) throws(StoreError) {
    let all = try open.lists()
    let titled = OpenStore.lists(called: name, in: all)
    let fitting = titled.filter { list in kind.map(list.details.kinds.contains) ?? true }
    let found = fitting.isEmpty ? titled : fitting
    guard let list = found.first(where: \.isWritable) ?? found.first else { return nil }
    self.init(label: open.label(of: list, among: all), list: list)
  }

  /// Creates a missing list, unless this is a dry run, and reports it.
  ///
  /// If several runs create the same list at once, all use one of them.
  ///
  /// - Parameter others: Lists that are known to be different, whatever their names.
  init(
    making details: ItemList.Details, in open: OpenStore, besides others: Set<ItemList.ID> = [],
    isDryRun: Bool, report: inout StoreReport
  ) throws(StoreError) {
    if isDryRun {
      self.init(label: open.place.label(details.title), list: nil)
    } else {
      let list = try Self.made(details, in: open, besides: others)
      self.init(label: open.label(of: list, among: try open.lists()), list: list)
    }
    report.add(StoreOutcome(kind: .added, list: label, title: nil, uid: nil))
  }

  private static func made(
    _ details: ItemList.Details, in open: OpenStore, besides others: Set<ItemList.ID>
  ) throws(StoreError) -> ItemList {
    let before = try open.lists()
    let isIt = { (list: ItemList) in
      list.title == details.title && list.isWritable && !others.contains(list.id)
    }
    if let there = before.first(where: isIt) { return there }
    let made = try open.createList(details)
    let twins = try open.lists().filter { isIt($0) && !before.contains($0) }
    guard let first = twins.min(by: { $0.id < $1.id }), first.id != made.id else { return made }
    // If several runs created it, all use the first.
    try open.removeList(made)
    return first
  }
}
