import ICalendar
import TaskDates

/// Writes every zone of the system as a VTIMEZONE for some spans, and reads it back.
///
/// Both must show the same time a second before, at and after every change within the span, and on every day at noon.
enum TimeZoneRoundTrip {
  static func run() -> [String] {
    let database = ZoneDatabase()
    let names = database.names()
    let all = names.zones + names.links.keys.sorted()
    var faults: [String] = []
    var probes = 0
    for name in all {
      guard let zone = try? database.zone(named: name) else { continue }
      // Offsets are written without seconds, which only Monrovia had in 1970.
      for span in spans where zone.offset(at: span.first).isMultiple(of: 60) {
        probes += check(zone, span, &faults)
      }
    }
    print("\(all.count) zones, \(spans.count) spans, \(probes) probes, \(faults.count) differences")
    return faults
  }

  private static let spans: [TimeZoneEncoder.Span] = [
    span(1970, 2037), span(1995, 1996), span(2006, 2007), span(2024, 2024), span(2024, nil),
    span(1988, nil),
  ]

  private static func span(_ first: Int, _ last: Int?) -> TimeZoneEncoder.Span {
    TimeZoneEncoder.Span(first: start(of: first), last: last.map { start(of: $0 + 1) })
  }

  private static func start(of year: Int) -> Instant {
    let moment = try? DateTimeParameters(year: year, month: 1, day: 1, hour: 0, minute: 0)
    return Instant(seconds: moment?.secondNumber ?? 0)
  }

  private static func check(
    _ zone: Zone, _ span: TimeZoneEncoder.Span, _ faults: inout [String]
  ) -> Int {
    let written = TimeZoneEncoder(zone).component(for: span)
    var limits = TimeZoneLimits()
    limits.observances = 1000
    let reader = TimeZoneReader(ICSDocument(bytes: written), limits: limits)
    let read: Zone
    do { read = try reader.read(1, named: zone.name).zone } catch {
      faults.append("\(zone.name) \(span.first.seconds): \(error.sentence)")
      return 0
    }
    let last = span.last ?? start(of: 2100)
    let probes = probes(zone, from: span.first, through: last)
    for probe in probes where read.offset(at: probe) != zone.offset(at: probe) {
      let (found, wanted) = (read.offset(at: probe), zone.offset(at: probe))
      faults.append(
        "\(zone.name) \(span.first.seconds) at \(probe.seconds): \(found) for \(wanted)")
      break
    }
    return probes.count
  }

  private static func probes(
    _ zone: Zone, from first: Instant, through last: Instant
  ) -> [Instant] {
    var probes = [first, last]
    for change in zone.transitions(after: first, through: last) {
      probes += [-1, 0, 1].map { change.instant.advanced(by: $0) }
    }
    probes += stride(from: first.seconds + 43_200, to: last.seconds, by: 86_400).map {
      Instant(seconds: $0)
    }
    return probes.filter { first <= $0 && $0 <= last }
  }
}
