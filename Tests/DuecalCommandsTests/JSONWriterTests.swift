import FoundationEssentials
import TestSupport
import Testing

@testable import DuecalCommands

@Suite("JSON is written as Foundation writes it")
struct JSONWriterTests {
  @Test func everyCharacterOfATextIsEscapedTheSame() throws {
    let scalars = [
      0...0x800, 0x2000...0x2100, 0xD7F0...0xD7FF, 0xE000...0xE010, 0xFE00...0xFFFF,
      0x1F600...0x1F610, 0x10FFF0...0x10FFFF,
    ].joined().compactMap(Unicode.Scalar.init(_:))
    for scalar in scalars {
      let texts = ["", "a\(scalar)b", "\(scalar)", "\(scalar)\(scalar)\u{301}"]
      #expect(try written(.array(texts.map { .text($0) })) == encoded(texts), "\(scalar.value)")
    }
  }

  @Test func aTextOfAnyBytesIsEscapedTheSame() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0xFF), using: &random)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(try written(.text(text)) == encoded(text), "\(bytes)")
    }
  }

  @Test func anyValueIsWrittenTheSame() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<2000 {
      let value = RandomJSON(depth: 5, &random)
      #expect(try written(value) == encoded(value))
    }
  }

  @Test func aLongDocumentIsWrittenInPiecesAndTheSame() throws {
    var random = SeededGenerator(seed: 3)
    let values = (0..<2000).map { _ in RandomJSON(depth: 3, &random) }
    let document = RandomJSON.object(["first": .array(values), "last": .array([])])
    var pieces: [[UInt8]] = []
    try JSONWriter.write(document) { pieces.append($0) }
    #expect(Array(pieces.joined()) == (try encoded(document)))
    #expect(pieces.count > 10)
    #expect(pieces.allSatisfy { $0.count < 1 << 15 })
  }

  private func written(_ value: RandomJSON) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try JSONWriter.write(value) { bytes += $0 }
    return bytes
  }

  private func encoded(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
  }
}

/// A random JSON value.
private enum RandomJSON: Encodable, JSONValue {
  case null
  case flag(Bool)
  case number(Int)
  case text(String)
  case array([RandomJSON])
  case object([String: RandomJSON])

  init(depth: Int, _ random: inout SeededGenerator) {
    let count = Int.random(in: 0...4, using: &random)
    switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &random) {
    case 0: self = .null
    case 1: self = .flag(Bool.random(using: &random))
    case 2: self = .number(Self.number(&random))
    case 3: self = .text(Self.text(&random))
    case 4, 5: self = .array((0..<count).map { _ in RandomJSON(depth: depth - 1, &random) })
    default:
      let members = (0..<count).map { _ in
        (Self.key(&random), RandomJSON(depth: depth - 1, &random))
      }
      self = .object(Dictionary(members) { $1 })
    }
  }

  private static func number(_ random: inout SeededGenerator) -> Int {
    [0, 1, -1, .max, .min, Int.random(in: -9999...9999, using: &random)]
      .randomElement(using: &random) ?? 0
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let bytes = (0..<Int.random(in: 0...30, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func key(_ random: inout SeededGenerator) -> String {
    let letters = "abcdefgxyzABCXYZ\"\\\n/"
    return String(
      (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
        letters.randomElement(using: &random)
      })
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }

  func write(to json: inout JSONWriter) {
    switch self {
    case .null: String?.none.write(to: &json)
    case .flag(let flag): flag.write(to: &json)
    case .number(let number): number.write(to: &json)
    case .text(let text): text.write(to: &json)
    case .array(let elements): elements.write(to: &json)
    case .object(let members):
      json.object { json in
        for (key, value) in members.sorted(by: { $0.key < $1.key }) { json.member(key, value) }
      }
    }
  }
}
