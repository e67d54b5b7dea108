import EditorAnswers
import EditorText
import ExactText
import JSONText

/// Completions and hovers.
extension EditorServer {
  mutating func completion(_ params: JSONView?) -> JSONNode {
    index.names.sort()
    guard let place = place(params),
      let answer = place.document.completions(at: place.offset)
    else { return nil }
    let items = answer.items.enumerated().map { number, item in
      json(item, number, answer, place.text)
    }
    return ["isIncomplete": .bool(answer.isIncomplete), "items": .array(items)]
  }

  private func json(
    _ item: CompletionItem, _ number: Int, _ answer: CompletionAnswer, _ text: EditorText
  ) -> JSONNode {
    let isSnippet = item.opensValue && client.hasSnippets
    let written =
      isSnippet
      ? "\(item.text)($0)" : item.opensValue ? "\(item.text)(" : written(item, answer)
    let start = answer.replaced.lowerBound - (item.replacesTrigger == nil ? 0 : 1)
    let range = json(max(0, start)..<answer.replaced.upperBound, text)
    var members: [(String, JSONNode)] = [
      ("label", .string(item.label)), ("kind", .int(item.kind.number)),
      ("detail", .string(item.detail)), ("sortText", .string(Self.sortText(number))),
      ("textEdit", ["range": range, "newText": .string(written)]),
    ]
    // A date may be typed in words and written in figures, so the editor must not filter by its text.
    let filter = item.replacesTrigger ?? (answer.isIncomplete ? answer.query : item.text)
    members.append(("filterText", .string(filter)))
    if isSnippet { members.append(("insertTextFormat", 2)) }
    return .object(members)
  }

  /// The text of an item; for an editor that shows only items whose text begins with what is typed, the words of a
  /// date.
  private func written(_ item: CompletionItem, _ answer: CompletionAnswer) -> String {
    guard client.filtersByText, answer.allowsWords, item.kind == .date, !answer.query.isEmpty,
      !item.text.hasPrefix(answer.query), item.label.hasPrefix(answer.query)
    else { return item.text }
    return item.label + (item.text.hasSuffix(")") ? ")" : "")
  }

  private static func sortText(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }

  // MARK: Hover

  mutating func hover(_ params: JSONView?) -> JSONNode {
    guard let place = place(params), let uri = Self.uri(params),
      let answer = place.document.hover(at: place.offset, documents[uri]?.origins ?? LineOrigins())?
        .value
    else { return nil }
    let kind = client.readsMarkdown ? "markdown" : "plaintext"
    let text = client.readsMarkdown ? answer.text.markdown : answer.text.plain
    return [
      "contents": ["kind": .string(kind), "value": .string(text)],
      "range": json(answer.range, place.text),
    ]
  }
}

extension CompletionItem.Kind {
  /// The number of the kind in the protocol.
  fileprivate var number: Int {
    switch self {
    case .field: 10  // Property
    case .tag: 14  // Keyword
    case .date: 12  // Value
    case .value: 12
    case .project: 19  // Folder
    }
  }
}
