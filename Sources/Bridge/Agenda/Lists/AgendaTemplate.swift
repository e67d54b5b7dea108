import CalendarItems
import ExactText
import TaskDates

/// How a script wants each thing of an agenda: a text with fields in braces, such as
/// `{due}\t{title}\t{project}`.
public struct AgendaTemplate: Sendable {
  /// What a field says; one that has nothing to say is empty.
  public enum Field: String, Sendable, CaseIterable {
    /// The whole date, as a payload says it.
    case due
    /// The first day.
    case date
    /// The time at which it begins or is due.
    case time
    /// When it ends: a day and time, or a day.
    case end
    /// The ISO week of the first day, `2026-W48`.
    case week
    /// The title.
    case title
    /// The project that it stands in.
    case project
    /// The whole path of projects, `A / B`.
    case path
    /// The tags that are words of the person's own, and categories, with commas between.
    case tags
    /// `reminder` or `event`.
    case kind
    /// `open`, `done` or `cancelled`.
    case state
    /// 1, the highest, to 9.
    case priority
    /// How late it is: `3 days late`.
    case late
    /// The zone of its own clock, where that shows another time.
    case zone
    /// Where it takes place.
    case location
    /// An address.
    case url
    /// The short name.
    case id
    /// The UID.
    case uid
    /// The file.
    case file
    /// The line in it, from 1.
    case line
  }

  /// A piece of the template.
  enum Piece: Hashable, Sendable {
    case text(String)
    case field(Field)
  }

  let pieces: [Piece]

  /// Reads a template: `{name}` is a field, `{{` and `}}` are braces, `\t`, `\n` and `\\` a tab, a line
  /// feed and a backslash.
  ///
  /// - Throws: What is wrong with it.
  public init(parsing text: String) throws(AgendaTemplateError) {
    var parser = TemplateParser(text)
    pieces = try parser.pieces()
  }

  /// The fields that it has.
  public var fields: Set<Field> {
    Set(pieces.compactMap { if case .field(let field) = $0 { field } else { nil } })
  }

  /// The text of an entry.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - value: What a field says that an entry does not know: `id`, `uid`, `file`, `line`.
  ///   - visible: How texts of others become harmless.
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

/// What is wrong with a template.
public enum AgendaTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such field.
  case unknownField(String)
  /// A brace has no other one.
  case lonelyBrace

  /// The reason, as a sentence without its full stop.
  public var description: String {
    switch self {
    case .unknownField(let name):
      "{\(name)} is no field; expected one of "
        + AgendaTemplate.Field.allCases.map(\.rawValue).joined(separator: ", ")
    case .lonelyBrace: "a brace has no other one; {{ and }} are braces"
    }
  }
}

/// Takes a template apart.
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
  /// What a field says of the entry.
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
  /// The text on one line without tabs, so that a script can part fields by them.
  fileprivate var withoutBreaks: String {
    guard utf8.contains(where: { $0 < 0x20 }) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }
}
