import Diagnostics
import ICalendar
import TestSupport
import Testing

@Suite("A place in an .ics file")
struct LinePlacesTests {
  @Test func isThatOfAnEditorAlsoAfterFolds() {
    let document = ICSDocument(bytes: Array("A:é\r\n 1\r\n\t2\nB:3\rC:45".utf8))
    var places = LinePlaces(document)
    let line = document.lines[0]
    let value = document.property(line).value
    let shown = value.map { places.place(of: $0, in: line) }.map {
      [$0.line, $0.column, $0.byteColumn]
    }
    #expect(shown == [[1, 3, 3], [1, 4, 4], [2, 2, 2], [3, 2, 2]])
    let last = places.place(ofByte: document.bytes.count - 1)
    #expect([last.line, last.column] == [5, 4])
    #expect(places.place(ofByte: 0).line == 1)
  }

  @Test func isTheSameInAnyOrder() {
    var generator = SeededGenerator(seed: 5)
    let parts = ["a", "é", "\u{1F600}", "\n", "\r", "\r\n", " ", "word"]
    let text = (0..<20_000).compactMap { _ in parts.randomElement(using: &generator) }.joined()
    let document = ICSDocument(bytes: Array(text.utf8))
    var inOrder = LinePlaces(document)
    let all = (0...document.bytes.count).map { inOrder.place(ofByte: $0) }
    var places = LinePlaces(document)
    for _ in 0..<2_000 {
      let byte = Int.random(in: 0...document.bytes.count, using: &generator)
      #expect(places.place(ofByte: byte) == all[byte])
    }
  }
}
