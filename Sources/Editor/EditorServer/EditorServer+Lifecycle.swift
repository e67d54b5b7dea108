import EditorAnswers
import EditorText
import JSONText

/// What a person sets for the server in the settings of the editor, as `initializationOptions`.
struct ClientOptions {
  /// Whether whole documents and ranges are formatted, which is off unless it is asked for.
  private(set) var formatting = false
  /// Whether hints and lenses are shown.
  private(set) var hints = true
  private(set) var lenses = true

  init() {}

  init(_ options: JSONView?) {
    formatting = options?["formatting"]?.bool ?? false
    hints = options?["inlayHints"]?.bool ?? true
    lenses = options?["codeLenses"]?.bool ?? true
  }
}

/// The beginning of a session.
extension EditorServer {
  mutating func initialize(_ params: JSONView?) -> JSONNode {
    client = ClientAbilities(params)
    options = ClientOptions(params?["initializationOptions"])
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
    return (folders.isEmpty ? root : folders).compactMap(DocumentAddress.realPath(of:))
  }

  private var capabilities: JSONNode {
    var members: [(String, JSONNode)] = [
      ("positionEncoding", .string(encoding.rawValue)),
      ("textDocumentSync", ["openClose": true, "change": 2, "save": ["includeText": true]]),
      ("completionProvider", ["triggerCharacters": ["@", "("]]),
      ("hoverProvider", true),
      ("codeActionProvider", actionProvider),
      ("executeCommandProvider", ["commands": ["duecal.action", "duecal.change"]]),
      ("documentSymbolProvider", true), ("workspaceSymbolProvider", true),
      ("foldingRangeProvider", true), ("selectionRangeProvider", true),
      ("documentLinkProvider", ["resolveProvider": false]),
      ("documentHighlightProvider", true), ("definitionProvider", true),
      ("referencesProvider", true),
      ("renameProvider", client.preparesRename ? ["prepareProvider": true] : true),
      ("documentOnTypeFormattingProvider", ["firstTriggerCharacter": "\n"]),
      ("semanticTokensProvider", tokenProvider),
      ("workspace", ["workspaceFolders": ["supported": true, "changeNotifications": true]]),
    ]
    if options.hints { members.append(("inlayHintProvider", true)) }
    if options.lenses { members.append(("codeLensProvider", ["resolveProvider": false])) }
    if options.formatting {
      members += [
        ("documentFormattingProvider", true), ("documentRangeFormattingProvider", true),
      ]
    }
    return .object(members)
  }

  private var actionProvider: JSONNode {
    guard client.hasLiteralActions else { return true }
    return [
      "codeActionKinds": ["quickfix", "refactor", "refactor.rewrite", "source"],
      "resolveProvider": .bool(client.resolvesActionEdits),
    ]
  }

  private var tokenProvider: JSONNode {
    [
      "legend": [
        "tokenTypes": .array(SemanticToken.Kind.allCases.map { .string($0.typeName) }),
        "tokenModifiers": ["deprecated"],
      ],
      "range": true, "full": ["delta": true],
    ]
  }

  /// Asks the editor to tell of changed files.
  mutating func registerWatchers() {
    guard client.watchesFiles else { return }
    let patterns = settings.endings.map { JSONNode.object([("globPattern", .string("**/*\($0)"))]) }
    request(
      "client/registerCapability",
      [
        "registrations": [
          [
            "id": "duecal-files", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": ["watchers": .array(patterns)],
          ]
        ]
      ])
  }
}
