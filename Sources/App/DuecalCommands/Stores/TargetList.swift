import CalendarStores
import ExactText
import StoreAccess

/// A list that items go into.
struct TargetList {
  /// What it is called.
  let label: String
  /// The list; nil in a dry run for one that would be made.
  let list: ItemList?

  init(label: String, list: ItemList?) {
    self.label = label
    self.list = list
  }

  /// The list of a title or an id; nil where there is none.
  ///
  /// Of several with one title it is the first that may be changed.
  init?(called name: String, in open: OpenStore) throws(StoreError) {
    let all = try open.lists()
    let found = OpenStore.lists(called: name, in: all)
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
    // Nobody takes one that is not the first.
    try open.removeList(made)
    return first
  }
}
