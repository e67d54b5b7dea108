import Dispatch
import EditorAnswers
import EditorText
import ExactText
import JSONText
import Parallel
import TaskBridge
import TaskText

/// The search for projects and tasks in all files.
extension EditorServer {
  /// The maximum number of lines that a search of the workspace returns.
  private static let symbolLimit = 200

  /// Projects and tasks of all files whose words contain a text; without a text the projects.
  mutating func search(_ id: [UInt8], _ params: JSONView?) -> JSONNode? {
    let query = params?["query"]?.string ?? ""
    let open = openFiles()
    let paths = index.paths(naming: nil)
    let search = SymbolSearch(query, settings, encoding)
    index.searchQueue.async { [inbox] in
      inbox.add(.answered(id: id, .array(search.found(in: open, paths))))
    }
    return nil
  }

  /// Searches files for symbols.
  private struct SymbolSearch: Sendable {
    private let query: String
    private let settings: ServerSettings
    private let encoding: PositionEncoding

    init(_ query: String, _ settings: ServerSettings, _ encoding: PositionEncoding) {
      (self.query, self.settings, self.encoding) = (query, settings, encoding)
    }

    /// The first symbols of files that are open and of files on the disk.
    ///
    /// Of these a few are searched at first, and more once many have no symbol.
    func found(in open: [OpenFile], _ paths: [String]) -> [JSONNode] {
      var found: [JSONNode] = []
      for file in open where found.count < EditorServer.symbolLimit {
        found += symbols(file.file, file.text, file.uri)
      }
      var (rest, count) = (paths[...], max(1, settings.threads))
      while found.count < EditorServer.symbolLimit, !rest.isEmpty {
        let part = Array(rest.prefix(count))
        rest = rest.dropFirst(part.count)
        found += Parallel.flatMap(part, portion: max(1, count / 16), threads: settings.threads) {
          $0.flatMap(symbols)
        }
        count = min(2 * count, 256)
      }
      return Array(found.prefix(EditorServer.symbolLimit))
    }

    private func symbols(_ path: String) -> [JSONNode] {
      FileIndexer.taskFile(path).map { symbols($0, nil, DocumentAddress.uri(of: path)) } ?? []
    }

    private func symbols(_ file: TaskFile, _ text: EditorText?, _ uri: String) -> [JSONNode] {
      let found = FoundSymbol.search(
        query, in: file, settings.vocabulary, limit: EditorServer.symbolLimit)
      guard !found.isEmpty else { return [] }
      let text = text ?? EditorText(bytes: file.document.bytes)
      return found.map { EditorServer.json($0, text, uri, encoding) }
    }
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
