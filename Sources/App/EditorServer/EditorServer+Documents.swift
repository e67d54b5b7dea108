import EditorAnswers
import EditorText
import ExactText
import JSONText
import TaskBridge

/// The documents that are open, as the editor tells.
extension EditorServer {
  mutating func notify(_ method: String, _ params: JSONView?) {
    switch method {
    case "textDocument/didOpen": open(params?["textDocument"])
    case "textDocument/didChange": change(params)
    case "textDocument/didSave": save(params)
    case "textDocument/didClose": close(params)
    case "workspace/didChangeWatchedFiles": filesChanged(params)
    default: break
    }
  }

  private mutating func open(_ item: JSONView?) {
    guard let uri = item?["uri"]?.string, let bytes = item?["text"]?.utf8 else { return }
    let text = EditorText(bytes: bytes, version: item?["version"]?.int ?? 0)
    let old = documents[uri]?.names
    documents[uri] = OpenDocument(
      uri: uri, languageID: item?["languageId"]?.string ?? "", text: text)
    if let old { documents[uri]?.names = old } else { index.hide(documents[uri]?.path) }
    stale.insert(uri)
  }

  private mutating func change(_ params: JSONView?) {
    guard let uri = params?["textDocument"]?["uri"]?.string,
      let list = params?["contentChanges"]?.elements
    else { return }
    guard let old = documents[uri]?.text.version else { return }
    let version = params?["textDocument"]?["version"]?.int ?? old + 1
    documents[uri]?.text.apply(list.compactMap(Self.change), in: encoding, version: version)
    documents[uri]?.forget()
    stale.insert(uri)
  }

  private static func change(_ change: JSONView) -> TextChange? {
    guard let bytes = change["text"]?.utf8 else { return nil }
    guard let range = change["range"] else { return TextChange(nil, bytes: bytes) }
    guard let start = position(range["start"]), let end = position(range["end"]) else { return nil }
    return TextChange((start, end), bytes: bytes)
  }

  /// The position in a message; nil if the value is of another kind.
  static func position(_ view: JSONView?) -> TextPosition? {
    guard let line = view?["line"]?.int, let character = view?["character"]?.int else { return nil }
    return TextPosition(line: line, character: character)
  }

  /// Compares the text with the editor's own, and takes that if they differ.
  private mutating func save(_ params: JSONView?) {
    guard let uri = params?["textDocument"]?["uri"]?.string, let bytes = params?["text"]?.utf8,
      let document = documents[uri], document.text.bytes != bytes
    else { return }
    if !document.hasDrifted {
      log("the text of \(uri) differed from the editor's; the editor's is used")
    }
    documents[uri]?.hasDrifted = true
    documents[uri]?.text.recover(bytes)
    documents[uri]?.forget()
    stale.insert(uri)
  }

  private mutating func close(_ params: JSONView?) {
    guard let uri = params?["textDocument"]?["uri"]?.string,
      let document = documents.removeValue(forKey: uri)
    else { return }
    stale.remove(uri)
    index.names.remove(document.names)
    index.show(document.path)
    notify(editor: "textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []])
  }

  private mutating func filesChanged(_ params: JSONView?) {
    let paths =
      params?["changes"]?.elements.compactMap { $0["uri"]?.string }
      .compactMap(DocumentAddress.path) ?? []
    index.read(paths, into: inbox)
  }
}
