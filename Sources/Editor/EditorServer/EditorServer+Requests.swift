import EditorAnswers
import EditorText
import ExactText
import JSONText

/// Which request is answered where.
extension EditorServer {
  /// The result of a request; nil if it comes later.
  mutating func documentResult(
    _ id: [UInt8], _ method: String, _ params: JSONView?
  ) throws(RequestFault) -> JSONNode? {
    switch method {
    case "textDocument/completion": completion(params)
    case "textDocument/hover": hover(params)
    case "textDocument/codeAction": actions(params)
    case "codeAction/resolve": try resolvedAction(params)
    case "workspace/executeCommand": try execute(params)
    case "textDocument/inlayHint": hints(params)
    case "textDocument/codeLens": lenses(params)
    case "textDocument/semanticTokens/full": fullTokens(params)
    case "textDocument/semanticTokens/full/delta": tokenChanges(params)
    case "textDocument/semanticTokens/range": rangeTokens(params)
    case "textDocument/foldingRange": folds(params)
    case "textDocument/selectionRange": selections(params)
    case "textDocument/documentSymbol": symbols(params)
    case "textDocument/documentLink": links(params)
    case "textDocument/documentHighlight": highlights(params)
    case "textDocument/formatting", "textDocument/rangeFormatting": formatting(params)
    case "textDocument/onTypeFormatting": typing(params)
    case "textDocument/prepareRename": try preparedRename(params)
    case "textDocument/definition": places(id, params, .definitions)
    case "textDocument/references": places(id, params, .references)
    case "textDocument/rename": try rename(id, params)
    case "workspace/symbol": search(id, params)
    default: throw RequestFault(ErrorCode.methodNotFound, "\(method) is not supported")
    }
  }

  /// The document and the byte of a request; nil if the document is not open, is not a task file, or its lines are counted
  /// in another way by the editor.
  mutating func place(_ params: JSONView?) -> DocumentPlace? {
    guard let (document, text) = target(params),
      let position = Self.position(params?["position"])
    else { return nil }
    return DocumentPlace(
      document: document, text: text, offset: text.offset(of: position, in: encoding))
  }

  /// The document of a request.
  mutating func target(_ params: JSONView?) -> (document: EditorDocument, text: EditorText)? {
    guard let uri = Self.uri(params), let text = documents[uri]?.text, !text.hasLoneReturn,
      let document = editorDocument(uri)
    else { return nil }
    return (document, text)
  }

  /// The document that a request names.
  static func uri(_ params: JSONView?) -> String? { params?["textDocument"]?["uri"]?.string }

  /// The bytes of a range of a request.
  func bytes(_ range: JSONView?, _ text: EditorText) -> Range<Int>? {
    guard let start = Self.position(range?["start"]), let end = Self.position(range?["end"]) else {
      return nil
    }
    let offsets = [start, end].map { text.offset(of: $0, in: encoding) }.sorted()
    return offsets[0]..<offsets[1]
  }
}

/// A place in an open document.
struct DocumentPlace {
  let document: EditorDocument
  let text: EditorText
  let offset: Int
}
