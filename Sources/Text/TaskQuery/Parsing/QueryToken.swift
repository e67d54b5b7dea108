import ExactText

/// A token of a query.
struct QueryToken: Sendable {
  enum Kind: Hashable, Sendable {
    /// `/`, `//`, `///`.
    case slashes(Int)
    case open
    case close
    /// The text between `[` and `]`.
    case bracket(String)
    /// A text in quotation marks, without its escapes.
    case quoted(String)
    /// A name after an `@`.
    case attribute(String)
    /// `=`, `<=` and so on.
    case sign(ComparisonOperator)
    /// A name before `::`, or `..`.
    case axis(String)
    /// `count` before a parenthesis.
    case count
    case word(String)
    case end
  }

  var kind: Kind
  /// The column of its beginning, in scalars from 1.
  let column: Int
  /// The spaces before it.
  let blanks: String
  /// For an opening parenthesis, whether it encloses a path and not a predicate.
  var opensPath = false
  /// For a text, whether it is written verbatim in the query.
  var isVerbatim = true

  init(_ kind: Kind, at column: Int, blanks: String) {
    self.kind = kind
    self.column = column
    self.blanks = blanks
  }

  /// The word, nil for any other token.
  var word: String? {
    if case .word(let word) = kind { word } else { nil }
  }

  /// True if a step may begin after it.
  var isBeforeStep: Bool {
    switch kind {
    case .slashes, .open: true
    case .word(let word): SetOperation(rawValue: word) != nil
    default: false
    }
  }

  /// True if the token is a given word.
  func isWord(_ text: String) -> Bool { word == text }

  /// The token as a message shows it.
  var shown: String {
    switch kind {
    case .slashes(let count): String(repeating: "/", count: count)
    case .open: "("
    case .close: ")"
    case .bracket(let content): "[\(content)]"
    case .quoted(let text): text
    case .attribute(let name): "@\(name)"
    case .sign(let relation): relation.rawValue
    case .axis(let name): name == ".." ? name : "\(name)::"
    case .count: "count("
    case .word(let word): word
    case .end: "the end"
    }
  }
}
