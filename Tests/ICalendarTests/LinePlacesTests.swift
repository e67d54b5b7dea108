import Diagnostics
import ICalendar
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
}
