import CalendarItems
import ExactText
import TaskDates

/// The value of a property as an item has it; libical makes of it what is written.
///
/// What is large and rare is kept elsewhere (`indirect`), so that the values of an item are few bytes.
enum PropertyValue: Hashable, Sendable {
  case text(String)
  case uri(String)
  /// One of the words that a property can have, such as those of STATUS.
  case word(String)
  case integer(Int)
  case span(TimeSpan)
  case instant(Instant)
  /// A day, or a moment of a clock.
  case date(ReminderDates.Value, CalendarItem.Anchor)
  /// An occurrence that stands for all later ones too.
  case futureFrom(ReminderDates.Value, CalendarItem.Anchor)
  indirect case period(DateTimeParameters, DateTimeParameters, CalendarItem.Anchor)
  indirect case rule(RecurrenceRule)
  case relation(Relation)
  case trigger(TimeSpan, from: Alarm.Anchor)
  /// A hint of our own, under its own name.
  case hint(ItemHint)
  /// An alarm that shows a text, as a component of its own.
  indirect case alarm(Alarm, title: String)
}

/// The values that properties have, in the order in which they are written.
struct PropertyValues {
  private(set) var all: [(name: PropertyName, value: PropertyValue)] = []

  /// Begins with none, and with room for so many.
  init(capacity: Int = 0) { all.reserveCapacity(capacity) }

  /// Adds a value; nil adds nothing.
  mutating func add(_ name: PropertyName, _ value: PropertyValue?) {
    if let value { all.append((name, value)) }
  }

  /// Takes all values away, and keeps their room.
  mutating func removeAll() { all.removeAll(keepingCapacity: true) }

  /// The values of a property.
  subscript(name: PropertyName) -> [PropertyValue] {
    all.filter { $0.name == name }.map(\.value)
  }
}

/// A property as it is written, but for its name.
struct WrittenProperty {
  /// The parameters with semicolons between them; empty for none.
  var parameters: [UInt8]
  var value: [UInt8]

  /// Asks libical how a value of a property is written; nil where it has no form.
  init?(_ name: PropertyName, _ value: PropertyValue) {
    let written: WrittenProperty? = Libical.locked {
      guard let component = ComponentHandle(.event) else { return nil }
      component.add(name, value)
      return component.firstProperty()
    }
    guard let written else { return nil }
    self = written
  }

  init(parameters: [UInt8], value: [UInt8]) {
    self.parameters = parameters
    self.value = value
  }
}
