import Diagnostics

/// The tables and values of a file by path, to find keys that are defined twice.
struct TOMLTree {
  private(set) var entries: [TOMLEntry] = []
  private(set) var headings: [[TOMLKey]] = []
  private var kinds: [[String]: Kind] = [:]

  private enum Kind {
    /// A value, or an inline table, to which nothing can be added.
    case value
    /// A table with a heading.
    case heading
    /// A table that contains one with a heading.
    case above
    /// A table that dotted keys define.
    case dotted
  }

  /// Adds a heading.
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
        sentence: "the table [\(words.joined(separator: "."))] appears again; expected once")
    }
    headings.append(path)
  }

  /// Adds the tables that dotted keys lead through.
  ///
  /// - Parameter outer: How many of the keys are those of the table that contains it.
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
            "the table \(path[count - 1].text.quoted) has its own heading; expected its keys below "
            + "that heading")
      }
    }
  }

  /// Adds a value.
  mutating func add(_ path: [TOMLKey], _ element: TOMLElement) throws(TOMLFault) {
    try claim(path, .value)
    entries.append(TOMLEntry(path: path, element: element))
  }

  /// Adds the key of an inline table, before its contents.
  mutating func open(_ path: [TOMLKey]) throws(TOMLFault) { try claim(path, .dotted) }

  /// Closes an inline table.
  mutating func close(_ path: [TOMLKey]) { kinds[path.map(\.text)] = .value }

  private mutating func claim(_ path: [TOMLKey], _ kind: Kind) throws(TOMLFault) {
    let words = path.map(\.text)
    guard kinds[words] == nil else {
      let key = path[path.count - 1]
      throw TOMLFault(
        offset: key.offset, sentence: "\(key.text.quoted) is already set; expected once")
    }
    kinds[words] = kind
  }

  private func isNoTable(_ key: TOMLKey) -> TOMLFault {
    TOMLFault(
      offset: key.offset, sentence: "\(key.text.quoted) already has a value; expected no table")
  }
}
