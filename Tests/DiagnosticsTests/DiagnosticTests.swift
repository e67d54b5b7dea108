import Diagnostics
import Testing

@Suite("A message about a place")
struct DiagnosticTests {
  @Test func namesItsPlaceSeveritySentenceAndFix() {
    let place = Place(line: 3, column: 5, byteColumn: 7)
    let plain = Diagnostic(.error, at: place, message: "no date; expected one")
    #expect("\(plain)" == "3:5: error: no date; expected one")
    let fixed = Diagnostic(.note, at: place, message: "an odd date", fix: "2026-12-04")
    #expect("\(fixed)" == "3:5: note: an odd date; write 2026-12-04")
  }

  @Test func placesAreInTheOrderOfTheText() {
    let places = [
      Place(line: 1, column: 9), Place(line: 2, column: 1),
      Place(line: 2, column: 2, byteColumn: 3),
      Place(line: 2, column: 2, byteColumn: 4),
    ]
    #expect(places.shuffled().sorted() == places)
    for place in places { #expect(!(place < place)) }
    #expect(Place(line: 1, column: 4) == Place(line: 1, column: 4, byteColumn: 4))
  }

  @Test func severitiesAreInTheOrderOfTheirWeight() {
    #expect(Severity.allCases.shuffled().sorted() == [.note, .warning, .error])
    for severity in Severity.allCases { #expect(!(severity < severity)) }
  }

  @Test func aLongQuotationIsShortened() {
    let text = String(repeating: "ä", count: 80)
    #expect(text.quoted == "\"\(text)\"")
    #expect((text + "b").quoted == "\"\(text)…\"")
    #expect("".quoted == "\"\"")
  }
}
