import TaskDates
package import TaskText

/// Keeps text of a calendar from becoming tags, tasks and projects of a task file.
///
/// An invisible U+2060 WORD JOINER is put after the first character of what would begin a tag, a field or a comment in a
/// title. In notes it is put before a line that would be a task, a heading or a fence, after a last `:`, and into the
/// opening of a comment. It is removed in exactly these places when the text is read; elsewhere it is the person's own. A
/// person's own joiner in such a place gets another one beside it, so that every text comes back as it was.
package enum WordJoiner {
  static let mark: Unicode.Scalar = "\u{2060}"

  static func holdsMark(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { $0.contains(0xE2) } && text.unicodeScalars.contains(mark)
  }

  // MARK: Titles

  /// A title without the joiners that were put into it.
  ///
  /// - Parameter dialect: The dialect of the file.
  package static func removed(
    fromTitle title: String, _ dialect: TaskDialect = .taskPaper
  ) -> String {
    guard holdsMark(title) else { return title }
    return changed(title, by: -1) {
      $0.beginsTag || (dialect == .markdown && ($0.beginsField || $0.beginsComment))
    }
  }

  /// A title with a joiner after each `@` that would begin a tag.
  ///
  /// An `@` without a name begins no tag; it gets a joiner only if the line would otherwise not be this title.
  package static func put(intoTitle title: String) -> String {
    guard title.utf8.contains(UInt8(ascii: "@")) else { return title }
    let marked = marked(title, alsoBareSigns: false)
    return isTitle(marked, of: title) ? marked : Self.marked(title, alsoBareSigns: true)
  }

  /// The text of a line of TaskPaper with the joiners without which it would be another text in Markdown.
  ///
  /// - Parameters:
  ///   - text: The text, with joiners for TaskPaper.
  ///   - keepsFields: Whether signs and fields in the text shall be read as such.
  package static func put(intoMarkdown text: String, keepsFields: Bool = false) -> String {
    guard text.utf8.contains(where: mayBeginField) else { return text }
    var text = changed(text, by: 1) { $0.beginsComment || (!keepsFields && $0.beginsField) }
    while !keepsFields, case let starts = fieldStarts(text), !starts.isEmpty {
      text = putAfter(starts, in: text)
    }
    return TaskDocument(Self.box + text, dialect: .markdown).openBlock == nil
      ? text : put(intoComments: text)
  }

  /// The text of a line without the joiners that `put(intoMarkdown:)` added.
  package static func removed(fromMarkdown text: String) -> String {
    changed(text, by: -1) { $0.beginsField || $0.beginsComment }
  }

  private static let box = TaskDialect.markdown.taskBullet

  private static func mayBeginField(_ byte: UInt8) -> Bool {
    byte >= 0xE2 || "[(^%<".utf8.contains(byte)
  }

  /// The bytes at which fields of Markdown begin in a title, in order.
  private static func fieldStarts(_ title: String) -> [Int] {
    let document = TaskDocument(box + title, dialect: .markdown)
    return document.tags.filter { $0.markdownField != nil }
      .map { $0.range.lowerBound - box.utf8.count }
  }

  /// A text with a joiner after the characters that begin at some bytes.
  private static func putAfter(_ starts: [Int], in text: String) -> String {
    var put = ""
    var rest = text[...]
    for start in starts {
      let sign = text.utf8.index(text.startIndex, offsetBy: start)
      let end = text.unicodeScalars.index(after: sign)
      put += text[rest.startIndex..<end] + String(mark)
      rest = text[end...]
    }
    return put + rest
  }

  private static func marked(_ title: String, alsoBareSigns: Bool) -> String {
    var scalars = String.UnicodeScalarView()
    var rest = title.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let begins = scalars.last?.properties.isWhitespace ?? true
      let isBare = rest.first?.properties.isWhitespace ?? true
      scalars.append(scalar)
      if scalar == "@", begins, alsoBareSigns || !isBare { scalars.append(mark) }
    }
    return String(scalars)
  }

  /// True if a line with this text is a task that has the title.
  private static func isTitle(_ text: String, of title: String) -> Bool {
    let file = TaskFile(alone: TaskDocument("- " + text))
    guard file.document.lines.count == 1, file.document.lines[0].kind == .task else { return false }
    return LineText(file, line: 0).title.utf8.elementsEqual(title.utf8)
  }

  // MARK: Places

  /// A text with one joiner more, or fewer, at each place of a kind that has joiners.
  static func changed(
    _ text: String, by step: Int, _ isPlace: (JoinerPlace) -> Bool
  ) -> String {
    guard holdsMark(text) else { return text }
    var scalars = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    var before: Unicode.Scalar?
    while let scalar = rest.popFirst() {
      scalars.append(scalar)
      let count = rest.prefix { $0 == mark }.count
      rest = rest.dropFirst(count)
      let place = JoinerPlace(before: before, sign: scalar, rest: rest)
      let isChanged = count > 0 && scalar != mark && isPlace(place)
      // One after the other: a text that grows by sequences is copied each time.
      for _ in 0..<count + (isChanged ? step : 0) { scalars.append(mark) }
      before = count > 0 ? mark : scalar
    }
    return String(scalars)
  }

  /// A text with a joiner in each opening of a comment that has none.
  static func put(intoComments text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let place = JoinerPlace(before: scalars.last, sign: scalar, rest: rest)
      scalars.append(scalar)
      if place.beginsComment { scalars.append(mark) }
    }
    return String(scalars)
  }
}

/// A character with those around it, without the joiners after it.
struct JoinerPlace {
  let before: Unicode.Scalar?
  let sign: Unicode.Scalar
  let rest: Substring.UnicodeScalarView

  /// True if a tag could begin here.
  var beginsTag: Bool { sign == "@" && (before?.properties.isWhitespace ?? true) }

  /// True if a comment of Markdown opens here.
  var beginsComment: Bool {
    switch sign {
    case "%": rest.first == "%"
    case "<": rest.starts(with: "!--".unicodeScalars)
    default: false
    }
  }

  /// True if a field of Markdown could begin here.
  var beginsField: Bool {
    switch sign {
    case "^": rest.first?.isASCII == true
    case "[", "(": beginsKey
    default: Self.signs.contains(sign)
    }
  }

  private var beginsKey: Bool {
    let word = rest.drop { $0 == " " }
    return Self.keys.contains { word.starts(with: $0) }
  }

  private static let keys = MarkdownField.allCases.compactMap(\.key).map {
    "\($0)::".unicodeScalars
  }

  private static let signs = Set(
    (MarkdownField.allCases.flatMap(\.signs) + MarkdownField.priorities.map(\.sign))
      .compactMap(\.unicodeScalars.first))
}
