import EditorServer
import TestSupport
import Testing

struct FrameReaderTests {
  private func messages(_ pieces: [[UInt8]], limit: Int = 100) -> [String] {
    var reader = FrameReader(limit: limit)
    var found: [String] = []
    for piece in pieces {
      reader.append(piece)
      while let frame = reader.next() {
        switch frame {
        case .message(let bytes): found.append(String(decoding: bytes, as: UTF8.self))
        case .fault: found.append("!")
        }
      }
    }
    return found
  }

  @Test func readsMessagesThatAreSplitAnywhere() {
    let all = FrameReader.framed(Array("{}".utf8)) + FrameReader.framed(Array("[1]".utf8))
    for cut in all.indices {
      #expect(messages([Array(all[..<cut]), Array(all[cut...])]) == ["{}", "[1]"])
    }
    #expect(messages(all.map { [$0] }) == ["{}", "[1]"])
  }

  @Test func readsOtherHeadersAndOtherLineEnds() {
    let text = "Content-Type: x; charset=utf-8\r\ncontent-length:2\r\n\r\n{}Content-Length: 1\n\n3"
    #expect(messages([Array(text.utf8)]) == ["{}", "3"])
  }

  @Test(arguments: [
    "Content-Length: x", "Content-Length: -1", "Content-Length: 2\r\nContent-Length: 3", "Nothing",
  ])
  func goesOnAfterAWrongHead(head: String) {
    let text = "\(head)\r\n\r\nContent-Length: 2\r\n\r\n{}"
    #expect(messages([Array(text.utf8)]) == ["!", "{}"])
  }

  @Test(arguments: [
    "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "Content-Length: 99999999999999999999999\r\n\r\n{}", "Content-Type: x\r\n\r\n{}",
    "Content-Length: 1\r\n\r\n{}",
  ])
  func findsTheNextHeadBehindAContentThatNoHeadCounts(text: String) {
    let text = "\(text)content-LENGTH: 3\r\n\r\n[2]Content-Length: 3\r\n\r\n[3]"
    #expect(messages([Array(text.utf8)]).suffix(1) == ["[3]"])
    #expect(messages(text.utf8.map { [$0] }) == messages([Array(text.utf8)]))
  }

  @Test func skipsAMessageThatIsTooLarge() {
    let large = FrameReader.framed([UInt8](repeating: 0x20, count: 101))
    let text = large + FrameReader.framed(Array("{}".utf8))
    #expect(messages([text]) == ["!", "{}"])
    #expect(messages(text.map { [$0] }) == ["!", "{}"])
    #expect(messages([[UInt8](repeating: 0x41, count: 20_000)]) == ["!"])
  }

  /// Parts of messages, of which random bytes are made; most messages that come of them are damaged.
  private static let parts: [[UInt8]] =
    [
      "Content-Length: 2\r\n\r\n{}", "content-length:3\n\n[1]", "Content-Length: ",
      "Content-Length: 5\r\n", "Content-Type: x\r\n", "\r\n", "\n", "\r\n\r\n", "\n\n",
      "0", "7", "1000", "{}", "[1,2]", "C", "con", ":", "-1", "\0", "é",
    ].map { Array($0.utf8) }

  @Test func randomBytesAreCutTheSameWayHoweverTheyArrive() {
    var generator = SeededGenerator(seed: 11)
    var different = 0
    for _ in 0..<Steps.count(or: 20_000) {
      let bytes = (0..<Int.random(in: 1..<8, using: &generator)).flatMap { _ in
        Self.parts.randomElement(using: &generator) ?? []
      }
      let cuts = (0..<3).map { _ in Int.random(in: 0...bytes.count, using: &generator) }.sorted()
      let pieces = zip([0] + cuts, cuts + [bytes.count]).map { Array(bytes[$0..<$1]) }
      if messages(pieces) != messages([bytes]) { different += 1 }
    }
    // Each call of the macro takes longer than the comparison.
    #expect(different == 0)
  }
}
