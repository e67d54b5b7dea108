import Diagnostics

/// What keys of a file were said to be, so that nothing is said twice.
struct TOMLTree {
  private(set) var entries: [TOMLEntry] = []
  private(set) var headings: [[TOMLKey]] = []
  private var kinds: [[String]: Kind] = [:]

  private enum Kind {
    /// A value, or a table in braces, to which nothing is added.
    case value
    /// A table with a heading.
    case heading
    /// A table above one with a heading.
    case above
    /// A table of dotted keys.
    case dotted
  }

  /// Takes a heading.
  mutating func begin(_ path: [TOMLKey]) throws(TOMLFault) {
    let words = path.map(\.text)
    for count in 1..<words.count {
      let above = Array(words.prefix(count))
      if kinds[above] == .value { throw isNoTable(path[count - 1]) }
      kinds[above] = kinds[above] ?? .above
    }
    switch kinds[words] {
    case nil, .above: kinds[words] = .heading
    case .value: throw isNoTable(path[words.count - 1])
    case .heading, .dotted:
      throw TOMLFault(
        offset: path[0].offset,
        sentence: "the table [\(words.joined(separator: "."))] stands here again; expected it once")
    }
    headings.append(path)
  }

  /// Takes the tables that dotted keys lead through.
  ///
  /// - Parameter outer: How many of the keys are those of the table that it stands in.
  mutating func pass(_ path: [TOMLKey], from outer: Int) throws(TOMLFault) {
    guard outer + 1 < path.count else { return }
    for count in outer + 1..<path.count {
      let words = path.prefix(count).map(\.text)
      switch kinds[words] {
      case nil: kinds[words] = .dotted
      case .dotted: break
      case .value: throw isNoTable(path[count - 1])
      case .heading, .above:
        throw TOMLFault(
          offset: path[count - 1].offset,
          sentence:
            "the table \(path[count - 1].text.quoted) has a heading; expected its keys there")
      }
    }
  }

  /// Takes a value.
  mutating func add(_ path: [TOMLKey], _ element: TOMLElement) throws(TOMLFault) {
    try claim(path, .value)
    entries.append(TOMLEntry(path: path, element: element))
  }

  /// Takes the key of a table in braces, before what stands in it.
  mutating func open(_ path: [TOMLKey]) throws(TOMLFault) { try claim(path, .dotted) }

  /// Closes a table in braces.
  mutating func close(_ path: [TOMLKey]) { kinds[path.map(\.text)] = .value }

  private mutating func claim(_ path: [TOMLKey], _ kind: Kind) throws(TOMLFault) {
    let words = path.map(\.text)
    guard kinds[words] == nil else {
      let key = path[path.count - 1]
      throw TOMLFault(
        offset: key.offset, sentence: "\(key.text.quoted) is set already; expected it once")
    }
    kinds[words] = kind
  }

  private func isNoTable(_ key: TOMLKey) -> TOMLFault {
    TOMLFault(
      offset: key.offset, sentence: "\(key.text.quoted) is a value already; expected no table")
  }
}
