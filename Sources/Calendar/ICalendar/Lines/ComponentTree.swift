import ExactText

/// Builds the tree of components.
///
/// An END that matches no open component is an ordinary line; one that matches an outer component ends the inner ones
/// too.
struct ComponentTree {
  private(set) var components: [ICSDocument.Component]
  private var open = [Open(index: 0, upperName: "")]
  private var openNames: [String: Int] = [:]

  /// A component without an END so far, with its name in capitals.
  private struct Open {
    let index: Int
    let upperName: String
  }

  init(_ bytes: [UInt8], _ lines: [ContentLine]) {
    components = [
      ICSDocument.Component(name: "", parent: nil, lines: lines.indices, isClosed: true)
    ]
    for (index, line) in lines.enumerated() {
      guard let mark = Self.mark(bytes, line) else { continue }
      if mark.isBegin { begin(mark.name, at: index) } else { end(mark.name, at: index) }
    }
    while open.count > 1 { close(through: lines.count, isClosed: false) }
    components[0].end = components.count
  }

  private mutating func begin(_ name: String, at line: Int) {
    let upperName = name.uppercased()
    components.append(
      ICSDocument.Component(
        name: name, parent: open[open.count - 1].index, lines: line..<line + 1, isClosed: false))
    open.append(Open(index: components.count - 1, upperName: upperName))
    openNames[upperName, default: 0] += 1
  }

  private mutating func end(_ name: String, at line: Int) {
    let upperName = name.uppercased()
    guard openNames[upperName, default: 0] > 0,
      let match = open.lastIndex(where: { $0.upperName == upperName })
    else { return }
    while open.count - 1 > match { close(through: line, isClosed: false) }
    close(through: line + 1, isClosed: true)
  }

  private mutating func close(through line: Int, isClosed: Bool) {
    let closed = open.removeLast()
    let index = closed.index
    openNames[closed.upperName, default: 1] -= 1
    components[index].lines = components[index].lines.lowerBound..<line
    components[index].isClosed = isClosed
    components[index].end = components.count
  }

  /// The name after BEGIN or END; nil for any other line and for lines of more than 200 bytes.
  private static func mark(
    _ bytes: [UInt8], _ line: ContentLine
  ) -> (isBegin: Bool, name: String)? {
    let content = line.content
    guard content.count <= 200, content.count >= 4 else { return nil }
    let first = bytes[content.lowerBound] | 0x20
    guard first == UInt8(ascii: "b") || first == UInt8(ascii: "e") else { return nil }
    let text = line.isFolded ? ContentLineScanner.unfold(bytes[content])[...] : bytes[content]
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let isBegin = ("BEGIN" as StaticString).isSpelled(by: text[..<colon])
    guard isBegin || ("END" as StaticString).isSpelled(by: text[..<colon]) else { return nil }
    let name = text[(colon + 1)...].trimmingBlanksAtEnd
    return (isBegin, String(decoding: name, as: UTF8.self))
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without trailing white space.
  fileprivate var trimmingBlanksAtEnd: ArraySlice<UInt8> {
    var end = endIndex
    while end > startIndex, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
    return self[startIndex..<end]
  }
}
