import ExactText
import TaskBridge
import TaskDates
import TaskText

extension EditorDocument {
  /// What can be written as the value of a field of a Markdown task.
  func markdownAnswer(_ found: MarkdownLookup, line: Int) -> CompletionAnswer? {
    guard let field = found.field.field else { return nil }
    let typed = text.string(found.query)
    let items =
      found.field == .reminder
      ? moments(typed, line: line) : items(of: field, found.field.name, typed: typed, line: line)
    var seen = ExactSet()
    return CompletionAnswer(
      replaced: found.replaced, query: typed,
      items: items.compactMap { written($0, found) }.filter { seen.insert($0.text).inserted },
      allowsWords: false)
  }

  /// An item in the words of Obsidian Tasks; nil if it has no such words.
  private func written(
    _ item: CompletionItem, _ found: MarkdownLookup
  ) -> CompletionItem? {
    var item = item
    if found.field == .repeat {
      guard let words = (try? Repetition(parsing: item.text))?.obsidianText else { return nil }
      (item.text, item.label) = (words, words)
    }
    guard let written = found.field.written(item.text, as: found.form) else { return nil }
    item.text = written + (found.missingBracket ?? "")
    return item
  }

  /// The signs of Obsidian Tasks that begin with what is typed after an `@`.
  func signItems(_ typed: String, _ present: Set<MarkdownField>) -> [CompletionItem] {
    guard text.dialect == .markdown, usesSigns else { return [] }
    let fields = MarkdownField.allCases.compactMap { field -> CompletionItem? in
      guard let sign = field.signs.first, let meaning = field.field?.meaning,
        !present.contains(field), field.name.lowercased().hasPrefix(typed)
      else { return nil }
      return signItem(sign, field.name, meaning)
    }
    guard "priority".hasPrefix(typed), !present.contains(.priority) else { return fields }
    return fields
      + MarkdownField.priorities.map { signItem($0.sign, "priority", "\($0.word) priority") }
  }

  /// False for a file whose values are all in tags with an `@`.
  private var usesSigns: Bool {
    let valued = text.tags.filter { $0.value != nil }
    return valued.isEmpty || valued.contains { $0.form == .sign }
  }

  private func signItem(_ sign: String, _ name: String, _ meaning: String) -> CompletionItem {
    var item = CompletionItem(
      kind: .field, label: "\(sign) \(name)", detail: meaning, text: "\(sign) ")
    item.replacesTrigger = "@\(name)"
    return item
  }
}
