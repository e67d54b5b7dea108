import CalendarItems
import CalendarSync
import ExactText

/// What an item has to be after the next sync.
struct ExpectedItem {
  /// A field that a trial changes.
  enum Field: CaseIterable {
    case title, notes, priority, status, location

    func set(_ value: Int, of item: inout CalendarItem) {
      switch self {
      case .title: item.title = "Title \(value)"
      case .notes: item.notes = "Notes \(value)"
      case .priority: item.priority = value
      case .status: item.status = value < 5 ? .cancelled : nil
      case .location: item.location = "Place \(value)"
      }
    }

    func value(of item: CalendarItem) -> String {
      switch self {
      case .title: item.title
      case .notes: item.notes ?? ""
      case .priority: item.priority.map(String.init) ?? ""
      case .status: item.status?.rawValue ?? ""
      case .location: item.location ?? ""
      }
    }
  }

  /// The item after the last check.
  let before: CalendarItem
  /// The last value that a person gave a field on each side.
  var changes: [Field: [SyncSide: Int]] = [:]
  /// All values that persons gave a field.
  private var given: [Field: Set<Int>] = [:]
  /// The sides on which a person changed the item.
  var changed: Set<SyncSide> = []
  /// The sides on which a person removed the item.
  var removed: Set<SyncSide> = []

  /// The side that a person made the item on; nil if it was there at the last check.
  private let origin: SyncSide?
  /// True if a sync that failed may have brought a new item to the other side without knowing.
  private var mayHaveArrived = false
  /// True if the item was removed where no sync knows that it had arrived: that cannot be seen, so it may come back.
  private var mayComeBack = false

  init(_ item: CalendarItem, madeOn origin: SyncSide? = nil) {
    before = item
    self.origin = origin
  }

  /// Notes a sync, which knows what has arrived if it is complete.
  mutating func noteSync(isComplete: Bool) { mayHaveArrived = origin != nil && !isComplete }

  /// Notes a new value of a field on a side.
  mutating func change(_ field: Field, to value: Int, on side: SyncSide) {
    changes[field, default: [:]][side] = value
    given[field, default: []].insert(value)
    changed.insert(side)
  }

  /// Notes the removal on a side.
  mutating func remove(on side: SyncSide) {
    removed.insert(side)
    changed.remove(side)
    if mayHaveArrived, side != origin { mayComeBack = true }
  }

  /// True if nobody removed the item.
  var mustStay: Bool { removed.isEmpty }

  /// True if the item was removed, and nobody changed it.
  var mustGo: Bool { !removed.isEmpty && changed.isEmpty && !mayComeBack }

  /// True if a value is the one of the last check, if nobody changed it, or the last one that a side got.
  func allows(_ value: String, _ field: Field) -> Bool {
    // Before a removal, a sync may have brought any of the values to the other side.
    let numbers = removed.isEmpty ? changes[field].map { Set($0.values) } : given[field]
    var allowed = (numbers ?? []).map { number in
      var item = before
      field.set(number, of: &item)
      return field.value(of: item)
    }
    if numbers == nil || !removed.isEmpty { allowed.append(field.value(of: before)) }
    // Lines that both sides added to the notes are kept one after the other.
    let lines = allowed.flatMap { $0.split(separator: "\n") }
    return field == .notes
      ? value.split(separator: "\n").allSatisfy(lines.contains) : allowed.contains(value)
  }
}
