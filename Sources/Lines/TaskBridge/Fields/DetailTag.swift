public import CalendarItems
package import Diagnostics
import ExactText
import TaskDates

/// The rules for reading and writing the tag of a detail, such as `@priority`.
///
/// Mapping in both directions, merging and the reports of losses use them.
public struct DetailTag: Sendable {
  /// The result of reading a payload.
  package struct Reading {
    /// The value; nil if the payload has none.
    package var value: ItemDetail.Value?
    /// The error in the payload, if any.
    package var fault: (severity: Severity, sentence: String)?
  }

  /// The tag.
  public let field: Vocabulary.Field
  /// The detail that the tag sets.
  public let detail: ItemDetail
  /// The value that means the same as no tag, and is never written.
  public let standard: ItemDetail.Value?
  /// Why a line cannot have the calendar's value, for reports of losses.
  public let reason: String
  /// Reads a payload.
  package let read: @Sendable (String, Vocabulary) -> Reading
  /// Returns the payload for a value; nil if there is none.
  public let write: @Sendable (ItemDetail.Value, Vocabulary) -> String?
  /// Returns one spelling for payloads with the same meaning.
  package let meaning: @Sendable (String) -> String

  private init(
    _ field: Vocabulary.Field, _ detail: ItemDetail, standard: ItemDetail.Value? = nil,
    reason: String, read: @escaping @Sendable (String, Vocabulary) -> Reading,
    write: @escaping @Sendable (ItemDetail.Value, Vocabulary) -> String?,
    meaning: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.field = field
    self.detail = detail
    self.standard = standard
    self.reason = reason
    self.read = read
    self.write = write
    self.meaning = meaning
  }

  /// The tags, in the order in which they are written.
  public static let all = [estimate, priority, location, url, classification, color]

  /// The tag of a detail.
  static func tag(of detail: ItemDetail) -> DetailTag? { all.first { $0.detail == detail } }
}

// MARK: - The tags

extension DetailTag {
  private static let estimate = DetailTag(
    .estimate, .estimate, reason: "a line cannot express this value",
    read: { payload, _ in
      TimeSpan(parsing: payload).map { .value(.length($0)) }
        ?? .error("\(payload.quoted) is not a length of time; expected one such as 2h or 1h30m")
    }, write: { value, _ in value.length?.text },
    meaning: { TimeSpan(parsing: $0)?.text ?? $0 })

  private static let priority = DetailTag(
    .priority, .priority, reason: "a line cannot express this value",
    read: { payload, vocabulary in
      if payload.isEmpty { return .value(.number(1)) }
      return vocabulary.priority(payload).map { .value(.number($0)) }
        ?? .error(
          "\(payload.quoted) is not a priority; expected 1 (highest) to "
            + "\(vocabulary.priorityScale), or high, medium, low")
    },
    write: { value, vocabulary in
      value.number.map { String(vocabulary.number(ofPriority: $0)) }
    })

  private static let location = DetailTag(
    .location, .location, reason: "a line cannot hold line breaks",
    read: { payload, _ in filled(payload, .location) { .value(.text($0)) } },
    write: { value, _ in value.text })

  private static let url = DetailTag(
    .url, .url, reason: "a line cannot hold this address",
    read: { payload, _ in
      filled(payload, .url) { text in
        LineFieldReader.isAddress(text)
          ? .value(.text(text))
          : .error("\(text.quoted) is not an address; expected one such as https://a.org/b")
      }
    }, write: { value, _ in value.text.flatMap { LineFieldReader.isAddress($0) ? $0 : nil } })

  /// Reads a class; an unknown word is private, because nobody writes `@class` to publish.
  private static let classification = DetailTag(
    .class, .classification, standard: .text("PUBLIC"), reason: "a line has no such class",
    read: { payload, _ in
      var reading = filled(payload, .class) { text in
        Vocabulary.classification(text).map { .value(.text($0)) }
          ?? .error("\(text.quoted) is not a class; expected public, private or confidential")
      }
      if reading.value == nil { reading.value = .text("PRIVATE") }
      return reading
    },
    write: { value, _ in
      // An unknown word means PRIVATE (RFC 5545, section 3.8.1.3).
      value.text.map { (Vocabulary.classification($0) ?? "PRIVATE").lowercased() }
    }, meaning: { $0.lowercased() })

  private static let color = DetailTag(
    .color, .color, reason: "CSS has no name for this colour",
    read: { payload, _ in
      filled(payload, .color) { text in
        let name = text.lowercased()
        return ColorNames.values[name] == nil
          ? .error("\(text.quoted) is not a colour; expected a CSS colour name such as tomato")
          : .value(.text(name))
      }
    },
    write: { value, _ in value.text.flatMap { ColorNames.values[$0] == nil ? nil : $0 } },
    meaning: { $0.lowercased() })

  /// Reads a payload; an empty one is an error.
  private static func filled(
    _ payload: String, _ field: Vocabulary.Field, read: (String) -> Reading
  ) -> Reading {
    let text = payload.cleaned
    guard text.isEmpty else { return read(text) }
    return Reading(fault: (.warning, "@\(field.rawValue) has no value"))
  }
}

extension DetailTag.Reading {
  fileprivate static func value(_ value: ItemDetail.Value) -> DetailTag.Reading {
    DetailTag.Reading(value: value)
  }

  fileprivate static func error(_ sentence: String) -> DetailTag.Reading {
    DetailTag.Reading(fault: (.error, sentence))
  }
}
