import CalendarItems
import ExactText
import TaskDates

/// The items of an earlier version of a file, by the bytes of their components.
///
/// Usually the next item is the next one of the earlier version, or close to it; only if that fails repeatedly are all
/// of them hashed.
struct PreviousItems {
  private let document: ICSDocument
  private let items: ReadItems
  /// The zones of those items.
  let anchors: ExactDictionary<Zone>
  /// The places of the zones that the file defines otherwise than the system.
  let definedPlaces: ExactDictionary<String>
  private var next = 0
  /// The number of consecutive components that were not at the expected place.
  private var misses = 0
  private var places: [Int: [Int]]?

  /// Creates the items of an earlier reading, if they would be read in the same way now.
  init(_ previous: CalendarReading?, by reading: CalendarReading) {
    document = reading.document
    let isAlike = previous.map { reading.readsAlike($0) } ?? false
    anchors = isAlike ? previous?.anchors ?? [:] : [:]
    definedPlaces = isAlike ? previous?.places ?? [:] : [:]
    items = isAlike ? previous?.items ?? ReadItems() : ReadItems()
  }

  /// The earlier item with the same bytes as a component.
  mutating func item(at component: Int, _ calendar: Int?) -> ItemReading? {
    guard !items.isEmpty else { return nil }
    let bytes = document.bytes[document.range(of: component)]
    guard let place = place(of: bytes) else { return nil }
    next = place + 1
    return items[place].moved(
      to: Original(bytes: bytes), component: component, calendar: calendar,
      firstLine: document.components[component].lines.lowerBound)
  }

  private mutating func place(of bytes: ArraySlice<UInt8>) -> Int? {
    let near = next..<min(next + 8, items.count)
    if let place = near.first(where: { items[$0].item.original.bytes == bytes }) {
      misses = 0
      return place
    }
    misses += 1
    guard misses > 16 else { return nil }
    let places = places ?? hashed()
    self.places = places
    return places[Self.hash(bytes)]?.first { items[$0].item.original.bytes == bytes }
  }

  private func hashed() -> [Int: [Int]] {
    var places: [Int: [Int]] = [:]
    places.reserveCapacity(items.count)
    for (place, item) in items.enumerated() {
      if let bytes = item.item.original.bytes {
        places[Self.hash(bytes), default: []].append(place)
      }
    }
    return places
  }

  private static func hash(_ bytes: ArraySlice<UInt8>) -> Int {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
