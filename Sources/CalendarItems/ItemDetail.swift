import ExactText
public import TaskDates

/// A field with one value that means something by itself, whatever else an item has.
///
/// JSON, the output of `show`, merging and the reports of losses walk over these. A new one needs its case
/// here and its place in `CalendarItem`, its row in `ICalendar/Properties`, and its words in `DetailTag`.
public enum ItemDetail: String, Sendable, CaseIterable {
  /// How much it matters.
  case priority
  /// How long it will take.
  case estimate
  /// Where it is.
  case location
  /// An address.
  case url
  /// Who may see it.
  case classification
  /// The colour in which it is shown.
  case color

  /// The value of a detail.
  public enum Value: Hashable, Sendable {
    /// A number.
    case number(Int)
    /// A length of time.
    case length(TimeSpan)
    /// A text.
    case text(String)

    /// The number; nil for another value.
    public var number: Int? { if case .number(let number) = self { number } else { nil } }

    /// The length of time; nil for another value.
    public var length: TimeSpan? { if case .length(let length) = self { length } else { nil } }

    /// The text; nil for another value.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
  }

  /// The key in JSON.
  public var key: String { self == .classification ? "class" : rawValue }

  /// The word before the value in the output of `show`.
  public var label: String { self == .location ? "where" : key }

  /// Where an item keeps it.
  fileprivate var place: Place {
    switch self {
    case .priority: .number(\.priority)
    case .estimate: .length(\.estimate)
    case .location: .text(\.location)
    case .url: .text(\.url)
    case .classification: .text(\.classification)
    case .color: .text(\.color)
    }
  }

  fileprivate enum Place {
    case number(WritableKeyPath<CalendarItem, Int?>)
    case length(WritableKeyPath<CalendarItem, TimeSpan?>)
    case text(WritableKeyPath<CalendarItem, String?>)
  }
}

extension CalendarItem {
  /// A detail of the item; nil for none.
  ///
  /// A value of another type is none.
  public subscript(detail: ItemDetail) -> ItemDetail.Value? {
    get {
      switch detail.place {
      case .number(let path): self[keyPath: path].map { .number($0) }
      case .length(let path): self[keyPath: path].map { .length($0) }
      case .text(let path): self[keyPath: path].map { .text($0) }
      }
    }
    set {
      switch detail.place {
      case .number(let path): self[keyPath: path] = newValue?.number
      case .length(let path): self[keyPath: path] = newValue?.length
      case .text(let path): self[keyPath: path] = newValue?.text
      }
    }
  }
}
