import CalendarItems
public import CompactDictionary
public import ExactText
import ICalendar
public import LineState
import TaskBridge
import TaskDates

/// The items of some calendars that become lines.
///
/// A to-do and its event are one line (`--as both`). A changed occurrence is an exception of its series and a
/// separate line; a cancelled one is only an exception.
struct ImportedItems {
  /// The items in order; the changed occurrences of a series follow it.
  private(set) var items: [ImportedItem] = []
  /// The series with too many occurrences in the window, some of which are left out.
  private(set) var cut: [ItemName] = []

  /// The zones of each input; two calendars may define different zones with the same name.
  private let zones: [ExactDictionary<Zone>]
  private let window: ExpandedWindow?

  /// Collects items.
  ///
  /// - Parameters:
  ///   - window: The days whose occurrences are separate items; nil for whole series.
  ///   - made: The UIDs of the items.
  init(_ inputs: [CalendarInput], _ window: ExpandedWindow?, made: ImportUIDs? = nil) {
    self.window = window
    zones = inputs.map(\.reading.anchors)
    var found: [ImportedItem] = []
    found.reserveCapacity(inputs.itemCount)
    let made = made ?? ImportUIDs(inputs)
    inputs.forEachItem(made) { uid, input, index in
      let head = inputs[input].heads[index]
      let name = ItemName(uid: uid, occurrence: head.occurrence)
      var item = ImportedItem(
        name, input: input, reading: index, head, of: inputs[input].reading.items)
      if made.same?.names.isEmpty != true { item.take(name, uid: head.uid) }
      found.append(item)
    }
    adoptChildren(&found, of: inputs)
    items = folded(ItemOrder(inputs).sorted(withoutPairs(withoutTwins(found), inputs)), inputs)
  }

  /// Sets parents by RELATED-TO with RELTYPE=CHILD, which is on the parent and names the children.
  private func adoptChildren(_ items: inout [ImportedItem], of inputs: [CalendarInput]) {
    var parents: ExactDictionary<String> = [:]
    for item in items {
      for child in inputs.head(of: item).children { parents[child] = item.name.uid }
    }
    guard !parents.isEmpty else { return }
    for index in items.indices where items[index].parent == nil {
      let parent = parents[items[index].name.uid]
      items[index].parent = parent == items[index].name.uid ? nil : parent
    }
  }

  /// Removes one of two components with one name, which version 0.1 stored: the one with the higher SEQUENCE counts,
  /// otherwise the later one.
  private func withoutTwins(_ items: [ImportedItem]) -> [ImportedItem] {
    var (best, reader): ([ItemName: Int], _) = ([:], ImportedItemReader())
    for (index, item) in items.enumerated() {
      guard let other = best[item.name] else {
        best[item.name] = index
        continue
      }
      let theirs = reader.item(of: items[other]).revision?.sequence ?? 0
      if reader.item(of: item).revision?.sequence ?? 0 >= theirs { best[item.name] = index }
    }
    return items.count == best.count
      ? items : items.enumerated().filter { best[$0.element.name] == $0.offset }.map(\.element)
  }

  /// Removes the event of a to-do, which contains nothing that the to-do lacks.
  private func withoutPairs(
    _ items: [ImportedItem], _ inputs: [CalendarInput]
  ) -> [ImportedItem] {
    guard items.contains(where: { $0.name.uid.hasSuffix("-event") }) else { return items }
    let reminders = ExactSet(
      items.filter { inputs.head(of: $0).kind == .reminder }.map(\.name.uid))
    var reader = ImportedItemReader()
    return items.filter { item in
      guard inputs.head(of: item).kind == .event, item.name.uid.hasSuffix("-event") else {
        return true
      }
      let uid = String(item.name.uid.dropLast("-event".count))
      guard reminders.contains(uid) else { return true }
      return !reader.item(of: item).relations.contains(Relation(.sibling, uid))
    }
  }

  // MARK: Changed occurrences

