import Diagnostics
import ExactText
import TaskDates
import TaskText

extension LineFieldReader {
  func readText(_ tag: FieldTag, state: inout State) {
    guard let text = tag.payload?.cleaned, !text.isEmpty else {
      state.report(
        .warning, at: tag.span, message: "@\(tag.field.rawValue) has no value",
        remedies: state.document.joining(tag.span, line: state.line) + [.removeTag])
      return
    }
    if tag.field == .uid { state.fields.uid = text } else { state.fields.note = text }
  }

  /// True if a text is a URL: one without spaces (RFC 3986).
  ///
  /// It may lack a scheme, as in `www.example.org`, because calendars contain such addresses.
  static func isAddress(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && (hasScheme(text) || text.contains(".") || text.contains("/"))
      && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0 != "\"" }
  }

  private static func hasScheme(_ text: some StringProtocol) -> Bool {
    let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    let rest = text.dropFirst(scheme.count)
    return scheme.first?.isLetter == true && rest.first == ":" && rest.count > 1
  }

  func readCategories(_ payload: String?, _ state: inout State) {
    state.fields.categories += Self.list(payload ?? "")
  }

  /// The words of `a, b\, c`; a comma after a backslash is part of its word.
  package static func list(_ text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == ",", !isEscaped {
        words.append(String(word))
        word = String.UnicodeScalarView()
      } else {
        if scalar == ",", isEscaped { word.removeLast() }
        word.append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return (words + [String(word)]).map(\.cleaned).filter { !$0.isEmpty }
  }

  /// The payload of `@tags` for words, with `\,` for a comma; nil if there are none.
  package static func list(ofWords words: [String]) -> String? {
    words.isEmpty
      ? nil : words.map { $0.replacing(",", with: "\\,") }.joined(separator: ", ")
  }

  /// Reads the lists of a `@show`.
  ///
  /// If it names none, the tag is one of the person's own.
  func readLists(_ tag: FieldTag, state: inout State) {
    let words = Self.list(tag.payload ?? "")
    let reading = ListMask.reading(words)
    for word in reading.unknown {
      let known = words.filter { !reading.unknown.contains($0) }.joined(separator: ",")
      let choices = known.isEmpty ? DatePeriod.Unit.allCases.map(\.name) : [known]
      state.report(
        .warning, at: tag.span,
        message: "\(word.quoted) is not a list; expected day, week, month or year",
        remedies: state.document.writing(choices, tag.span, line: state.line))
    }
    if let mask = reading.mask {
      state.fields.lists = mask
    } else {
      state.fields.categories.append("show")
    }
  }

  /// True for UTC, whose times need no zone name.
  package func isUTC(_ zone: LineFields.ZoneField?) -> Bool { zone == .named("UTC") }

  /// The zone's name in the payload of a `@tz`.
  public static func zoneName(_ payload: String) -> String { payload.cleaned }

  func readZone(_ tag: FieldTag, state: inout State) {
    let name = Self.zoneName(tag.payload ?? "")
    if name.lowercased() == "floating" {
      state.fields.zone = .floating
    } else if let error = isZoneKnown(name) {
      state.report(
        .error, at: tag.span, message: error.description,
        remedies: state.document.writingZone(tag.span, line: state.line))
      state.fields.hasDateError = true
      state.hasUnknownZone = true
    } else {
      state.fields.zone = .named(name)
    }
  }
}

extension StringProtocol {
  /// The text as a calendar can contain it: without control characters, and without white space around it.
  package var cleaned: String { withoutControls.trimmed }

  /// The text without control characters.
  package var withoutControls: String {
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return String(self) }
    let kept = unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }
    return String(String.UnicodeScalarView(kept))
  }

  /// The text without leading white space.
  package var withoutLeadingBlanks: String {
    let first = unicodeScalars.firstIndex { !$0.properties.isWhitespace }
    return first.map { String(self[$0...]) } ?? ""
  }

  /// The text without the white space around it.
  package var trimmed: String {
    guard let first = utf8.first, let last = utf8.suffix(1).first else { return "" }
    if first > 0x20, first < 0x80, last > 0x20, last < 0x80 { return String(self) }
    let scalars = unicodeScalars
    guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(self[start..<scalars.index(after: end)])
  }
}
