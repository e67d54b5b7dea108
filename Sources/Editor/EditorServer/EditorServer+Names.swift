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
    let part: Part = { uri, place, answer in
      let isDefinition = place.place.isDefinition
      guard wanted == .definitions ? isDefinition : includesDefinitions || !isDefinition else {
        return
      }
      answer.append(Self.location(uri, .written(place.range)).bytes)
    }
    search(found.thing, id, part) { files in
      (.written(JSONList.joined(files.map(\.parts)).bytes), nil)
    }
    return nil
  }

  static func location(_ uri: String, _ range: JSONNode) -> JSONNode {
    ["uri": .string(uri), "range": range]
  }

  // MARK: Renaming

  mutating func preparedRename(_ params: JSONView?) throws(RequestFault) -> JSONNode {
    guard let place = place(params), let found = place.document.thing(at: place.offset) else {
      return .null
    }
    return [
      "range": json(found.range, place.text),
      "placeholder": .string(found.thing.name),
    ]
  }

  mutating func rename(_ id: [UInt8], _ params: JSONView?) throws(RequestFault) -> JSONNode? {
    guard let place = place(params), let found = place.document.thing(at: place.offset) else {
      throw RequestFault(ErrorCode.requestFailed, "expected the cursor on a tag or a project")
    }
    var name = params?["newName"]?.string ?? ""
    // Without what only marks a tag or a project.
    if case .tag = found.thing, name.first == "@" { name.removeFirst() }
    if case .project = found.thing, name.last == ":" { name.removeLast() }
    guard EditorDocument.canRename(found.thing, to: name) else {
      throw RequestFault(ErrorCode.requestFailed, Self.fault(of: name, found.thing))
    }
    let part = Self.edit(found.thing, name)
    search(found.thing, id, part) { [isVersioned = client.hasVersionedEdits] files in
      let edit = Self.workspaceEdit(
        files.filter { !$0.isLeftOut }.map { ($0.uri, $0.version, .written($0.parts.bytes)) },
        isVersioned: isVersioned)
      return (edit, Self.remark(onLeftOut: files.filter(\.isLeftOut).map(\.uri)))
    }
    return nil
  }

  /// What a person has to know about files that name a thing and cannot be changed.
  private static func remark(onLeftOut uris: [String]) -> String? {
    guard let first = uris.first else { return nil }
    let name = DocumentAddress.path(of: first) ?? first
    let files = uris.count > 1 ? "\(name) and \(uris.count - 1) more are" : "\(name) is"
    return "\(files) left out; expected UTF-8, and no line that ends in CR alone"
  }

  /// Writes the edit of a place that gives a thing another name.
  private static func edit(_ thing: NamedThing, _ name: String) -> Part {
    func end(isDefinition: Bool) -> [UInt8] {
      let text = JSONNode.string(thing.written(name, isDefinition: isDefinition))
      return Array(#","newText":"#.utf8) + text.bytes + [UInt8(ascii: "}")]
    }
    let ends = (definition: end(isDefinition: true), reference: end(isDefinition: false))
    return { _, found, answer in
      answer.append(#"{"range":"#.utf8)
      answer.extend(found.range)
      answer.extend(found.place.isDefinition ? ends.definition : ends.reference)
    }
  }

  private static func fault(of name: String, _ thing: NamedThing) -> String {
    switch thing {
    case .tag: "\"\(name)\" is not the name of a tag; expected letters, digits, - . and _"
    case .project:
      "\"\(name)\" is not the name of a project; expected words without a tag or a slash between spaces"
    case .task: "\"\(name)\" is not the name of a task; expected letters, digits, - and _"
    }
  }

  // MARK: Searching

  /// A place where the thing is named, with its range as JSON.
  private struct FoundPlace {
    let range: [UInt8]
    let place: NamePlace
  }

  /// Writes the answer about a place of the file with an address; nothing for a place that is not wanted.
  private typealias Part = @Sendable (_ uri: String, FoundPlace, _ answer: inout JSONList) -> Void

  /// What is answered about one file.
  private struct FoundFile: Sendable {
    let uri: String
    /// The version of an open document.
    let version: Int?
    var parts = JSONList()
    /// True for a file that names the thing and whose positions no editor knows.
    var isLeftOut = false

    init(leftOut uri: String) {
      (self.uri, version, isLeftOut) = (uri, nil, true)
    }

    init(
      _ uri: String, version: Int?, _ places: [NamePlace], _ part: Part,
      position: (Int) -> TextPosition
    ) {
      (self.uri, self.version) = (uri, version)
      for place in places {
        let range = EditorServer.json(
          position(place.range.lowerBound), position(place.range.upperBound))
        part(uri, FoundPlace(range: range, place: place), &parts)
      }
    }
  }

  /// Searches all files in the background, and answers a request.
  ///
  /// - Parameters:
  ///   - thing: What is searched.
  ///   - id: The request.
  ///   - part: Writes the answer about a place, on several threads.
  ///   - answer: The answer from those about all files, and a remark about it.
  private mutating func search(
    _ thing: NamedThing, _ id: [UInt8], _ part: @escaping Part,
    _ answer: @escaping @Sendable ([FoundFile]) -> (JSONNode, remark: String?)
  ) {
    let all = allOpenFiles()
    let open = all.filter { !$0.text.hasLoneReturn }
    let unusable = all.filter(\.text.hasLoneReturn)
    let paths = index.paths(naming: thing)
    let search = NameSearch(thing, settings.vocabulary)
    index.searchQueue.async { [inbox, encoding, threads = settings.threads] in
      let found = open.map { uri, file, text in
        var finder = PositionFinder(text, encoding)
        return FoundFile(uri, version: text.version, search.places(in: file), part) {
          finder.position(ofByte: $0)
        }
      }
      let others = Parallel.map(paths.count, threads: threads) { number in
        Self.found(search, inFile: paths[number], encoding, part)
      }
      let leftOut = unusable.filter { !search.places(in: $0.file).isEmpty }
        .map { FoundFile(leftOut: $0.uri) }
      let all = (found + leftOut + others.compactMap(\.self))
        .filter { $0.isLeftOut || !$0.parts.isEmpty }
      let (result, remark) = answer(all)
      inbox.add(.answered(id: id, result, remark: remark))
    }
  }

  private static func found(
    _ search: NameSearch, inFile path: String, _ encoding: PositionEncoding, _ part: Part
  ) -> FoundFile? {
    guard let bytes = FileIndexer.bytes(path) else { return nil }
    let places = search.places(inFile: path, bytes)
    guard !places.isEmpty else { return nil }
    let uri = DocumentAddress.uri(of: path)
    // A file in another encoding is never changed.
    guard (try? UTF8Span(validating: bytes.span)) != nil,
      var counter = PositionCounter(bytes: bytes, encoding)
    else { return FoundFile(leftOut: uri) }
    return FoundFile(uri, version: nil, places, part) {
      counter.position(ofByte: $0)
    }
  }

  /// A task file that is open, with its address and its text.
  typealias OpenFile = (uri: String, file: TaskFile, text: EditorText)

  /// The task files that are open and whose positions all editors count in the same way.
  mutating func openFiles() -> [OpenFile] { allOpenFiles().filter { !$0.text.hasLoneReturn } }

  private mutating func allOpenFiles() -> [OpenFile] {
    documents.keys.sorted().compactMap { uri in
      guard let file = documents[uri]?.file(), let text = documents[uri]?.text else { return nil }
      return (uri, file, text)
    }
  }
}