  private mutating func folded(
    _ items: [ImportedItem], _ inputs: [CalendarInput]
  ) -> [ImportedItem] {
    var changed: ExactDictionary<[ImportedItem]> = [:]
    for item in items where !item.name.occurrence.isEmpty {
      changed[item.name.uid, default: []].append(item)
    }
    guard !changed.isEmpty || window != nil else { return items }
    var folded: [ImportedItem] = []
    var left = window?.limit ?? 0
    for item in items where item.name.occurrence.isEmpty {
      let own = changed.removeValue(forKey: item.name.uid) ?? []
      if let window, inputs.head(of: item).recurs {
        let series = ExpandedSeries(
          item, own, zones: zones(of: [item] + own), window: window, limit: left)
        folded += series.items
        left -= series.items.count
        if series.isCut { cut.append(item.name) }
      } else {
        folded += own.isEmpty ? [item] : ChangedSeries(item, own, zones: zones).items
      }
    }
    // Occurrences whose series is in no file are separate items.
    let strays = items.filter { changed[$0.name.uid] != nil && !$0.name.occurrence.isEmpty }
    return folded
      + strays.map { stray in
        var stray = stray
        stray.isHidden = stray.item.status == .cancelled
        return stray
      }
  }

  /// The zones of the inputs that some items come from; the first item's own come first.
  private func zones(of items: [ImportedItem]) -> ExactDictionary<Zone> {
    let inputs = items.map(\.input)
    guard let first = inputs.first else { return [:] }
    return inputs.dropFirst().reduce(into: zones[first]) { all, input in
      if input != first { all.merge(zones[input]) { own, _ in own } }
    }
  }
}

extension [CalendarInput] {
  /// The components of each UID, verbatim and in order; a single one is a slice of its file.
  public var components: ItemComponents { components(ImportUIDs(self)) }

  /// The same for items whose UIDs are known already.
  func components(_ made: ImportUIDs) -> ItemComponents {
    var components: ItemComponents = [:]
    components.reserveCapacity(itemCount)
    var joined: ExactDictionary<[ComponentPart]> = [:]
    var places: ExactDictionary<ComponentPart> = [:]
    forEachItem(made) { uid, input, index in
      let part = ComponentPart(
        occurrence: self[input].heads[index].occurrence, input: input,
        bytes: bytes(of: index, in: input))
      if components[uid] == nil {
        components[uid] = part.bytes
        if count > 1 { places[uid] = part }
      } else {
        let first = places[uid] ?? ComponentPart(input: input, bytes: components[uid] ?? [])
        joined[uid, default: [first]].append(part)
      }
    }
    for (uid, parts) in joined { components[uid] = ComponentPart.joined(parts)[...] }
    return components
  }

  private func bytes(of index: Int, in input: Int) -> ArraySlice<UInt8> {
    let reading = self[input].reading
    return reading.document.bytes[reading.document.range(of: reading.items.component(at: index))]
  }

  fileprivate func head(of item: ImportedItem) -> ItemHead { self[item.input].heads[item.reading] }

  fileprivate var itemCount: Int { reduce(0) { $0 + $1.heads.count } }

  /// Calls `body` with each item: its UID, the input, and its index there.
  func forEachItem(_ made: ImportUIDs, _ body: (String, Int, Int) -> Void) {
    for input in indices {
      for index in self[input].heads.indices where !made.isLeftOut(index, of: input) {
        body(made.uids[input][index], input, index)
      }
    }
  }
}

/// A component of a series, whose parts may lie in several files.
private struct ComponentPart {
  /// RECURRENCE-ID; empty for the series.
  var occurrence = ""
  let input: Int
  let bytes: ArraySlice<UInt8>

  /// The bytes of parts: in the order of their file; of several files in an order that does not depend on that of the
  /// files.
  static func joined(_ parts: [ComponentPart]) -> [UInt8] {
    let isOfOneFile = parts.allSatisfy { $0.input == parts[0].input }
    let inOrder =
      isOfOneFile
      ? parts
      : parts.sorted {
        $0.occurrence == $1.occurrence
          ? $0.bytes.lexicographicallyPrecedes($1.bytes) : $0.occurrence < $1.occurrence
      }
    return inOrder.flatMap(\.bytes)
  }
}
