import ExactText
import JSONText

/// The error codes of JSON-RPC and of the Language Server Protocol.
enum ErrorCode {
  static let parse = -32700
  static let invalidRequest = -32600
  static let methodNotFound = -32601
  static let invalidParams = -32602
  static let serverNotInitialized = -32002
  static let requestFailed = -32803
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
struct ClientAbilities: Sendable {
  private(set) var name = ""
  private(set) var encodings: [String] = []
  private(set) var hasVersionedEdits = false
  private(set) var hasSnippets = false
  private(set) var hasLiteralActions = false
  private(set) var hasPreferredActions = false
  private(set) var resolvesActionEdits = false
  private(set) var hasProgress = false
  private(set) var refreshesHints = false
  private(set) var refreshesLenses = false
  private(set) var nestsSymbols = false
  private(set) var watchesFiles = false
  private(set) var readsMarkdown = true
  private(set) var hasMessageVersions = false
  private(set) var preparesRename = false
  /// True if a completion is filtered by the text that it inserts, so that a date must be inserted as it is typed.
  private(set) var filtersByText = false

  init() {}

  init(_ params: JSONView?) {
    let client = params?["clientInfo"]
    name = client?["name"]?.string ?? ""
    let version = client?["version"]?.string ?? ""
    let all = params?["capabilities"]
    // YouCompleteMe has no name; this misspelled ability is its own.
    let isYouCompleteMe = client == nil && all?["textDocument"]?["inlay_hint"] != nil
    filtersByText =
      isYouCompleteMe
      || name == "Neovim" && ["0.5", "0.6", "0.7", "0.8", "0.9"].contains { version.hasPrefix($0) }
    encodings = all?["general"]?["positionEncodings"]?.elements.compactMap(\.string) ?? []
    hasProgress = all?["window"]?["workDoneProgress"]?.bool ?? false
    readWorkspace(all?["workspace"])
    readDocuments(all?["textDocument"])
  }

  private mutating func readWorkspace(_ workspace: JSONView?) {
    hasVersionedEdits = workspace?["workspaceEdit"]?["documentChanges"]?.bool ?? false
    refreshesHints = workspace?["inlayHint"]?["refreshSupport"]?.bool ?? false
    refreshesLenses = workspace?["codeLens"]?["refreshSupport"]?.bool ?? false
    watchesFiles = workspace?["didChangeWatchedFiles"]?["dynamicRegistration"]?.bool ?? false
  }

  private mutating func readDocuments(_ text: JSONView?) {
    hasSnippets = text?["completion"]?["completionItem"]?["snippetSupport"]?.bool ?? false
    let action = text?["codeAction"]
    hasLiteralActions = action?["codeActionLiteralSupport"] != nil
    hasPreferredActions = action?["isPreferredSupport"]?.bool ?? false
    let canResolve = action?["resolveSupport"]?["properties"]?.elements.contains {
      $0.utf8?.elementsEqual("edit".utf8) ?? false
    }
    resolvesActionEdits =
      (canResolve ?? false) && action?["dataSupport"]?.bool ?? false && hasLiteralActions
    nestsSymbols = text?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.bool ?? false
    hasMessageVersions = text?["publishDiagnostics"]?["versionSupport"]?.bool ?? false
    preparesRename = text?["rename"]?["prepareSupport"]?.bool ?? false
    if let formats = text?["hover"]?["contentFormat"]?.elements, !formats.isEmpty {
      readsMarkdown = formats.contains { $0.utf8?.elementsEqual("markdown".utf8) ?? false }
    }
  }
}
