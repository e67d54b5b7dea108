import JSONText

/// The error codes of JSON-RPC and of the Language Server Protocol.
enum ErrorCode {
  static let parse = -32700
  static let invalidRequest = -32600
  static let methodNotFound = -32601
  static let invalidParams = -32602
  static let serverNotInitialized = -32002
  static let requestCancelled = -32800
  static let contentModified = -32801
}

/// Why a request has no result.
struct RequestFault: Error {
  let code: Int
  let sentence: String

  init(_ code: Int, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }
}

/// What the editor can do, as it says in its first message.
struct ClientAbilities {
  private(set) var name = ""
  private(set) var encodings: [String] = []
  private(set) var hasVersionedEdits = false
  private(set) var hasSnippets = false
  private(set) var resolvesActionEdits = false
  private(set) var hasProgress = false
  private(set) var refreshesHints = false
  private(set) var nestsSymbols = false
  private(set) var watchesFiles = false
  /// True if a completion is filtered by the text that it inserts, so that a date must be inserted as it is typed.
  private(set) var filtersByText = false

  init() {}

  init(_ params: JSONView?) {
    let client = params?["clientInfo"]
    name = client?["name"]?.string ?? ""
    let version = client?["version"]?.string ?? ""
    filtersByText =
      name == "Neovim" && ["0.5", "0.6", "0.7", "0.8", "0.9"].contains { version.hasPrefix($0) }
    let all = params?["capabilities"]
    encodings = all?["general"]?["positionEncodings"]?.elements.compactMap(\.string) ?? []
    let workspace = all?["workspace"]
    hasVersionedEdits = workspace?["workspaceEdit"]?["documentChanges"]?.bool ?? false
    refreshesHints = workspace?["inlayHint"]?["refreshSupport"]?.bool ?? false
    watchesFiles = workspace?["didChangeWatchedFiles"]?["dynamicRegistration"]?.bool ?? false
    let text = all?["textDocument"]
    hasSnippets = text?["completion"]?["completionItem"]?["snippetSupport"]?.bool ?? false
    let resolve = text?["codeAction"]?["resolveSupport"]?["properties"]
    resolvesActionEdits = resolve?.elements.contains { $0.string == "edit" } ?? false
    nestsSymbols = text?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.bool ?? false
    hasProgress = all?["window"]?["workDoneProgress"]?.bool ?? false
  }
}
