import Foundation
import ICalendar
import TestSupport
import Testing

/// Reads a file, checks that it comes back byte for byte, and returns the document.
@discardableResult
private func expectICS(
  _ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation
) -> ICSDocument {
  let document = ICSDocument(bytes: bytes)
  #expect(document.printed == bytes, sourceLocation: location)
  return document
}

private func tree(_ text: String) -> [String] {
  let document = expectICS(Array(text.utf8))
  return document.components.map { component in
    let parent = component.parent.map { document.components[$0].name } ?? "-"
    let state = component.isClosed ? "" : " open"
    return "\(component.name) in \(parent) \(component.lines)\(state)"
  }
}

@Suite("The lines of an .ics file")
struct ICSDocumentTests {
  @Test func componentsMakeATree() {
    #expect(
      tree("BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nEND:VTODO\r\nEND:VCALENDAR\r\n") == [
        " in - 0..<5", "VCALENDAR in  0..<5", "VTODO in VCALENDAR 1..<4",
      ])
  }

  @Test func severalCalendarsAndNoneAreFiles() {
    #expect(tree("BEGIN:A\nEND:A\nBEGIN:A\nEND:A").count == 3)
    #expect(tree("BEGIN:VTODO\nEND:VTODO") == [" in - 0..<2", "VTODO in  0..<2"])
    #expect(tree("").count == 1)
  }

  @Test func anEndThatFitsNothingIsALine() {
    #expect(tree("BEGIN:A\nEND:B\nEND:A") == [" in - 0..<3", "A in  0..<3"])
  }

  @Test func anEndEndsTheOpenComponentsInside() {
    #expect(
      tree("BEGIN:A\nBEGIN:B\nEND:A\nX:1") == [
        " in - 0..<4", "A in  0..<3", "B in A 1..<2 open",
      ])
  }

  @Test func foldedLinesAreOneLine() {
    let document = expectICS(Array("A:1\r\n 2\r\n\t3\nB:4\r 5".utf8))
    #expect(
      document.lines.map { String(decoding: document.unfolded($0), as: UTF8.self) } == [
        "A:123", "B:45",
      ])
  }

  /// A search for the next LF at each line took ten seconds for four megabytes.
  @Test func linesMayEndWithCRAlone() {
    let text = String(repeating: "A:1\r", count: 300_000)
    let clock = ContinuousClock()
    let time = clock.measure {
      #expect(ICSDocument(bytes: Array(text.utf8)).lines.count == 300_000)
    }
    #expect(time < .seconds(8))
    let mixed = ICSDocument(bytes: Array("A:1\rB:2\r\nC:3\nD:4\r\r\nE:5".utf8))
    #expect(mixed.lines.map { mixed.unfolded($0).count } == [3, 3, 3, 3, 0, 3])
  }

  @Test func anyBytesComeBack() {
    var random = SeededGenerator(seed: 5)
    let pieces: [[UInt8]] = [
      Array("BEGIN:".utf8), Array("END:".utf8), Array("VTODO".utf8), [0x0D, 0x0A], [0x0A], [0x0D],
      [0x20], [0x09], [0xEF, 0xBB, 0xBF], [0xFF], [0], Array("A;B=\"c:d\":e".utf8),
    ]
    for _ in 0..<3000 {
      let count = Int.random(in: 0...14, using: &random)
      expectICS((0..<count).flatMap { _ in pieces.randomElement(using: &random) ?? [] })
    }
  }

  @Test func everyFileOfOthersComesBack() {
    for file in ["ics", "hostile/ics"].flatMap({ Corpora.files(in: $0, extensions: ["ics"]) }) {
      let bytes = Corpora.bytes(file)
      #expect(ICSDocument(bytes: bytes).printed == bytes, "\(file.path)")
    }
  }
}
