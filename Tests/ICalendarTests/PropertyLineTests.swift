import ICalendar
import TestSupport
import Testing

/// Splits a line, and puts it together again from its parts.
private func expectLine(
  _ text: String, _ location: SourceLocation = #_sourceLocation
) -> PropertyLine {
  let bytes = Array(text.utf8)
  let line = PropertyLine(bytes)
  var again = Array(bytes[line.name])
  for parameter in line.parameters {
    again += [0x3B] + bytes[parameter.name] + (parameter.name.isEmpty ? [] : [0x3D])
    again += bytes[parameter.values]
  }
  if line.fault?.kind != .noColon, !bytes.isEmpty { again += [0x3A] }
  again += bytes[line.value]
  if line.fault?.kind != .noColon { #expect(again == bytes, sourceLocation: location) }
  return line
}

@Suite("A content line")
struct PropertyLineTests {
  @Test func hasNameParametersAndValue() {
    let line = expectLine("dtstart;TZID=Europe/Berlin;x-a=1,2:20261203T150000")
    #expect(line.isNamed("DTSTART"))
    #expect(line.upperName == "DTSTART")
    #expect(line.values(of: "tzid") == ["Europe/Berlin"])
    #expect(line.values(of: "X-A") == ["1", "2"])
    #expect(line.valueText == "20261203T150000")
    #expect(line.fault == nil)
  }

  @Test func holdsDelimitersInQuotationMarks() {
    let line = expectLine(#"ATTENDEE;CN="a;b:c,d";MEMBER="mailto:a","mailto:b":mailto:c"#)
    #expect(line.values(of: "CN") == ["a;b:c,d"])
    #expect(line.values(of: "MEMBER") == ["mailto:a", "mailto:b"])
    #expect(line.valueText == "mailto:c")
  }

  @Test func readsCarets() {
    #expect(expectLine("A;B=x^^y^nz^'w^q:v").values(of: "B") == ["x^y\nz\"w^q"])
  }

  @Test func keepsTheCommaOfAZone() {
    #expect(expectLine("A;TZID=(UTC+01:00) Bern, Wien:v").text(of: "TZID") == "(UTC+01")
    #expect(
      expectLine(#"A;TZID="(UTC+01:00) Bern, Wien":v"#).text(of: "TZID") == "(UTC+01:00) Bern, Wien"
    )
    #expect(expectLine("A;TZID=Bern, Wien:v").text(of: "TZID") == "Bern, Wien")
  }

  @Test(arguments: [
    ("", PropertyLine.Fault.noColon), ("NAME", .noColon), ("NAME;A=B", .noColon),
    (":value", .illegalName), ("A B:value", .illegalName), ("A;B:value", .illegalParameter),
    ("A;=x:value", .illegalParameter), (#"A;B="x:value"#, .openQuote), (#"A B;C="x"#, .noColon),
  ])
  func reportsWhatIsWrong(text: String, fault: PropertyLine.Fault) {
    #expect(expectLine(text).fault?.kind == fault)
  }

  @Test func hasItsValueAlsoAfterAnOpenQuote() {
    #expect(expectLine(#"A;B="x:value"#).valueText == "value")
  }

  @Test func anyBytesAreALine() {
    var random = SeededGenerator(seed: 9)
    let pieces = ["A", ";", ":", "=", "\"", ",", "^", "é", " ", "B=", "\\"]
    for _ in 0..<5000 {
      let count = Int.random(in: 0...12, using: &random)
      _ = expectLine((0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
    }
  }

  @Test func textsAreUnescaped() {
    let value = Array(#"a\, b\;\n\N\\n,c\d,"#.utf8)
    #expect(TextValue.texts(value[...]) == ["a, b;\n\n\\n", "c\\d", ""])
    #expect(TextValue.text(value[...]) == "a, b;\n\n\\n,c\\d,")
  }
}
