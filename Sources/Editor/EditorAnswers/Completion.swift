import ExactText
import TaskBridge
import TaskDates
import TaskText

/// What can be written at a cursor.
public struct CompletionAnswer: Sendable {
  /// The bytes that an item replaces.
  public var replaced: Range<Int>
  /// What was typed of it.
  public var query: String
  /// The items, the best first.
  public var items: [CompletionItem]
  /// True if more typing may bring other items.
  public var isIncomplete = true
  /// True if a date may be written in words too; the signs and fields of Markdown take only figures.
  public var allowsWords = true
}

/// One thing that can be written.
public struct CompletionItem: Hashable, Sendable {
  /// The kinds of items.
  public enum Kind: Sendable {
    /// A tag that has a meaning for duecal.
    case field
    /// A tag of the person.
    case tag
    /// A date or a rule for dates.
    case date
    /// Another value of a tag.
    case value
    /// A project.
    case project
  }

  /// The kind.
  public var kind: Kind
  /// What the list shows.
  public var label: String
  /// What it means.
  public var detail: String
  /// The text that is written.
  public var text: String
  /// True if a value in parentheses is written next.
  public var opensValue = false
  /// What is typed for an item that also replaces the `@` before the replaced bytes; nil for all others.
  public var replacesTrigger: String?
}

extension EditorDocument {
  /// What can be written at a byte; nil where no tag is being typed.
  public func completions(at offset: Int) -> CompletionAnswer? {
    guard let number = line(at: offset), mayHaveTags(number) else { return nil }
    let line = text.lines[number]
    if text.dialect == .markdown,
      let found = MarkdownLookup.find(in: text.bytes, body: line.body, cursor: offset)
    {
      return markdownAnswer(found, line: number)
    }
    guard let found = TagLookup.find(in: text.bytes, cursor: offset) else {
      return nil
    }
    switch found {
    case .name(let query, let replaced): return nameAnswer(query, replaced, line)
    case .value(let name, let query, let replaced, let isClosed):
      return valueAnswer(
        of: text.string(name), query, replaced, line: number, isClosed: isClosed)
    }
  }

  /// True for a line that duecal reads: in Markdown, most lines are prose.
  private func mayHaveTags(_ line: Int) -> Bool {
    let kind = text.lines[line].kind
    return text.dialect != .markdown || kind == .task || kind == .project
  }

  // MARK: Names

  private func nameAnswer(
    _ query: Range<Int>, _ replaced: Range<Int>, _ line: TaskLine
  ) -> CompletionAnswer {
    let typed = text.string(query).lowercased()
    let hasValue =
      replaced.upperBound < line.body.upperBound
      && text.bytes[replaced.upperBound] == UInt8(ascii: "(")
    let present = ExactSet(
      text.tags[line.tags].filter { !$0.range.contains(replaced.lowerBound) }
        .map { text.string($0.name) })
    let items = tagItems(typing: text.string(replaced)).filter { item in
      item.text.lowercased().hasPrefix(typed) && !present.contains(item.text)
    }
    let signs = signItems(typed, Set(text.tags[line.tags].compactMap(\.markdownField)))
    return CompletionAnswer(
      replaced: replaced, query: text.string(query),
      items: signs
        + items.map { item in
          var item = item
          if hasValue { item.opensValue = false }
          return item
        }, isIncomplete: false)
  }

  /// The tags of the files by frequency, then the other tags that duecal knows.
  ///
  /// - Parameter typed: The name at the cursor, which does not count as a tag of the files.
  private func tagItems(typing typed: String) -> [CompletionItem] {
    var seen = ExactSet()
    let others = names.tags.map { tag in
      (name: tag.name, count: tag.count - (ExactString(tag.name) == ExactString(typed) ? 1 : 0))
    }
    let own = others.filter { $0.count > 0 && seen.insert($0.name).inserted }.map { tag in
      tagItem(tag.name, detail: "\(tag.count)×")
    }
    let known = Vocabulary.Field.allCases.map(\.rawValue).filter { seen.insert($0).inserted }
    return own + known.map { tagItem($0, detail: "") }
  }

  private func tagItem(_ name: String, detail: String) -> CompletionItem {
    guard let field = vocabulary.field(named: name) else {
      return CompletionItem(kind: .tag, label: "@\(name)", detail: detail, text: name)
    }
    let words = [field.meaning, detail].filter { !$0.isEmpty }.joined(separator: ", ")
    return CompletionItem(
      kind: .field, label: "@\(name)", detail: words, text: name, opensValue: field.takesValue)
  }

  // MARK: Values

