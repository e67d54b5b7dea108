import Diagnostics
import ExactText

/// Splits a query into tokens, and reads each scalar once.
struct QueryLexer {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  /// The tokens of a query; the last is `end`.
  static func tokens(of text: String) throws(QueryError) -> [QueryToken] {
    var lexer = QueryLexer(scalars: Array(text.unicodeScalars))
    var tokens: [QueryToken] = []
    while true {
      let token = try lexer.next(isStep: tokens.last?.isBeforeStep ?? true)
      tokens.append(token)
      if token.kind == .end { break }
    }
    try QueryGroups.mark(&tokens)
    return tokens
  }

  private init(scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  /// Reads the next token; two dots are an axis at the beginning of a step, and otherwise a text.
  private mutating func next(isStep: Bool) throws(QueryError) -> QueryToken {
    let blanks = run { Self.isBlank($0) }
    let column = index + 1
    var token = QueryToken(.end, at: column, blanks: blanks)
    guard let scalar = current else { return token }
    switch scalar {
    case "/": token.kind = .slashes(run { $0 == "/" }.utf8.count)
    case "(", ")":
      index += 1
      token.kind = scalar == "(" ? .open : .close
    case "[": token.kind = .bracket(try bracket())
    case "\"": (token.kind, token.isVerbatim) = try quoted()
    case "@": token.kind = .attribute(try attribute())
    case "<", ">", "=": token.kind = .sign(sign())
    case "!" where isSign(at: index): token.kind = .sign(sign())
    case "." where isStep && isTwice(at: index): token.kind = axis("..")
    case "]": throw QueryError(column: column, "there is no [ before this ]")
    default: token.kind = Self.named(word())
    }
    return token
  }

  /// The attribute that `is:blocked` means; every other word is itself.
  private static func named(_ kind: QueryToken.Kind) -> QueryToken.Kind {
    kind == .word("is:blocked") ? .attribute("blocked") : kind
  }

  /// Reads all scalars that satisfy a condition.
  private mutating func run(while holds: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = current, holds(scalar) {
      text.append(scalar)
      index += 1
    }
    return String(text)
  }

  private mutating func bracket() throws(QueryError) -> String {
    let column = index + 1
    index += 1
    let content = run { $0 != "]" && $0 != "[" }
    guard current == "]" else {
      throw QueryError(column: column, "this [ is not closed; expected a ]")
    }
    index += 1
    return content
  }

  /// Reads a text in quotation marks.
  ///
  /// `\"`, `\\`, `\/`, `\n`, `\r` and `\t` are escapes; any other backslash is an ordinary character.
  private mutating func quoted() throws(QueryError) -> (QueryToken.Kind, Bool) {
    let column = index + 1
    var text = String.UnicodeScalarView()
    var isVerbatim = true
    index += 1
    while let scalar = current, scalar != "\"" {
      if scalar == "\\", index + 1 < scalars.count, let escaped = Self.escapes[scalars[index + 1]] {
        isVerbatim = false
        index += 1
        text.append(escaped)
      } else {
        text.append(scalar)
      }
      index += 1
    }
    guard current != nil else {
      throw QueryError(column: column, "this quotation mark is not closed; expected another \"")
    }
    index += 1
    return (.quoted(String(text)), isVerbatim)
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "\"": "\"", "\\": "\\", "/": "/", "n": "\n", "r": "\r", "t": "\t",
  ]

  private mutating func attribute() throws(QueryError) -> String {
    index += 1
    let name = run { Self.isName($0) }
    guard !name.isEmpty else {
      throw QueryError(column: index + 1, "expected the name of a tag after the @")
    }
    return name
  }

  private func isSign(at index: Int) -> Bool {
    index + 1 < scalars.count && scalars[index + 1] == "="
  }

  private mutating func sign() -> ComparisonOperator {
    let first = scalars[index]
    let takesTwo = first != "=" && isSign(at: index)
    index += takesTwo ? 2 : 1
    switch first {
    case "!": return .notEqual
    case "<": return takesTwo ? .lessOrEqual : .less
    case ">": return takesTwo ? .greaterOrEqual : .greater
    default: return .equal
    }
  }

  private mutating func word() -> QueryToken.Kind {
    var text = String.UnicodeScalarView()
    while let scalar = current, !Self.isBlank(scalar), !Self.endsWord(scalar),
      scalar != "!" || !isSign(at: index)
    {
      if scalar == ":", !text.isEmpty, isTwice(at: index) { return axis(String(text)) }
      text.append(scalar)
      index += 1
    }
    let word = String(text)
    return word == "count" && current == "(" ? .count : .word(word)
  }

  private func isTwice(at index: Int) -> Bool {
    index + 1 < scalars.count && scalars[index + 1] == scalars[index]
  }

  /// Reads an axis whose two last characters are next.
  private mutating func axis(_ name: String) -> QueryToken.Kind {
    index += 2
    return .axis(name)
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }

  private static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "/", "(", ")", "[", "]", "\"", "<", ">", "=": true
    default: false
    }
  }

  /// True for the characters of a tag's name; in ASCII these are letters, digits, `-`, `.` and `_`.
  private static func isName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_": true
    default: !scalar.isASCII && !scalar.properties.isWhitespace
    }
  }
}
