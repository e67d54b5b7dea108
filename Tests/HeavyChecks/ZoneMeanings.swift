import Diagnostics
import Glibc
import ICalendar
import TaskDates

/// Prints the meaning of the TZIDs in some files: a line for each time with a TZID, and for each message about a
/// VTIMEZONE.
///
/// The lines are `T file, TZID, source or none, name, time, offset` and `D file, message`, separated by tabs.
enum ZoneMeanings {
  static func run(files: [String]) {
    for file in files {
      guard let bytes = bytes(of: file) else { continue }
      let document = ICSDocument(bytes: bytes)
      let before = clock()
      var zones = CalendarZones(document)
      for diagnostic in zones.diagnostics { print("D", file, diagnostic, separator: "\t") }
      for index in document.components.indices { times(document, index, &zones, file) }
      print("S", file, (clock() - before) / (CLOCKS_PER_SEC / 1_000_000), separator: "\t")
    }
  }

  private static func times(
    _ document: ICSDocument, _ index: Int, _ zones: inout CalendarZones, _ file: String
  ) {
    for line in document.propertyLines(of: index) {
      let property = document.property(document.lines[line])
      guard let tzid = property.text(of: "TZID") else { continue }
      let calendar = calendar(document, index)
      let meaning = zones.zone(of: property, inCalendar: calendar)
      let shown = meaning.flatMap { offset(of: property.valueText, by: $0) }
      let name = meaning.flatMap { zones.ianaName(of: $0) } ?? ""
      let fields = [
        "T", file, tzid.filter { $0 != "\t" && $0 != "\n" },
        meaning.map { "\($0.source)" } ?? "none", meaning?.name ?? "",
        String(property.valueText.prefix(15)), shown ?? "", name,
      ]
      print(fields.joined(separator: "\t"))
    }
  }

  private static func calendar(_ document: ICSDocument, _ index: Int) -> Int? {
    var next: Int? = index
    while let found = next, document.components[found].name.uppercased() != "VCALENDAR" {
      next = document.components[found].parent
    }
    return next
  }

  /// The offset at a time, in parentheses if the time is before the VTIMEZONE begins, or after it ends.
  private static func offset(of value: String, by meaning: CalendarZones.Meaning) -> String? {
    guard value.utf8.count >= 15,
      let rule = try? RecurrenceRule(rrule: "FREQ=DAILY;UNTIL=\(value.prefix(15))"),
      case .at(let moment, _) = rule.end
    else { return nil }
    let instant = meaning.zone.instant(of: moment)
    let offset = String(moment.secondNumber - instant.seconds)
    let isCovered =
      meaning.begins ?? instant <= instant && meaning.ends.map { instant < $0 } ?? true
    return isCovered ? offset : "(\(offset))"
  }

  private static func bytes(of file: String) -> [UInt8]? {
    guard let stream = fopen(file, "rb") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, stream)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}
