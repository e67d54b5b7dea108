public import CalendarItems

/// The items of a calendar file, in order.
///
/// The items of a large file need several times its memory. So they can be left out of memory, and are then read again
/// each time they are asked for (`CalendarReading.init(bytes:…)`). Series are always in memory: whether the zone
/// that a file defines is one of the system's depends on all their dates, and on how many dates were compared before.
public struct ReadItems: RandomAccessCollection, Sendable {
  /// An item that is read again.
  fileprivate struct Place {
    let component: UInt32
    /// The VCALENDAR; the maximum for none.
    let calendar: UInt32
    let kind: CalendarItem.Kind
  }

  /// Collects the items while a file is read.
  struct Collector {
    let keepsAll: Bool
    /// All items, if they stay in memory.
    fileprivate var all: [ItemReading] = []
    /// The place of each item, if they do not.
    fileprivate var places: [Place] = []
    /// Those that stay in memory although most do not.
    fileprivate var series: [Int: ItemReading] = [:]

    init(keepsAll: Bool, capacity: Int) {
      self.keepsAll = keepsAll
      if keepsAll { all.reserveCapacity(capacity) } else { places.reserveCapacity(capacity) }
    }

    mutating func append(_ item: ItemReading) {
      if keepsAll { return all.append(item) }
      if item.item.recurrence != nil { series[places.count] = item }
      places.append(Place(item))
    }
  }

  /// The items in one object, because many values refer to them.
  fileprivate final class Storage: Sendable {
    let keepsAll: Bool
    let all: [ItemReading]
    let places: [Place]
    let series: [Int: ItemReading]
    /// Reads items again: it has read all items before, so it knows the zones of the file.
    let decoder: ItemDecoder?

    init(_ collected: Collector, _ decoder: ItemDecoder) {
      keepsAll = collected.keepsAll
      (all, places, series) = (collected.all, collected.places, collected.series)
      var decoder = decoder
      decoder.notesZones = false
      self.decoder = keepsAll ? nil : decoder
    }

    init() { (keepsAll, all, places, series, decoder) = (true, [], [], [:], nil) }
  }

  private let storage: Storage

  /// Creates an empty collection.
  init() { storage = Storage() }

  init(_ collected: Collector, _ decoder: ItemDecoder) { storage = Storage(collected, decoder) }

  public var startIndex: Int { 0 }
  public var endIndex: Int { storage.keepsAll ? storage.all.count : storage.places.count }

  public subscript(index: Int) -> ItemReading {
    if storage.keepsAll { return storage.all[index] }
    var reader = reader
    return reader.item(at: index)
  }

  /// The component of an item, as an index into the file's; the item is not read again.
  public func component(at index: Int) -> Int {
    storage.keepsAll ? storage.all[index].component : Int(storage.places[index].component)
  }

  /// A reader of the items, for one thread.
  public var reader: Reader { Reader(storage) }

  /// Goes through the items in order with one reader.
  public func makeIterator() -> some IteratorProtocol<ItemReading> {
    var (next, reader) = (0, reader)
    return AnyIterator {
      guard next < endIndex else { return nil }
      defer { next += 1 }
      return reader.item(at: next)
    }
  }

  /// Reads many items, on one thread; this is faster than asking the collection for each of them.
  public struct Reader {
    private let storage: Storage
    private var decoder: ItemDecoder?

    fileprivate init(_ storage: Storage) {
      self.storage = storage
      decoder = storage.decoder
    }

    /// The item at an index of the collection.
    public mutating func item(at index: Int) -> ItemReading {
      if storage.keepsAll { return storage.all[index] }
      return storage.series[index] ?? item(at: storage.places[index])
    }

    private mutating func item(at place: Place) -> ItemReading {
      // What was read before is not refused, so the empty item is never used.
      decoder?.item(of: Int(place.component), kind: place.kind, calendar: place.parent)
        ?? ItemReading(
          CalendarItem(kind: place.kind, uid: "", title: ""), component: Int(place.component),
          calendar: place.parent, firstLine: 0, found: ItemReading.Found())
    }
  }
}

extension ReadItems.Place {
  fileprivate init(_ item: ItemReading) {
    component = UInt32(truncatingIfNeeded: item.component)
    calendar = item.calendar.map { UInt32(truncatingIfNeeded: $0) } ?? .max
    kind = item.item.kind
  }

  /// The VCALENDAR; nil for none.
  fileprivate var parent: Int? { calendar == .max ? nil : Int(calendar) }
}

extension ReadItems: Identifiable {
  /// The same for all copies of a collection.
  public var id: ObjectIdentifier { ObjectIdentifier(storage) }
}
