import CalendarItems
import ExactText
import TaskDates

/// A template that formats each entry of an agenda for a script: a text with fields in braces, such as
/// `{due}\t{title}\t{project}`.
public struct AgendaTemplate: Sendable {
  /// A field of an entry.
  ///
  /// A field without a value is empty.
  public enum Field: String, Sendable, CaseIterable {
    /// The whole date, in the form of a payload.
    case due
    /// The first day.
    case date
    /// The time at which the item begins or is due.
    case time
    /// The end: a day and time, or a day.
    case end
    /// The ISO week of the first day, `2026-W48`.
    case week
    /// The title.
    case title
    /// The innermost project that contains the item.
    case project
    /// The path of all projects that contain the item, `A / B`.
    case path
    /// The person's own tags and the categories, separated by commas.
    case tags
    /// `reminder` or `event`.
    case kind
    /// `open`, `done` or `cancelled`.
    case state
    /// 1, the highest, to 9.
    case priority
    /// How late it is: `3 days late`.
    case late
    /// The item's own zone, if its local time differs from the run's clock.
    case zone
    /// The location.
    case location
    /// The URL.
    case url
    /// The short ID.
    case id
    /// The UID.
    case uid
    /// The path of the file.
    case file
    /// The line number in the file, from 1.
    case line
  }

  /// A piece of the template.
  enum Piece: Hashable, Sendable {
    case text(String)
    case field(Field)
  }

  let pieces: [Piece]

  /// Reads a template.
  ///
  /// `{name}` is a field, `{{` and `}}` are braces; `\t`, `\n` and `\\` are a tab, a line feed and a backslash.
  ///
  /// - Throws: ``AgendaTemplateError`` if the template is not valid.
  public init(parsing text: String) throws(AgendaTemplateError) {
    var parser = TemplateParser(text)
    pieces = try parser.pieces()
  }

  /// The fields in the template.
  public var fields: Set<Field> {
    Set(pieces.compactMap { if case .field(let field) = $0 { field } else { nil } })
  }

  /// Formats an entry.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - value: Returns the fields that an entry does not contain: `id`, `uid`, `file`, `line`.
  ///   - visible: Makes text from a file harmless to a terminal.
  public func text(
    of entry: AgendaEntry, _ value: (Field) -> String?, visible: (String) -> String
  ) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .text(let part): text += part
      case .field(let field):
        text += visible(value(field) ?? entry.text(of: field)).withoutBreaks
      }
    }
  }
}

/// An error in a template.
public enum AgendaTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field does not exist.
  case unknownField(String)
  /// A brace has no counterpart.
  case lonelyBrace

  /// The reason, as a sentence without its full stop.
  public var description: String {
    switch self {
    case .unknownField(let name):
      "{\(name)} is not a field; expected one of "
        + AgendaTemplate.Field.allCases.map(\.rawValue).joined(separator: ", ")
    case .lonelyBrace: "a brace has no counterpart; expected {{ or }} for a brace itself"
    }
  }
}

/// Splits a template into text and fields.
private struct TemplateParser {
  private var rest: Substring
  private var literal = ""
  private var found: [AgendaTemplate.Piece] = []

  init(_ text: String) { rest = text[...] }

  mutating func pieces() throws(AgendaTemplateError) -> [AgendaTemplate.Piece] {
    while let next = rest.popFirst() {
      switch next {
      case "\\": literal.append(escaped())
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        literal.append(next)
      case "{": try takeField()
      case "}": throw .lonelyBrace
      default: literal.append(next)
      }
    }
    endLiteral()
    return found
  }

  private mutating func escaped() -> String {
    switch rest.popFirst() {
    case "t": "\t"
    case "n": "\n"
    case "\\": "\\"
    case let other?: "\\\(other)"
    case nil: "\\"
    }
  }

  private mutating func takeField() throws(AgendaTemplateError) {
    guard let end = rest.firstIndex(of: "}") else { throw .lonelyBrace }
    let name = String(rest[..<end])
    guard let field = AgendaTemplate.Field(rawValue: name) else { throw .unknownField(name) }
    rest = rest[rest.index(after: end)...]
    endLiteral()
    found.append(.field(field))
  }

  private mutating func endLiteral() {
    if !literal.isEmpty { found.append(.text(literal)) }
    literal = ""
  }
}

extension AgendaEntry {
  /// The text of a field.
  fileprivate func text(of field: AgendaTemplate.Field) -> String {
    switch field {
    case .due: when?.description ?? ""
    case .date: when?.firstDay.formattedDate ?? ""
    case .time: when.flatMap { $0.isAllDay ? nil : $0.startDate.time.formattedDate } ?? ""
    case .end: end
    case .week: week
    case .title: item.title
    case .project: project.last ?? ""
    case .path: project.joined(separator: " / ")
    case .tags: item.categories.joined(separator: ",")
    case .kind: item.kind.rawValue
    case .state: item.status == .cancelled ? "cancelled" : isClosed ? "done" : "open"
    case .priority: item.priority.map(String.init) ?? ""
    case .late: lateness?.description ?? ""
    case .zone: ownClock?.zone ?? ""
    case .location: item.location ?? ""
    case .url: item.url ?? ""
    case .uid: item.uid
    case .id, .file, .line: ""
    }
  }

  private var end: String {
    switch when {
    case .beginEndDate(_, let end): end.formattedDate
    case .days(_, let last): last.formattedDate
    case .period(let period): period.lastDay.formattedDate
    case .date, .dateTime, nil: ""
    }
  }

  private var week: String {
    when.flatMap { DatePeriod(.week, containing: $0.firstDay) }?.formattedDate ?? ""
  }
}

extension String {
  /// The text on one line without tabs, so that a script can split a line into fields.
  fileprivate var withoutBreaks: String {
    guard utf8.contains(where: { $0 < 0x20 }) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }
}
