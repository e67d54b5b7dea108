import CalendarItems
import ExactText
import TaskDates

/// The value of a property in an item; libical converts it to its written form.
///
/// Large and rare values are `indirect`, so that a value takes few bytes.
enum PropertyValue: Hashable, Sendable {
  case text(String)
  case uri(String)
  /// One of the words that a property can have, such as those of STATUS.
  case word(String)
  case integer(Int)
  case span(TimeSpan)
  case instant(Instant)
  /// A day, or a local time with its anchor.
  case date(ReminderDates.Value, CalendarItem.Anchor)
  /// An occurrence that also replaces all later ones.
  case futureFrom(ReminderDates.Value, CalendarItem.Anchor)
  indirect case period(DateTimeParameters, DateTimeParameters, CalendarItem.Anchor)
  indirect case rule(RecurrenceRule)
  case relation(Relation)
  case trigger(TimeSpan, from: Alarm.Anchor)
  /// One of our own hints, under its own name.
  case hint(ItemHint)
  /// An alarm that shows a text, as a separate component.
  indirect case alarm(Alarm, title: String)
}

/// The values that properties have, in the order in which they are written.
struct PropertyValues {
  /// Receives the value of a property; nil means no value.
  typealias Taker = (PropertyName, PropertyValue?) -> Void

  private(set) var all: [(name: PropertyName, value: PropertyValue)] = []

  /// Collects the values that a function writes.
  init(_ write: (Taker) -> Void) {
    write { name, value in
      if let value { all.append((name, value)) }
    }
  }

  /// The values of a property.
  subscript(name: PropertyName) -> [PropertyValue] {
    all.filter { $0.name == name }.map(\.value)
  }
}

/// The written form of a property without its name.
struct WrittenProperty {
  /// The parameters with semicolons between them; empty for none.
  var parameters: [UInt8]
  var value: [UInt8]

  /// Lets libical write a value; nil if it has no written form.
  init?(_ name: PropertyName, _ value: PropertyValue) {
    let written: WrittenProperty? = Libical.prepared {
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
