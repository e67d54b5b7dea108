import CalendarItems
import CalendarStores
import Diagnostics
import ExactText
import StoreAccess

/// Finds the items that a command names, and asks where a name fits several.
struct StoreChooser {
  /// Whether all items are taken that a name fits.
  let takesAll: Bool

  /// The items that names mean, each once and in the order that they are in; all of them without a name.
  ///
  /// - Throws: `ExitStatus`, which is said, where a name fits none, or several without an answer.
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
        "\(place.label): no item is called \(name.quoted); expected a UID, its name in the store, or a "
          + "piece of its title", .noInput)
      throw .noInput
    }
    if found.count == 1 || takesAll { return found }
    let choice = AmbiguousName(
      heading: "\(name.quoted) fits \(found.count) items",
      shown: found.map { $0.shown(withUID: true) })
    return try choice.numbers(&messages).map { found[$0] }
  }

  /// The items of a UID, else of a name in the store, else of a title, else with a piece in their titles.
  private static func items(called name: String, in all: [FoundItem]) -> [FoundItem] {
    let wanted = name.lowercased()
    let ways: [(FoundItem) -> Bool] = [
      { $0.item.uid == name }, { $0.stored.id.name == name || $0.name == name },
      { $0.item.title.lowercased() == wanted },
      { $0.item.title.lowercased().contains(wanted) },
    ]
    for way in ways {
      let found = all.filter(way)
      if !found.isEmpty { return found }
    }
    return []
  }
}
