import ExactText
public import TaskDates

/// A field with one value that does not depend on other fields.
///
/// JSON, the output of `show`, merging and the loss reports use all of these. A new one needs a case here, an accessor
/// in `CalendarItem`, a row in `ICalendar/Properties`, and words in `DetailTag`.
public enum ItemDetail: String, Sendable, CaseIterable {
  /// The priority.
  case priority
  /// The estimated duration.
  case estimate
  /// The location.
  case location
  /// The URL.
  case url
  /// The access classification.
  case classification
  /// The colour.
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
}

extension CalendarItem {
  /// A detail of the item; nil for none.
  ///
  /// Setting a value of another type removes the detail.
  public subscript(detail: ItemDetail) -> ItemDetail.Value? {
    get {
      switch detail {
      case .priority: priority.map { .number($0) }
      case .estimate: estimate.map { .length($0) }
      case .location: location.map { .text($0) }
      case .url: url.map { .text($0) }
      case .classification: classification.map { .text($0) }
      case .color: color.map { .text($0) }
      }
    }
    set {
      switch detail {
      case .priority: priority = newValue?.number
      case .estimate: estimate = newValue?.length
      case .location: location = newValue?.text
      case .url: url = newValue?.text
      case .classification: classification = newValue?.text
      case .color: color = newValue?.text
      }
    }
  }
}
