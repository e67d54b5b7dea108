import CalendarItems
import CalendarStores
import Diagnostics
import ExactText
import StoreAccess

/// Finds the items that a command names, and asks if a name matches several.
struct StoreChooser {
  /// Whether a name stands for all items that match it.
  let takesAll: Bool
  /// The clock on which the items are shown of which one is to be chosen.
  let clock: ReaderClock

  /// The items that names match, without repetition and in their order in the store; all items if there are no names.
  ///
  /// - Throws: `ExitStatus`, after a report, if a name matches none, or several without an answer.
  func items(
    _ names: [String], of all: [FoundItem], place: StorePlace, messages: inout Messages
  ) throws(ExitStatus) -> [FoundItem] {
    guard !names.isEmpty else { return all }
    var chosen: Set<ItemRef> = []
    var failure: ExitStatus?
    for name in names {
      do throws(ExitStatus) {
        chosen.formUnion(try choose(name, all, place: place, messages: &messages).map(\.stored.id))
      } catch {
        failure = failure?.worse(error) ?? error
      }
    }
    if let failure { throw failure }
    return all.filter { chosen.contains($0.stored.id) }
  }

  private func choose(
    _ name: String, _ all: [FoundItem], place: StorePlace, messages: inout Messages
  ) throws(ExitStatus) -> [FoundItem] {
    let found = Self.items(called: name, in: all)
    guard !found.isEmpty else {
      messages.fail(
        "\(place.label): no item matches \(name.quoted); expected a UID, its name in the store, or "
          + "part of its title", .noInput)
      throw .noInput
    }
    if found.count == 1 || takesAll { return found }
    let choice = AmbiguousName(
      heading: "\(name.quoted) matches \(found.count) items",
      shown: found.map { $0.shown(withUID: true, on: clock) })
    return try choice.numbers(&messages).map { found[$0] }
  }

  /// The items with a UID; if there are none, those with a name in the store, then with a title, then with a part of
  /// their titles.
  private static func items(called name: String, in all: [FoundItem]) -> [FoundItem] {
    let wanted = name.lowercased()
    let filters: [(FoundItem) -> Bool] = [
      { $0.item.uid == name }, { $0.stored.id.name == name || $0.name == name },
      { $0.item.title.lowercased() == wanted },
      { $0.item.title.lowercased().contains(wanted) },
    ]
    for filter in filters {
      let found = all.filter(filter)
      if !found.isEmpty { return found }
    }
    return []
  }
}
