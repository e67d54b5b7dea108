import Dispatch
import EditorAnswers
import EditorText
import ExactText
import JSONText
import TaskBridge

/// The documents that are open, as the editor tells.
extension EditorServer {
  mutating func notify(_ method: String, _ params: JSONView?) {
    switch method {
    case "initialized": registerWatchers()
    case "textDocument/didOpen": open(params?["textDocument"])
    case "textDocument/didChange": change(params)
    case "textDocument/didSave": save(params)
    case "textDocument/didClose": close(params)
    case "workspace/didChangeWatchedFiles": filesChanged(params)
    case "workspace/didChangeWorkspaceFolders": foldersChanged(params)
    case "$/cancelRequest": forgetCancellation(params)
    default: break
    }
  }

  /// Forgets a cancellation unless its request is still worked on: all requests before it have been answered.
  private func forgetCancellation(_ params: JSONView?) {
    guard let id = params?["id"].map({ Array($0.written) }), !working.contains(id) else { return }
    _ = inbox.takeCancellation(of: id)
  }

  private mutating func open(_ item: JSONView?) {
    guard let uri = item?["uri"]?.string, let bytes = item?["text"]?.utf8 else { return }
    if documents[uri] != nil { forget(uri) }
    let text = EditorText(bytes: bytes, version: item?["version"]?.int ?? 0)
    openedCount += 1
    let document = OpenDocument(
      uri: uri, number: openedCount, languageID: item?["languageId"]?.string ?? "", text: text,
      markdown: settings.markdown)
    documents[uri] = document
    index.hide(document.path)
    stale.insert(uri)
    nextCollection = .now()
    readOrigins(of: document)
  }

  private func readOrigins(of document: OpenDocument) {
    guard let path = document.path, case .tasks = document.kind else { return }
    let (uri, bytes) = (document.uri, document.text.bytes)
    index.queue.async { [settings, inbox] in
      inbox.add(.origins(uri: uri, settings.origins(path, bytes)))
    }
  }

  mutating func take(_ origins: LineOrigins, of uri: String) {
    guard let old = documents[uri]?.origins.diagnostics else { return }
    documents[uri]?.origins = origins
    if old != origins.diagnostics { stale.insert(uri) }
  }

  private mutating func change(_ params: JSONView?) {
    guard let uri = params?["textDocument"]?["uri"]?.string,
      let list = params?["contentChanges"]?.elements, let old = documents[uri]?.text.version
    else { return }
    // An editor may give the largest number of all.
    let version = params?["textDocument"]?["version"]?.int ?? old &+ 1
    let encoding = encoding
    documents[uri]?.apply(list.compactMap(Self.change), in: encoding, version: version)
    stale.insert(uri)
    // In a pause, because a document cannot change in place while its names are collected.
    nextCollection = .now() + .milliseconds(300)
  }

  private static func change(_ change: JSONView) -> TextChange? {
    guard let bytes = change["text"]?.utf8 else { return nil }
    guard let range = change["range"], !range.isNull else { return TextChange(nil, bytes: bytes) }
    guard let start = position(range["start"]), let end = position(range["end"]) else { return nil }
    return TextChange((start, end), bytes: bytes)
  }

  /// A position of a message; nil for anything else.
  static func position(_ view: JSONView?) -> TextPosition? {
    guard let line = view?["line"]?.int, let character = view?["character"]?.int else { return nil }
    return TextPosition(line: line, character: character)
  }

  /// Compares the text with the editor's own, and takes that if they differ.
  private mutating func save(_ params: JSONView?) {
    guard let uri = params?["textDocument"]?["uri"]?.string, let document = documents[uri] else {
      return
    }
    defer { if let saved = documents[uri] { readOrigins(of: saved) } }
    guard let bytes = params?["text"]?.utf8, document.text.bytes != bytes,
      !Self.isText(bytes, withLettersForLineEnds: document.text.bytes)
    else { return }
    if !document.hasDrifted {
      log("the text of \(uri) differed from the editor's; the editor's is used")
    }
    documents[uri]?.hasDrifted = true
    documents[uri]?.recover(bytes)
    stale.insert(uri)
  }

  /// True if a saved text is a text with a backslash and an n for each end of a line, as ALE 3.3 writes it.
  private static func isText(_ saved: [UInt8], withLettersForLineEnds own: [UInt8]) -> Bool {
    let letters = Array(#"\n"#.utf8)
    let lines = own.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    let joined = lines.joined(separator: letters)
    return saved.elementsEqual(joined) || saved.elementsEqual(Array(joined) + letters)
  }

  private mutating func close(_ params: JSONView?) {
    guard let uri = params?["textDocument"]?["uri"]?.string, documents[uri] != nil else { return }
    forget(uri)
    notify(editor: "textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []])
  }

  private mutating func forget(_ uri: String) {
    guard let document = documents.removeValue(forKey: uri) else { return }
    stale.remove(uri)
    if let names = document.names { index.names.remove(names) }
    index.show(document.path)
    // What was saved may differ from what the index knows of the file.
    if let path = document.path, case .tasks = document.kind, !isLeftOut(path) {
      index.read([path], into: inbox)
    }
  }

  private mutating func filesChanged(_ params: JSONView?) {
    let paths =
      params?["changes"]?.elements.compactMap { $0["uri"]?.string }
      .compactMap(DocumentAddress.realPath(of:)) ?? []
    index.read(paths.filter { !isLeftOut($0) }, into: inbox)
    let changed = ExactSet(paths)
    for document in documents.values where document.path.map(changed.contains) ?? false {
      readOrigins(of: document)
    }
  }

  private mutating func foldersChanged(_ params: JSONView?) {
    let event = params?["event"]
    func paths(_ list: JSONView?) -> [String] {
      list?.elements.compactMap { $0["uri"]?.string }.compactMap(DocumentAddress.realPath(of:))
        ?? []
    }
    let (gone, new) = (ExactSet(paths(event?["removed"])), paths(event?["added"]))
    index.folders = index.folders.filter { !gone.contains($0) } + new
    if !gone.isEmpty { index.leave(gone.sorted(), into: inbox) }
    readFolders(new)
  }

  // MARK: Names

  /// Collects the names of changed documents in the background.
  mutating func collectNames() {
    guard let time = nextCollection, time <= .now() else { return }
    nextCollection = nil
    for uri in documents.keys.sorted() {
      guard let document = documents[uri], document.namesRevision != document.revision else {
        continue
      }
      guard !document.isCollecting, let file = documents[uri]?.file() else { continue }
      documents[uri]?.isCollecting = true
      let (number, revision) = (document.number, document.revision)
      index.queue.async { [inbox] in
        inbox.add(
          .named(uri: uri, number: number, revision: revision, EditorNames(file).counts))
      }
    }
  }

  /// Takes the names of a document, unless it was closed meanwhile.
  mutating func take(_ names: NameCounts, of uri: String, number: Int, revision: Int) {
    guard let document = documents[uri], document.number == number else { return }
    if let old = document.names { index.names.remove(old) }
    index.names.add(names)
    documents[uri]?.names = names
    documents[uri]?.namesRevision = revision
    documents[uri]?.isCollecting = false
    if revision != document.revision { nextCollection = .now() + .milliseconds(300) }
  }
}
