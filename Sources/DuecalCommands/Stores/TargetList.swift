import CalendarStores

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

  /// Makes a list, unless this is a dry run.
  init(
    making details: ItemList.Details, in open: OpenStore, isDryRun: Bool
  ) throws(StoreError) {
    guard !isDryRun else {
      self.init(label: open.place.label(details.title), list: nil)
      return
    }
    let list = try open.createList(details)
    self.init(label: open.label(of: list, among: try open.lists()), list: list)
  }
}
