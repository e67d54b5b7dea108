import CalendarItems
import CalendarStores
import Diagnostics
import ExactText
import StoreAccess
import StoredText
import TaskDates
import TaskFolderStore

/// Gives the items of a store that duecal made the present data of their zones, after these have changed.
///
/// They keep their local times. Items of other programs, and those with guests, are only named. Lines of such items get the
/// time that the calendars say.
struct ZoneRenewal {
  private let open: OpenStore
  private var renewed: [String] = []
  private var different: [String] = []
  /// The items whose lines were corrected.
  private var corrected: [String] = []

  private init(_ open: OpenStore) { self.open = open }

  /// Looks at all items of a store if the zone data are others than in the last run with this store.
  ///
  /// If a list cannot be read, the next run looks again.
  static func run(
    _ open: OpenStore, _ runEnvironment: RunEnvironment, _ messages: inout Messages
  ) {
    guard open.store.capabilities.contains(.preservesText),
      open.place.address.scheme != "memory",
      let known = KnownZoneData(of: open.place.syncIdentity, runEnvironment), !known.isCurrent
    else { return }
    var renewal = ZoneRenewal(open)
    do throws(StoreError) {
      if let folder = open.store as? TaskFolderStore {
        renewal.corrected = try StoreCall.wait { () async throws(StoreError) in
          try await folder.correctZones()
        }
      } else {
        for list in try open.meantLists() where list.isWritable {
          try renewal.renew(list, &messages)
        }
      }
      known.save()
    } catch {
      // A list that this run makes has nothing to renew.
      if case StoreError.noList = error { return }
      messages.log("\(open.place.name): \(error)")
    }
    renewal.report(&messages)
  }

  private mutating func renew(
    _ list: ItemList, _ messages: inout Messages
  ) throws(StoreError) {
    var changes: [ItemChange] = []
    for refs in try open.versions(in: list).map(\.ref).sorted().portions(of: 200) {
      for item in try open.items(at: refs) {
        switch ZoneStanding(item.content) {
        case .right: break
        case .outdated:
          renewed.append(item.item.shownTitle)
          changes.append(.update(item.version, item.content))
        case .differs: different.append(item.item.shownTitle)
        }
      }
    }
    for portion in changes.portions(of: 200) {
      for case .failure(let error) in try open.apply(portion, to: list.id) {
        guard let failure = try renewAgain(after: error, in: list) else { continue }
        messages.report(failure, of: open.label(of: list, among: [list]))
      }
    }
  }

  /// Renews an item whose file has changed with another item of it; usually it has the new VTIMEZONE already.
  ///
  /// Returns why it was not renewed; nil for one that is right now.
  private func renewAgain(
    after error: StoreError, in list: ItemList
  ) throws(StoreError) -> StoreError? {
    guard case .changedMeanwhile(let ref, _) = error else { return error }
    guard let item = try open.items(at: [ref]).first, ZoneStanding(item.content) == .outdated
    else { return nil }
    let results = try open.apply([.update(item.version, item.content)], to: list.id)
    if case .failure(let error)? = results.first { return error }
    return nil
  }

  private func report(_ messages: inout Messages) {
    if !corrected.isEmpty {
      messages.warn(
        "\(open.place.name): the time zone data have changed, and the calendars of "
          + "\(Self.items(corrected)) define the time zone otherwise: the lines now have the times "
          + "of the calendars: \(Self.names(corrected))")
    }
    if !renewed.isEmpty {
      messages.warn(
        "\(open.place.name): the time zone data have changed: \(Self.items(renewed)) of duecal "
          + "\(renewed.count == 1 ? "keeps its time of day" : "keep their times of day"), which is "
          + "another instant now: \(Self.names(renewed))")
    }
    if !different.isEmpty {
      messages.warn(
        "\(open.place.name): \(Self.items(different)) of other programs, or with guests, "
          + "\(different.count == 1 ? "has" : "have") a VTIMEZONE that differs from the system's "
          + "zone on dates of the item, and stay as they are: \(Self.names(different))")
    }
  }

  private static func items(_ titles: [String]) -> String {
    titles.count == 1 ? "1 item" : "\(titles.count) items"
  }

  private static func names(_ titles: [String]) -> String {
    let more = titles.count > 10 ? ", …" : ""
    return titles.sorted().prefix(10).map(\.quoted).joined(separator: ", ") + more
  }
}

extension Array {
  /// Consecutive parts of at most some elements.
  fileprivate func portions(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
