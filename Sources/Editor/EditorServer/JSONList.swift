/// An array of JSON that is written element by element, for answers with many thousands of them.
struct JSONList: Sendable {
  private var elements: [UInt8] = []

  var isEmpty: Bool { elements.isEmpty }

  /// The array as JSON.
  var bytes: [UInt8] { [UInt8(ascii: "[")] + elements + [UInt8(ascii: "]")] }

  /// Begins another element.
  mutating func append(_ json: some Sequence<UInt8>) {
    if !elements.isEmpty { elements.append(UInt8(ascii: ",")) }
    elements += json
  }

  /// Continues the last element.
  mutating func extend(_ json: some Sequence<UInt8>) { elements += json }

  /// The elements of several arrays in one.
  static func joined(_ lists: [JSONList]) -> JSONList {
    var all = JSONList()
    for list in lists where !list.isEmpty { all.append(list.elements) }
    return all
  }
}
