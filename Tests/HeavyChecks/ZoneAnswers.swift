import TaskDates

/// Answers questions about zones, a line each: `U zone second` asks for the offset at an instant, `L zone second` for
/// the instant of a local time.
enum ZoneAnswers {
  static func run() {
    let database = ZoneDatabase()
    var zones: [Substring: Zone] = [:]
    var answers = ""
    while let probe = readLine() {
      let words = probe.split(separator: " ")
      guard words.count == 3, let second = Int(words[2]) else { continue }
      let zone = zones[words[1]] ?? (try? database.zone(named: String(words[1])))
      zones[words[1]] = zone
      answers += "\(zone.flatMap { answer(words[0], second, $0) } ?? "none")\n"
    }
    print(answers, terminator: "")
  }

  private static func answer(_ kind: Substring, _ second: Int, _ zone: Zone) -> String? {
    if kind == "U" { return String(zone.offset(at: Instant(seconds: second))) }
    guard let civil = DateTimeParameters(secondNumber: second) else { return nil }
    return String(zone.instant(of: civil).seconds)
  }
}
