import Dispatch
import EditorAnswers
import EditorText
import ExactText
import JSONText
import Parallel
import TaskBridge
import TaskText

/// Tags and projects in all files: where they are, and their names.
extension EditorServer {
  /// Which places are asked for.
  enum Wanted: Sendable {
    case definitions
    case references
  }

  /// The places where the thing at a position is named, in all files; nil if they come later.
  mutating func places(_ id: [UInt8], _ params: JSONView?, _ wanted: Wanted) -> JSONNode? {
    guard let uri = Self.uri(params), let place = place(params),
      let found = place.document.thing(at: place.offset)
    else { return [] }
    let here = place.document.places(of: found.thing).filter(\.isDefinition)
    if wanted == .definitions, !here.isEmpty {
      return .array(here.map { Self.location(uri, json($0.range, place.text)) })
    }
    let includesDefinitions = params?["context"]?["includeDeclaration"]?.bool ?? true
    search(found.thing, id) { files in
      .array(
        files.flatMap { file in
          file.places.filter {
            wanted == .definitions ? $0.isDefinition : includesDefinitions || !$0.isDefinition
          }.map { Self.location(file.uri, $0.range) }
        })
    }
    return nil
  }

  private static func location(_ uri: String, _ range: JSONNode) -> JSONNode {
    ["uri": .string(uri), "range": range]
  }

  // MARK: Renaming

  mutating func preparedRename(_ params: JSONView?) throws(RequestFault) -> JSONNode {
    guard let place = place(params), let found = place.document.thing(at: place.offset) else {
      return .null
    }
    return [
      "range": json(found.range, place.text),
      "placeholder": .string(place.document.file.document.string(found.range)),
    ]
  }

  mutating func rename(_ id: [UInt8], _ params: JSONView?) throws(RequestFault) -> JSONNode? {
    guard let place = place(params), let found = place.document.thing(at: place.offset) else {
      throw RequestFault(ErrorCode.requestFailed, "expected the cursor on a tag or a project")
    }
    var name = params?["newName"]?.string ?? ""
    if case .tag = found.thing, name.first == "@" { name.removeFirst() }
    guard EditorDocument.canRename(found.thing, to: name) else {
      throw RequestFault(ErrorCode.requestFailed, Self.fault(of: name, found.thing))
    }
    search(found.thing, id) { [name, isVersioned = client.hasVersionedEdits] files in
      let edits = files.map { file -> (String, Int?, JSONNode) in
        let edits = file.places.map { ["range": $0.range, "newText": .string(name)] as JSONNode }
        return (file.uri, file.version, .array(edits))
      }
      return Self.workspaceEdit(edits, isVersioned: isVersioned)
    }
    return nil
  }

  private static func fault(of name: String, _ thing: NamedThing) -> String {
    switch thing {
    case .tag: "\"\(name)\" is not the name of a tag; expected letters, digits, - . and _"
    case .project:
      "\"\(name)\" is not the name of a project; expected words without a tag or a slash between spaces"
    case .task: "\"\(name)\" is not the name of a task; expected letters and digits"
    }
  }

  // MARK: Searching

  /// The places of a thing in one file.
  struct FoundFile: Sendable {
    let uri: String
    /// The version of an open document.
    let version: Int?
    let places: [(range: JSONNode, isDefinition: Bool)]
  }

  /// Searches all files in the background, and answers a request.
  private mutating func search(
    _ thing: NamedThing, _ id: [UInt8], _ answer: @escaping @Sendable ([FoundFile]) -> JSONNode
  ) {
    let open = openFiles()
    let paths = index.paths(naming: thing)
    let search = NameSearch(thing, settings.vocabulary)
    index.searchQueue.async { [inbox, encoding, threads = settings.threads] in
      var found = open.compactMap { file in
        Self.found(search, in: file.file, file.text, file.uri, file.text.version, encoding)
      }
      found += Parallel.map(paths.count, threads: threads) { number -> FoundFile? in
        guard let file = FileIndexer.taskFile(paths[number]) else { return nil }
        return Self.found(
          search, in: file, nil, DocumentAddress.uri(of: paths[number]), nil, encoding)
      }.compactMap(\.self)
      inbox.add(.answered(id: id, answer(found)))
    }
  }

  /// The task files that are open.
  private mutating func openFiles() -> [(uri: String, file: TaskFile, text: EditorText)] {
    documents.keys.sorted().compactMap { uri in
      guard let file = documents[uri]?.file(), let text = documents[uri]?.text,
        !text.hasLoneReturn
      else { return nil }
      return (uri, file, text)
    }
  }

  private static func found(
    _ search: NameSearch, in file: TaskFile, _ text: EditorText?, _ uri: String, _ version: Int?,
    _ encoding: PositionEncoding
  ) -> FoundFile? {
    let places = search.places(in: file)
    guard !places.isEmpty else { return nil }
    let text = text ?? EditorText(bytes: file.document.bytes)
    if text.hasLoneReturn { return nil }
    return FoundFile(
      uri: uri, version: version,
      places: places.map { (json($0.range, text, encoding), $0.isDefinition) })
  }

  /// The maximum number of lines that a search of the workspace returns.
  private static let symbolLimit = 200

  /// Projects and tasks of all files whose words contain a text; without a text the projects.
  mutating func search(_ id: [UInt8], _ params: JSONView?) -> JSONNode? {
    let query = params?["query"]?.string ?? ""
    let open = openFiles()
    let paths = index.paths(naming: nil)
    index.searchQueue.async { [inbox, encoding, vocabulary = settings.vocabulary] in
      var found: [JSONNode] = []
      func add(_ file: TaskFile, _ text: EditorText?, _ uri: String) {
        let symbols = FoundSymbol.search(
          query, in: file, vocabulary, limit: Self.symbolLimit - found.count)
        guard !symbols.isEmpty else { return }
        let text = text ?? EditorText(bytes: file.document.bytes)
        found += symbols.map { Self.json($0, text, uri, encoding) }
      }
      for file in open { add(file.file, file.text, file.uri) }
      for path in paths where found.count < Self.symbolLimit {
        guard let file = FileIndexer.taskFile(path) else { continue }
        add(file, nil, DocumentAddress.uri(of: path))
      }
      inbox.add(.answered(id: id, .array(found)))
    }
    return nil
  }

  private static func json(
    _ symbol: FoundSymbol, _ text: EditorText, _ uri: String, _ encoding: PositionEncoding
  ) -> JSONNode {
    var members: [(String, JSONNode)] = [
      ("name", .string(symbol.name)), ("kind", .int(symbol.kind.number)),
      ("location", location(uri, json(symbol.selection, text, encoding))),
    ]
    if !symbol.container.isEmpty { members.append(("containerName", .string(symbol.container))) }
    return .object(members)
  }
}
