import CalendarItems
import Parallel

/// Decodes the items of a file in order, on one thread or several.
///
/// What a decoder has learned about zones changes how it reads later items. So several threads only read items after
/// the first ones, and a part counts only if its thread learned nothing that the others do not know. Otherwise the part
/// is read again, in order.
struct ItemDecoding {
  /// Receives the component of an item, its VCALENDAR, and the item; nil for one that is refused.
  typealias Receiver = (Int, Int?, ItemReading?) -> Void

  /// A component to be read.
  fileprivate struct Place {
    let component: Int
    let kind: CalendarItem.Kind
    let calendar: Int?
    /// The item, if it is known from an earlier reading.
    let known: ItemReading?
  }

  private(set) var decoder: ItemDecoder
  private let threads: Int
  private var waiting: [Place] = []
  /// The number of items that were read.
  private var count = 0

  /// The number of items that one thread reads first; they usually have all zones of a file.
  private static let first = 256
  /// The number of items in a part.
  private static let length = 1024

  init(_ decoder: ItemDecoder, threads: Int) {
    self.decoder = decoder
    self.threads = threads
  }

  /// Adds the next item, and passes on those that are read.
  mutating func add(
    _ component: Int, _ kind: CalendarItem.Kind, _ calendar: Int?, known: ItemReading?,
    _ receive: Receiver
  ) {
    let place = Place(component: component, kind: kind, calendar: calendar, known: known)
    guard threads > 1, count >= Self.first else { return read(place, receive) }
    waiting.append(place)
    if waiting.count >= 2 * threads * Self.length { finish(receive) }
  }

  /// Reads and passes on the items that were added last.
  mutating func finish(_ receive: Receiver) {
    let (places, base) = (waiting, decoder)
    waiting.removeAll(keepingCapacity: true)
    let starts = Array(stride(from: 0, to: places.count, by: Self.length))
    let parts = Parallel.map(starts.count, threads: threads) { number in
      var reader = base
      let end = min(starts[number] + Self.length, places.count)
      let items = places[starts[number]..<end].map { reader.item($0) }
      return (reader: reader, items: items)
    }
    for (start, part) in zip(starts, parts) {
      let own = places[start..<start + part.items.count]
      if decoder.join(part.reader, since: base) {
        for (place, item) in zip(own, part.items) { receive(place.component, place.calendar, item) }
        count += part.items.count
      } else {
        for place in own { read(place, receive) }
      }
    }
  }

  private mutating func read(_ place: Place, _ receive: Receiver) {
    count += 1
    receive(place.component, place.calendar, decoder.item(place))
  }
}

extension ItemDecoder {
  fileprivate mutating func item(_ place: ItemDecoding.Place) -> ItemReading? {
    place.known ?? item(of: place.component, kind: place.kind, calendar: place.calendar)
  }
}
