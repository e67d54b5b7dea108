import JSONText
import Testing

struct JSONTextTests {
  private func read(_ text: String) throws -> JSONView {
    try JSONText(parsing: Array(text.utf8)).root
  }

  @Test func readsEveryKindOfValue() throws {
    let root = try read(#" {"a": [1, -2.5e1, true, false, null, "x"], "b": {}, "c": ""} "#)
    let list = try #require(root["a"]?.elements)
    #expect(list.count == 6)
    #expect(list[0].int == 1)
    #expect(list[1].int == -25)
    #expect(list[2].bool == true)
    #expect(list[3].bool == false)
    #expect(list[4].isNull)
    #expect(list[5].string == "x")
    #expect(root["b"]?.members.isEmpty == true)
    #expect(root["c"]?.string == "")
    #expect(root["d"] == nil)
    #expect(root.members.map(\.key) == ["a", "b", "c"])
  }

  @Test func readsEscapes() throws {
    let root = try read(#"["\"\\\/\b\f\n\r\t", "\u00e9\ud83e\uddfe\u0000", "é🧾"]"#)
    #expect(root.elements[0].string == "\"\\/\u{8}\u{C}\n\r\t")
    #expect(root.elements[1].string == "é🧾\0")
    #expect(root.elements[2].string == "é🧾")
  }

  @Test func halfOfASurrogatePairBecomesAReplacementCharacter() throws {
    #expect(try read(#""a\ud83e""#).string == "a\u{FFFD}")
    #expect(try read(#""\uddfe\ud83e\u0041""#).string == "\u{FFFD}\u{FFFD}A")
  }

  @Test func anEscapedKeyIsFound() throws {
    #expect(try read(#"{"\u0069d": 3}"#)["id"]?.int == 3)
  }

  @Test func keepsTheWrittenFormOfAValue() throws {
    let root = try read(#"{"id": "a\nb", "n": 1.0}"#)
    #expect(root["id"]?.written.elementsEqual(#""a\nb""#.utf8) == true)
    #expect(root["n"]?.written.elementsEqual("1.0".utf8) == true)
    #expect(root["n"]?.int == 1)
  }

  @Test(arguments: [
    "", " ", "{", "[1,]", "[1 2]", #"{"a" 1}"#, #"{"a":}"#, #"{1:2}"#, "tru", "nulls", "01", "-",
    "1.", "1e", "\"a", "\"\\x\"", "\"\\u12\"", "\"a\nb\"", "[1]]", "{}{}", ",", "\"\\",
    "\"\\u123g\"",
  ])
  func refusesWhatIsNotJSON(text: String) {
    #expect(throws: JSONError.self) { try JSONText(parsing: Array(text.utf8)) }
  }

  @Test func refusesBytesThatAreNotUTF8() {
    for bad: [UInt8] in [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3],
    ] {
      #expect(throws: JSONError.self) { try JSONText(parsing: [0x22] + bad + [0x22]) }
    }
  }

  @Test func limitsDepthAndSize() throws {
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(throws: JSONError.self) { try JSONText(parsing: Array(deep.utf8)) }
    let limits = JSONText.Limits(depth: 200, bytes: 400)
    #expect(try JSONText(parsing: Array(deep.utf8), limits: limits).root.kind == .array)
    #expect(throws: JSONError.self) {
      try JSONText(parsing: Array("[\(deep)]".utf8), limits: limits)
    }
  }

  @Test func writesWhatItReads() throws {
    let node: JSONNode = [
      "a": [1, true, nil, "x\"\\\n\u{1}\u{1F}é"], "b": .ints([1, 2]), "c": nil,
    ]
    let root = try JSONText(parsing: node.bytes).root
    #expect(root["a"]?.elements[3].string == "x\"\\\n\u{1}\u{1F}é")
    #expect(root["b"]?.elements.map(\.int) == [1, 2])
    #expect(root["c"]?.isNull == true)
  }

  @Test func noBytesEndTheProcess() {
    var generator = SystemRandomNumberGenerator()
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "u", "d83e", "1", "e", "-", ".", "true", " ",
    ]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0..<24, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      guard let read = try? JSONText(parsing: Array(text.utf8)) else { continue }
      _ = (read.root.string, read.root.members.count, read.root.elements.map(\.utf8))
    }
  }
}
