import ExactText

/// A tag as a value: `@name`, or `@name(payload)`.
public enum Tag: Hashable, Sendable {
  /// `@name`
  case tag(String)
  /// `@name(payload)`, the payload without its escapes; it may be empty.
  case payloadTag(String, String)

  /// Creates a tag, with or without a payload.
  public init(_ name: String, payload: String? = nil) {
    self = payload.map { .payloadTag(name, $0) } ?? .tag(name)
  }

  /// Reads a tag as a person gives it to a command: `@name`, `name`, `@name(value)` or `name=value`; nil for anything else.
  public init?(argument text: String) {
    let name = text.drop { $0 == "@" }
    if let equals = name.firstIndex(of: "="), equals > name.startIndex {
      self.init(String(name[..<equals]), payload: String(name[name.index(after: equals)...]))
      return
    }
    let document = TaskDocument("- x @\(name)")
    let tags = document.lines.first.map { document.tags(of: $0) } ?? []
    guard tags.count == 1, let tag = tags.first, document.string(document.lines[0].text) == "x",
      !tag.tag.isEmpty
    else { return nil }
    self = tag
  }

  /// The name without the `@`.
  public var tag: String {
    switch self {
    case .tag(let name), .payloadTag(let name, _): name
    }
  }

  /// The payload; nil if the tag has no parentheses.
  public var payload: String? {
    switch self {
    case .tag: nil
    case .payloadTag(_, let payload): payload
    }
  }

  /// The tag as written, with escaped parentheses in the payload.
  public var toString: String {
    payload.map { "@\(tag)(\(Self.escape($0)))" } ?? "@\(tag)"
  }

  /// A payload with its parentheses escaped.
  package static func escape(_ payload: String) -> String {
    var written = String.UnicodeScalarView()
    for scalar in payload.unicodeScalars {
      if scalar == "(" || scalar == ")" { written.append("\\") }
      written.append(scalar)
    }
    return String(written)
  }

  /// A written payload without its escapes: `\(` and `\)` are parentheses, any other backslash is ordinary.
  package static func unescape(_ written: ArraySlice<UInt8>) -> String {
    guard written.contains(Characters.backslash) else {
      return String(decoding: written, as: UTF8.self)
    }
    var payload: [UInt8] = []
    for (index, byte) in zip(written.indices, written) {
      let next = index + 1 < written.endIndex ? written[index + 1] : 0
      let escapes = next == Characters.open || next == Characters.close
      if byte != Characters.backslash || !escapes { payload.append(byte) }
    }
    return String(decoding: payload, as: UTF8.self)
  }
}

extension TaskDocument {
  /// The tags of a line as values, in order.
  public func tags(of line: TaskLine) -> [Tag] {
    tags[line.tags].map(tag)
  }

  /// A tag as a value.
  public func tag(_ span: TagSpan) -> Tag {
    Tag(name(of: span), payload: payload(of: span))
  }

  /// The name of a tag without the `@`, which is the same in all forms.
  public func name(of span: TagSpan) -> String {
    span.markdownField?.name ?? string(span.name)
  }

  /// True if a tag has a name, in any form.
  public func isNamed(_ span: TagSpan, _ name: String) -> Bool {
    if let field = span.markdownField { return field.name.utf8.elementsEqual(name.utf8) }
    return bytes[span.name].elementsEqual(name.utf8)
  }

  /// A tag's payload without its escapes; nil if the tag has none.
  ///
  /// The payload of a priority of Obsidian Tasks is its number in iCalendar's scale: 1 for `🔺`, 9 for `⏬`.
  public func payload(of span: TagSpan) -> String? {
    guard let value = span.value else { return nil }
    guard let field = span.markdownField else { return Tag.unescape(bytes[value]) }
    return field.payload(ofWritten: string(value))
  }

  /// The first tag of a name on a line, which is the effective one.
  public func firstTag(named name: String, on line: TaskLine) -> TagSpan? {
    tags[line.tags].first { isNamed($0, name) }
  }
}
