import Diagnostics
import ICalendar
import ICalendarConformance

/// Any bytes are lines and components, each byte has its place, and all bytes come back.
enum LexerProperties {
  static func check(_ bytes: [UInt8], _ faults: inout Faults) {
    let document = ICSDocument(bytes: bytes)
    faults.expect(document.printed == bytes, "the file does not come back")
    checkLines(document, &faults)
    checkTree(document, &faults)
    checkPlaces(document, &faults)
    let reported = Conformance.findings(of: document).map(\.diagnostic.place)
    let end = document.lines.count + bytes.count + 1
    faults.expect(reported.allSatisfy { $0.line <= end }, "a message is after the file")
  }

  private static func checkLines(_ document: ICSDocument, _ faults: inout Faults) {
    var end = document.lines.first?.range.lowerBound ?? document.bytes.count
    for line in document.lines {
      faults.expect(line.range.lowerBound == end, "the lines leave bytes out")
      end = line.range.upperBound
      check(document.property(line), &faults)
      checkOffsets(of: line, in: document, &faults)
    }
    faults.expect(end == document.bytes.count, "there are bytes after the last line")
  }

  /// Name, parameters and value follow each other within the line.
  private static func check(_ line: PropertyLine, _ faults: inout Faults) {
    var end = line.name.upperBound
    for parameter in line.parameters {
      faults.expect(parameter.name.lowerBound >= end, "a parameter overlaps what is before it")
      faults.expect(parameter.values.lowerBound >= parameter.name.upperBound, "no values")
      end = parameter.values.upperBound
      _ = line.values(of: parameter)
    }
    faults.expect(line.value.lowerBound >= end, "the value overlaps its parameters")
    faults.expect(line.content.upperBound == line.value.upperBound, "the value ends early")
    faults.expect(line.content.lowerBound == line.name.lowerBound, "the name begins late")
    if let fault = line.fault {
      let isInside = (line.content.lowerBound...line.content.upperBound).contains(fault.at)
      faults.expect(isInside, "a fault is outside of its line")
    }
    let value = line.bytes[line.value]
    let pieces = TextValue.pieces(of: value)
    faults.expect(Array(pieces.joined(separator: [0x2C])) == Array(value), "a list loses bytes")
    faults.expect(TextValue.texts(value).count == pieces.count, "a list has other texts")
  }

  /// A byte of an unfolded line is that byte of the file.
  private static func checkOffsets(
    of line: ContentLine, in document: ICSDocument, _ faults: inout Faults
  ) {
    guard line.isFolded, line.range.count < 2000 else { return }
    let unfolded = document.unfolded(line)
    for (index, byte) in unfolded.enumerated() {
      let offset = document.offset(of: index, in: line)
      faults.expect(document.bytes[offset] == byte, "a byte of a folded line is another one")
    }
  }

  /// Each component is in its parent, and each line belongs to one component.
  private static func checkTree(_ document: ICSDocument, _ faults: inout Faults) {
    var owners = [Int](repeating: 0, count: document.lines.count)
    for (index, component) in document.components.enumerated() {
      let parent = component.parent.map { document.components[$0] }
      let isInside = parent.map {
        $0.lines.lowerBound <= component.lines.lowerBound
          && component.lines.upperBound <= $0.lines.upperBound && component.end <= $0.end
      }
      faults.expect(isInside ?? (index == 0), "a component stands outside of its parent")
      for line in document.propertyLines(of: index) { owners[line] += 1 }
      guard index > 0 else { continue }
      owners[component.lines.lowerBound] += 1
      if component.isClosed { owners[component.lines.upperBound - 1] += 1 }
    }
    faults.expect(owners.allSatisfy { $0 == 1 }, "a line belongs to no component or to several")
  }

  /// Places found step by step are those that are counted from the beginning.
  private static func checkPlaces(_ document: ICSDocument, _ faults: inout Faults) {
    var places = LinePlaces(document)
    var last = Place(line: 1, column: 1)
    for offset in stride(from: 0, through: document.bytes.count, by: 7) {
      let place = places.place(ofByte: offset)
      faults.expect(last <= place, "a later byte has an earlier place")
      last = place
      guard offset % 5 == 0, document.bytes.count < 2000 else { continue }
      var anew = LinePlaces(document)
      faults.expect(anew.place(ofByte: offset) == place, "a place changes with what was asked")
    }
  }
}
