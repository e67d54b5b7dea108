import EditorAnswers
import EditorText
import ExactText
import JSONText

/// Semantic tokens, in the numbers of the protocol.
extension EditorServer {
  mutating func fullTokens(_ params: JSONView?) -> JSONNode {
    guard let uri = Self.uri(params), let numbers = allTokens(params) else { return nil }
    return ["resultId": .string(remember(numbers, uri)), "data": .ints(numbers)]
  }

  mutating func rangeTokens(_ params: JSONView?) -> JSONNode {
    guard let (document, text) = target(params), let range = bytes(params?["range"], text) else {
      return nil
    }
    return ["data": .ints(numbers(document.tokens(in: document.lines(in: range)), text))]
  }

  /// The difference to the tokens that the editor has: what is between an equal beginning and an equal end.
  mutating func tokenChanges(_ params: JSONView?) -> JSONNode {
    guard let uri = Self.uri(params), let new = allTokens(params) else { return nil }
    let old = documents[uri]?.tokens
    let previous = params?["previousResultId"]?.string
    guard let old, previous.map({ $0 == old.name }) ?? false else {
      return ["resultId": .string(remember(new, uri)), "data": .ints(new)]
    }
    let name = remember(new, uri)
    let edits = Self.difference(old.numbers, new).map { [$0] } ?? []
    return ["resultId": .string(name), "edits": .array(edits)]
  }

  private mutating func allTokens(_ params: JSONView?) -> [Int]? {
    guard let (document, text) = target(params) else { return nil }
    return numbers(document.tokens(in: 0..<text.lineCount), text)
  }

  private mutating func remember(_ numbers: [Int], _ uri: String) -> String {
    let name = String((documents[uri]?.tokens.flatMap { Int($0.name) } ?? 0) + 1)
    documents[uri]?.tokens = (name, numbers)
    return name
  }

  static func difference(_ old: [Int], _ new: [Int]) -> JSONNode? {
    let shorter = min(old.count, new.count)
    // Whole tokens of five numbers.
    let start = ((0..<shorter).first { old[$0] != new[$0] } ?? shorter) / 5 * 5
    let rest = shorter - start
    let end =
      ((0..<rest).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? rest) / 5 * 5
    guard start + end < max(old.count, new.count) else { return nil }
    return [
      "start": .int(start), "deleteCount": .int(old.count - start - end),
      "data": .ints(new[start..<new.count - end]),
    ]
  }

  /// Five numbers for each token: its place after the one before, its length, its type, its modifiers.
  private func numbers(_ tokens: [SemanticToken], _ text: EditorText) -> [Int] {
    var numbers: [Int] = []
    numbers.reserveCapacity(tokens.count * 5)
    var last = TextPosition(line: 0, character: 0)
    var finder = PositionFinder(text, encoding)
    for token in tokens {
      let start = finder.position(ofByte: token.range.lowerBound)
      let end = finder.position(ofByte: token.range.upperBound)
      guard start.line == end.line, start.character < end.character else { continue }
      numbers.append(start.line - last.line)
      numbers.append(start.line == last.line ? start.character - last.character : start.character)
      numbers.append(end.character - start.character)
      numbers.append(token.kind.rawValue)
      numbers.append(token.kind == .closedTask ? 1 : 0)
      last = start
    }
    return numbers
  }
}

extension SemanticToken.Kind {
  /// The name of the type in the legend; editors have colours for these.
  var typeName: String {
    switch self {
    case .project: "class"
    case .bullet: "operator"
    case .closedTask: "comment"
    case .field: "keyword"
    case .tag: "property"
    case .date: "number"
    case .value: "string"
    case .note: "comment"
    }
  }
}