  private func valueAnswer(
    of name: String, _ query: Range<Int>, _ replaced: Range<Int>, line: Int, isClosed: Bool
  ) -> CompletionAnswer {
    var (query, replaced) = (query, replaced)
    let field = vocabulary.field(named: name)
    if field == .except || field == .also { trimList(&query, &replaced) }
    let typed = text.string(query)
    var items = items(of: field, name, typed: typed, line: line)
    if !isClosed { items = items.map { item in item.closed } }
    if isClosed, let field, Vocabulary.dated.contains(field) {
      keepTime(&replaced, after: query.upperBound, &items)
    }
    return CompletionAnswer(replaced: replaced, query: typed, items: items)
  }

  /// Leaves a time after the cursor, as in `@due(next fri| 3pm)`, and offers only days, which can be before it.
  private func keepTime(
    _ replaced: inout Range<Int>, after cursor: Int, _ items: inout [CompletionItem]
  ) {
    let rest = text.bytes[cursor..<replaced.upperBound]
    guard let space = rest.firstIndex(of: 0x20) else { return }
    let time = text.string(space..<replaced.upperBound)
    guard (try? DateExpression(parsing: "2000-01-01\(time)")) != nil else { return }
    replaced = replaced.lowerBound..<space
    items.removeAll { (try? DateExpression(parsing: $0.text + time)) == nil }
  }

  /// Narrows the ranges to the part of a list that is being typed.
  private func trimList(_ query: inout Range<Int>, _ replaced: inout Range<Int>) {
    guard let comma = text.bytes[query].lastIndex(of: UInt8(ascii: ",")) else { return }
    let start = text.bytes[comma + 1..<query.upperBound].firstIndex { $0 != 0x20 }
    query = (start ?? query.upperBound)..<query.upperBound
    let end = text.bytes[query.upperBound..<replaced.upperBound].firstIndex(of: UInt8(ascii: ","))
    replaced = query.lowerBound..<(end ?? replaced.upperBound)
  }

  func items(
    of field: Vocabulary.Field?, _ name: String, typed: String, line: Int
  ) -> [CompletionItem] {
    switch field {
    case .due, .start, .except, .also:
      DateCompletions(typed, clock, isPast: false, pointsOnly: field != .due).items
    case .done, .cancelled: DateCompletions(typed, clock, isPast: true, pointsOnly: true).items
    case .repeat: repetitions(typed, line: line)
    case .remind: reminders(typed, line: line)
    case .tz: zoneItems(typed)
    case .project: fitting(names.projects, typed, kind: .project)
    case .class: fitting([("public", 0), ("private", 0), ("confidential", 0)], typed, kind: .value)
    case .priority:
      fitting((1...vocabulary.priorityScale).map { (String($0), 0) }, typed, kind: .value)
    default: fitting(names.values(of: name), typed, kind: .value)
    }
  }

  private func fitting(
    _ values: [(name: String, count: Int)], _ typed: String, kind: CompletionItem.Kind
  ) -> [CompletionItem] {
    let typed = typed.lowercased()
    return values.lazy.filter { $0.name.lowercased().contains(typed) }.prefix(100).map { value in
      CompletionItem(
        kind: kind, label: value.name, detail: value.count > 0 ? "\(value.count)×" : "",
        text: value.name)
    }
  }

  private func zoneItems(_ typed: String) -> [CompletionItem] {
    var seen = ExactSet()
    let own = names.values(of: Vocabulary.Field.tz.rawValue)
    let all = [(clock.zone.name, 0)] + zoneNames().map { ($0, 0) }
    return fitting((own + all).filter { seen.insert($0.0).inserted }, typed, kind: .value)
  }
}

extension CompletionItem {
  /// The item with the parenthesis that ends the value.
  fileprivate var closed: CompletionItem {
    var item = self
    item.text += ")"
    return item
  }
}

extension Vocabulary.Field {
  /// What the tag sets, in a few words.
  var meaning: String {
    switch self {
    case .due: "due date"
    case .start: "start date"
    case .done: "completed"
    case .cancelled: "cancelled"
    case .started: "in progress"
    case .progress: "progress in percent"
    case .priority: "priority"
    case .repeat: "recurrence"
    case .except: "dates that do not take place"
    case .also: "additional dates"
    case .remind: "alarm"
    case .estimate: "estimated duration"
    case .location: "location"
    case .url: "URL"
    case .class: "who may see it"
    case .color: "colour"
    case .tags, .context: "category"
    case .tz: "time zone"
    case .todo: "export as a to-do"
    case .event: "export as an event"
    case .uid: "UID"
    case .note: "note"
    case .show: "lists that show it"
    case .project: "project before archiving"
    case .search: "saved search"
    }
  }

  /// False for a tag that is written without parentheses.
  var takesValue: Bool {
    switch self {
    case .started, .todo, .event, .cancelled, .done: false
    default: true
    }
  }
}
