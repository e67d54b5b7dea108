import Foundation
import TaskDates

/// Compares payloads with `DateFormatter`, and zones with `Calendar`.
func dateFigures() -> [Figure] { [payloadFigure()] + (zoneFigure().map { [$0] } ?? []) }

private func payloadFigure() -> Figure {
  let payloads = (0..<1000).map { "2024-\(10 + $0 % 3)-\(10 + $0 % 18) 1\($0 % 9):\(10 + $0 % 50)" }
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.timeZone = TimeZone(identifier: "UTC")
  formatter.dateFormat = "yyyy-MM-dd HH:mm"
  let ours = Stopwatch.median(of: 21, inner: 1000) {
    for payload in payloads { use(try? DatePayload(parsing: payload)) }
  }
  let theirs = Stopwatch.median(of: 5, inner: 1000) {
    for payload in payloads { use(formatter.date(from: payload)) }
  }
  return Figure(
    name: "payload to TMDateType", ours: Figure.time(nanoseconds: ours),
    baseline: "shared DateFormatter \(Figure.time(nanoseconds: theirs))", reached: theirs / ours,
    bar: 500, unit: "x", atLeast: true)
}

private func zoneFigure() -> Figure? {
  guard let zone = try? ZoneDatabase().zone(named: "Europe/Berlin"),
    let theirZone = TimeZone(identifier: "Europe/Berlin")
  else { return nil }
  let civil = (0..<1000).compactMap {
    try? DateTimeParameters(
      date: DateParameters(year: 1990 + $0 % 60, month: 1 + $0 % 12, day: 1 + $0 % 28),
      time: TimeParameters(hour: $0 % 24, minute: $0 % 60))
  }
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = theirZone
  let components = civil.map {
    DateComponents(
      year: $0.date.year, month: $0.date.month, day: $0.date.day, hour: $0.time.hour,
      minute: $0.time.minute)
  }
  let (ours, theirs) = Stopwatch.medians {
    for civil in civil { use(zone.instant(of: civil)) }
  } _: {
    for parts in components { use(calendar.date(from: parts)) }
  }
  return Figure(
    name: "civil to instant, named zone", ours: Figure.time(nanoseconds: ours / 1000),
    baseline: "Calendar.date(from:) \(Figure.time(nanoseconds: theirs / 1000))",
    reached: ours / theirs, bar: 0.5, unit: "x")
}
