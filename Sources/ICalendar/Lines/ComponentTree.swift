/// Builds the tree of components.
///
/// An END that fits no open component is a line like any other; one that fits an outer component
/// ends the inner ones with it.
struct ComponentTree {
  private(set) var components: [ICSDocument.Component]
  private var open = [0]
  private var openNames: [String: Int] = [:]

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
    components.append(
      ICSDocument.Component(
        name: name, parent: open[open.count - 1], lines: line..<line + 1, isClosed: false))
    open.append(components.count - 1)
    openNames[name.uppercased(), default: 0] += 1
  }

  private mutating func end(_ name: String, at line: Int) {
    let upper = name.uppercased()
    guard openNames[upper, default: 0] > 0,
      let match = open.lastIndex(where: { components[$0].name.uppercased() == upper })
    else { return }
    while open.count - 1 > match { close(through: line, isClosed: false) }
    close(through: line + 1, isClosed: true)
  }

  private mutating func close(through line: Int, isClosed: Bool) {
    let index = open.removeLast()
    openNames[components[index].name.uppercased(), default: 1] -= 1
    components[index].lines = components[index].lines.lowerBound..<line
    components[index].isClosed = isClosed
    components[index].end = components.count
  }

  /// The name behind BEGIN or END, nil for any other line; no line of more than 200 bytes is one.
  private static func mark(
    _ bytes: [UInt8], _ line: ContentLine
  ) -> (isBegin: Bool, name: String)? {
    let content = line.content
    guard content.count <= 200, content.count >= 4 else { return nil }
    let first = bytes[content.lowerBound] | 0x20
    guard first == UInt8(ascii: "b") || first == UInt8(ascii: "e") else { return nil }
    let text = line.isFolded ? ContentLineScanner.unfold(bytes[content]) : Array(bytes[content])
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = String(decoding: text[(colon + 1)...].trimmingBlanksAtEnd, as: UTF8.self)
    switch String(decoding: text[..<colon], as: UTF8.self).uppercased() {
    case "BEGIN": return (true, name)
    case "END": return (false, name)
    default: return nil
    }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without the blanks at their end.
  fileprivate var trimmingBlanksAtEnd: ArraySlice<UInt8> {
    var end = endIndex
    while end > startIndex, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
    return self[startIndex..<end]
  }
}
