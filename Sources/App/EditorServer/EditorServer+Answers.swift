import EditorAnswers
import EditorText
import JSONText
import TaskBridge
import TaskText

/// Answers about documents.
extension EditorServer {
  mutating func documentResult(
    _ method: String, _ params: JSONView?
  ) throws(RequestFault) -> JSONNode {
    switch method {
    case "textDocument/completion": return completion(params)
    case "textDocument/hover": return hover(params)
    case "textDocument/codeAction": return actions(params)
    case "codeAction/resolve": return try resolvedAction(params)
    default: throw RequestFault(ErrorCode.methodNotFound, "\(method) is not supported")
    }
  }

  /// The document and the byte of a request; nil if the document is not open, or its lines are counted in another way
  /// by the editor.
  private mutating func place(
    _ params: JSONView?
  ) -> (document: EditorDocument, text: EditorText, offset: Int)? {
    guard let (document, text) = target(params),
      let position = Self.position(params?["position"])
    else { return nil }
    return (document, text, text.offset(of: position, in: encoding))
  }

  /// The document of a request.
  mutating func target(_ params: JSONView?) -> (document: EditorDocument, text: EditorText)? {
    guard let uri = params?["textDocument"]?["uri"]?.string,
      let text = documents[uri]?.text, !text.hasLoneReturn, let document = editorDocument(uri)
    else { return nil }
    return (document, text)
  }

  // MARK: Completion

  private mutating func completion(_ params: JSONView?) -> JSONNode {
    guard let (document, text, offset) = place(params),
      let answer = document.completions(at: offset)
    else { return nil }
    let range = json(answer.replaced, text)
    let items = answer.items.enumerated().map { number, item in
      json(item, number, range, answer)
    }
    return ["isIncomplete": .bool(answer.isIncomplete), "items": .array(items)]
  }

  private func json(
    _ item: CompletionItem, _ number: Int, _ range: JSONNode, _ answer: CompletionAnswer
  ) -> JSONNode {
    let opens = item.opensValue
    let isSnippet = opens && client.hasSnippets
    let text = isSnippet ? "\(item.text)($0)" : opens ? "\(item.text)(" : written(item, answer)
    var members: [(String, JSONNode)] = [
      ("label", .string(item.label)), ("kind", .int(item.kind.number)),
      ("detail", .string(item.detail)), ("sortText", .string(Self.sortText(number))),
      ("textEdit", ["range": range, "newText": .string(text)]),
    ]
    // A date may be typed in words and written in figures, so the editor must not filter by its text.
    members.append(("filterText", .string(answer.isIncomplete ? answer.query : item.text)))
    if isSnippet { members.append(("insertTextFormat", 2)) }
    return .object(members)
  }

  /// The text of an item; for an editor that shows only items whose text begins with what is typed, the words of a
  /// date.
  private func written(_ item: CompletionItem, _ answer: CompletionAnswer) -> String {
    guard client.filtersByText, item.kind == .date, !answer.query.isEmpty,
      !item.text.hasPrefix(answer.query), item.label.hasPrefix(answer.query)
    else { return item.text }
    return item.label + (item.text.hasSuffix(")") ? ")" : "")
  }

  private static func sortText(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }

  // MARK: Hover

  private mutating func hover(_ params: JSONView?) -> JSONNode {
    guard let (document, text, offset) = place(params),
      let answer = document.hover(at: offset)?.value
    else { return nil }
    return [
      "contents": ["kind": "markdown", "value": .string(answer.markdown)],
      "range": json(answer.range, text),
    ]
  }

  // MARK: Actions

  private mutating func actions(_ params: JSONView?) -> JSONNode {
    guard let uri = params?["textDocument"]?["uri"]?.string, let (document, text) = target(params),
      let start = Self.position(params?["range"]?["start"]),
      let end = Self.position(params?["range"]?["end"])
    else { return [] }
    let offsets = [start, end].map { text.offset(of: $0, in: encoding) }.sorted()
    let wanted = params?["context"]?["only"]?.elements.compactMap(\.string)
    let found = document.actions(
      in: offsets[0]..<offsets[1], documents[uri]?.diagnostics ?? [])
    return .array(
      found.enumerated().compactMap { number, action in
        guard Self.isWanted(action.kind, wanted) else { return nil }
        return json(action, number, uri, document, text)
      })
  }

  /// True for a kind that is one of those that are asked for, or below one of them.
  private static func isWanted(_ kind: String, _ wanted: [String]?) -> Bool {
    wanted?.contains { $0.isEmpty || $0 == kind || kind.hasPrefix("\($0).") } ?? true
  }

  private func json(
    _ action: EditorAction, _ number: Int, _ uri: String, _ document: EditorDocument,
    _ text: EditorText
  ) -> JSONNode? {
    var members: [(String, JSONNode)] = [
      ("title", .string(action.title)), ("kind", .string(action.kind)),
    ]
    if client.resolvesActionEdits {
      members.append(
        (
          "data",
          [
            "uri": .string(uri), "version": .int(text.version), "line": .int(action.line),
            "number": .int(number),
          ]
        ))
    } else {
      let edit = document.edit(of: action).edit
      if edit.isEmpty { return nil }
      members.append(("edit", workspaceEdit(uri, text, edit)))
    }
    return .object(members)
  }

  /// Adds the edit to an action that was offered before.
  private mutating func resolvedAction(_ params: JSONView?) throws(RequestFault) -> JSONNode {
    guard let params, let data = params["data"], let uri = data["uri"]?.string,
      let text = documents[uri]?.text, let document = editorDocument(uri)
    else { throw RequestFault(ErrorCode.invalidParams, "this action was not offered") }
    guard data["version"]?.int == text.version, let line = data["line"]?.int,
      line < document.file.document.lines.count
    else { throw RequestFault(ErrorCode.contentModified, "the text has changed") }
    let title = params["title"]?.string ?? ""
    let start = document.file.document.lines[line].body.lowerBound
    let offered = document.actions(
      in: start..<document.file.document.lines[line].body.upperBound,
      documents[uri]?.diagnostics ?? [])
    guard let action = offered.first(where: { $0.title == title && $0.line == line }) else {
      throw RequestFault(ErrorCode.contentModified, "the action is no longer possible")
    }
    let (edit, faults) = document.edit(of: action)
    if edit.isEmpty, let fault = faults.first {
      notify(editor: "window/showMessage", ["type": 2, "message": .string(fault)])
    }
    return .object(
      params.members.map { ($0.key, JSONNode.written(Array($0.value.written))) }
        + [("edit", workspaceEdit(uri, text, edit))])
  }

  /// The edit of a document in the form that the editor knows.
  func workspaceEdit(_ uri: String, _ text: EditorText, _ edit: TaskEdit) -> JSONNode {
    let edits = JSONNode.array(
      edit.splices.map { splice in
        [
          "range": json(splice.range, text),
          "newText": .string(String(decoding: splice.bytes, as: UTF8.self)),
        ]
      })
    guard client.hasVersionedEdits else { return ["changes": .object([(uri, edits)])] }
    return [
      "documentChanges": [
        [
          "textDocument": ["uri": .string(uri), "version": .int(text.version)], "edits": edits,
        ]
      ]
    ]
  }
}

extension EditorAction {
  /// The kind of the action in the protocol.
  fileprivate var kind: String {
    switch change {
    case .fix, .resolve: "quickfix"
    default: "refactor"
    }
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
