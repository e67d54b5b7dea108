import CalendarItems
import CalendarStores
import ExactText
import LineState

/// Changing lists of several files.
extension TaskFolderStore {
  /// Applies each change to the file that has its item; new ones go to the file of their parent, or of the series that they
  /// are an occurrence of, otherwise to the one for new items.
  func applyByFile(
    _ changes: [ItemChange], _ list: FolderList
  ) throws(StoreError) -> [Result<ItemVersion, StoreError>] {
    let places = try places(in: list)
    let series = changes.contains(where: \.mayBeOccurrence) ? try seriesPlaces(in: list) : [:]
    var results: [Int: Result<ItemVersion, StoreError>] = [:]
    var groups: [(part: FolderList, changes: [Int])] = []
    for (index, change) in changes.enumerated() {
      guard let part = part(of: list, for: change, places, series) else {
        results[index] = change.ref.map { .failure(.noItem($0)) }
        continue
      }
      if let group = groups.firstIndex(where: { $0.part == part }) {
        groups[group].changes.append(index)
      } else {
        groups.append((part, [index]))
      }
    }
    for (part, indices) in groups {
      let done = try apply(indices.map { changes[$0] }, in: part)
      for (index, result) in zip(indices, done) { results[index] = result }
    }
    return changes.indices.compactMap { results[$0] }
  }

  /// The part of a list that a change concerns; nil if no part has its item.
  private func part(
    of list: FolderList, for change: ItemChange, _ places: ExactDictionary<FolderList>,
    _ series: ExactDictionary<FolderList>
  ) -> FolderList? {
    guard case .create(let content) = change else { return change.ref.flatMap(list.part) }
    return places[content.item.uid] ?? content.item.parentUID.flatMap { places[$0] }
      ?? (change.mayBeOccurrence ? series[content.item.title] : nil) ?? list.part(list.file)
  }

  /// The parts of a list that have open series, by the titles of these.
  private func seriesPlaces(
    in list: FolderList
  ) throws(StoreError) -> ExactDictionary<FolderList> {
    var places: ExactDictionary<FolderList> = [:]
    for part in list.parts {
      for known in try current(part.file).known.items where part.holds(known) && known.line != nil {
        guard let item = content(of: known)?.item, item.kind == .reminder, item.recurs,
          !item.isClosed, places[item.title] == nil
        else { continue }
        places[item.title] = part
      }
    }
    return places
  }

  /// The parts of a list that have its items, by UID; throws if one of the files is unsafe.
  private func places(in list: FolderList) throws(StoreError) -> ExactDictionary<FolderList> {
    var places: ExactDictionary<FolderList> = [:]
    for part in list.parts {
      for item in try current(part.file).known.items where part.holds(item) {
        places[item.uid] = part
      }
    }
    return places
  }
}

extension ItemChange {
  /// True for a new reminder that may be an occurrence of a series, as many programs complete one.
  fileprivate var mayBeOccurrence: Bool {
    guard case .create(let content) = self else { return false }
    return content.item.kind == .reminder && content.item.recurrence == nil
  }

  /// The item that is changed; nil for a new one.
  fileprivate var ref: ItemRef? {
    switch self {
    case .create: nil
    case .update(let version, _), .remove(let version): version.ref
    }
  }
}
