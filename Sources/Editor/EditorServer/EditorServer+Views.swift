import EditorAnswers
import EditorText
import ExactText
import JSONText

/// What an editor shows in and beside a text.
extension EditorServer {
  mutating func hints(_ params: JSONView?) -> JSONNode {
    guard options.hints, let uri = Self.uri(params), let (document, text) = target(params),
      let range = bytes(params?["range"], text), let facts = documents[uri]?.facts(document)
    else { return [] }
    let answer = document.hints(in: document.lines(in: range), facts)
    documents[uri]?.hintsChange = answer.changes
    return .array(
      answer.value.map { hint in
        [
          "position": json(text.position(ofByte: hint.offset, in: encoding)),
          "label": .string(hint.label), "paddingLeft": true,
        ]
      })
  }

  mutating func lenses(_ params: JSONView?) -> JSONNode {
    guard options.lenses, let uri = Self.uri(params), let (document, text) = target(params),
      let facts = documents[uri]?.facts(document)
    else { return [] }
    let answer = document.lenses(facts)
    documents[uri]?.lensesChange = answer.changes
    return .array(answer.value.map { json($0, uri, text) })
  }

  private func json(_ lens: EditorLens, _ uri: String, _ text: EditorText) -> JSONNode {
    let start = text.content(ofLine: min(lens.line, text.lineCount - 1)).lowerBound
    var command: [(String, JSONNode)] = [("title", .string(lens.title)), ("command", "")]
    if let change = lens.change {
      command[1].1 = "duecal.change"
      command.append(
        (
          "arguments",
          [
            [
              "uri": .string(uri), "version": .int(text.version), "line": .int(lens.line),
              "change": .string(change.name),
            ]
          ]
        ))
    }
    return ["range": json(start..<start, text), "command": .object(command)]
  }

  // MARK: Structure

  mutating func folds(_ params: JSONView?) -> JSONNode {
    guard let (document, _) = target(params) else { return [] }
    return .array(
      document.folds().map {
        ["startLine": .int($0.lowerBound), "endLine": .int($0.upperBound - 1)]
      }
    )
  }

  mutating func selections(_ params: JSONView?) -> JSONNode {
    guard let (document, text) = target(params), let list = params?["positions"]?.elements else {
      return nil
    }
    return .array(
      list.map { view in
        let position = Self.position(view) ?? TextPosition(line: 0, character: 0)
        let ranges = document.selections(at: text.offset(of: position, in: encoding))
        return ranges.reversed().reduce(JSONNode.null) { parent, range in
          var members: [(String, JSONNode)] = [("range", json(range, text))]
          if case .null = parent {} else { members.append(("parent", parent)) }
          return .object(members)
        }
      })
  }

  mutating func symbols(_ params: JSONView?) -> JSONNode {
    guard let uri = Self.uri(params), let (document, text) = target(params) else { return [] }
    let all = document.symbols()
    if client.nestsSymbols { return .array(all.map { json($0, text) }) }
    return .array(all.flatMap { flat($0, in: nil, uri, text) })
  }

  private func json(_ symbol: EditorSymbol, _ text: EditorText) -> JSONNode {
    [
      "name": .string(symbol.name), "detail": .string(symbol.detail),
      "kind": .int(symbol.kind.number), "range": json(symbol.range, text),
      "selectionRange": json(symbol.selection, text),
      "children": .array(symbol.children.map { json($0, text) }),
    ]
  }

  private func flat(
    _ symbol: EditorSymbol, in owner: String?, _ uri: String, _ text: EditorText
  ) -> [JSONNode] {
    var members: [(String, JSONNode)] = [
      ("name", .string(symbol.name)), ("kind", .int(symbol.kind.number)),
      ("location", ["uri": .string(uri), "range": json(symbol.range, text)]),
    ]
    if let owner { members.append(("containerName", .string(owner))) }
    return [.object(members)]
      + symbol.children.flatMap { flat($0, in: symbol.name, uri, text) }
  }

  mutating func links(_ params: JSONView?) -> JSONNode {
    guard let uri = Self.uri(params), let (document, text) = target(params) else { return [] }
    let path = documents[uri]?.path
    var finder = PositionFinder(text, encoding)
    return .array(
      document.links().compactMap { link in
        guard let target = Self.target(of: link, beside: path) else { return nil }
        return ["range": Self.json(link.range, &finder), "target": .string(target)]
      })
  }

  /// The address that a link opens: a path is relative to the folder of its document.
  private static func target(of link: EditorLink, beside path: String?) -> String? {
    guard link.target.first == "." else { return link.target }
    guard let folder = path?.split(separator: "/").dropLast() else { return nil }
    var parts = Array(folder)
    for part in link.target.split(separator: "/") {
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return DocumentAddress.uri(of: "/" + parts.joined(separator: "/"))
  }

  mutating func highlights(_ params: JSONView?) -> JSONNode {
    guard let place = place(params), let found = place.document.thing(at: place.offset) else {
      return []
    }
    var finder = PositionFinder(place.text, encoding)
    return .array(
      place.document.places(of: found.thing).map {
        ["range": Self.json($0.range, &finder), "kind": 1]
      })
  }

  // MARK: Formatting

  mutating func formatting(_ params: JSONView?) -> JSONNode {
    guard options.formatting, let (document, text) = target(params) else { return [] }
    let range = bytes(params?["range"], text) ?? 0..<text.bytes.count
    return .array(json(document.formatting(of: document.lines(in: range)), text))
  }

  mutating func typing(_ params: JSONView?) -> JSONNode {
    guard let place = place(params) else { return [] }
    let options = params?["options"]
    let width = max(1, min(options?["tabSize"]?.int ?? 4, 16))
    let usesSpaces = options?["insertSpaces"]?.bool ?? false
    let indent: [UInt8] = usesSpaces ? [UInt8](repeating: 0x20, count: width) : [0x09]
    return .array(json(place.document.newLine(at: place.offset, indent: indent), place.text))
  }
}

extension EditorSymbol.Kind {
  /// The number of the kind in the protocol.
  var number: Int {
    switch self {
    case .project: 3  // Namespace
    case .task: 24  // Event
    case .closedTask: 22  // EnumMember
    }
  }
}
