import EditorText
import JSONText

/// The beginning of a session.
extension EditorServer {
  mutating func initialize(_ params: JSONView?) -> JSONNode {
    client = ClientAbilities(params)
    encoding = client.encodings.lazy.compactMap { PositionEncoding(rawValue: $0) }.first ?? .utf16
    index.folders = folders(params)
    state = .ready
    return [
      "capabilities": capabilities,
      "serverInfo": ["name": "duecal", "version": .string(settings.version)],
    ]
  }

  private func folders(_ params: JSONView?) -> [String] {
    let folders = params?["workspaceFolders"]?.elements.compactMap { $0["uri"]?.string } ?? []
    let root = params?["rootUri"]?.string.map { [$0] } ?? []
    return (folders.isEmpty ? root : folders).compactMap(DocumentAddress.path)
  }

  private var capabilities: JSONNode {
    [
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": [
        "openClose": true, "change": 2, "save": ["includeText": true],
      ],
      "completionProvider": ["triggerCharacters": ["@", "("]],
      "hoverProvider": true,
      "codeActionProvider": [
        "codeActionKinds": ["quickfix", "refactor"],
        "resolveProvider": .bool(client.resolvesActionEdits),
      ],
    ]
  }
}
