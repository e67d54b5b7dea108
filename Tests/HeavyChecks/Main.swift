/// Checks that loop too long for a debug build; the tests run this in release.
@main
struct HeavyChecks {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "mutations": report(MutationCheck.run(files: Array(arguments.dropFirst())))
    case "zones": ZoneAnswers.run()
    case "rules": RuleAnswers.run()
    case "times": RuleTimes.run()
    case "vtimezones": report(TimeZoneRoundTrip.run())
    case "tzids": ZoneMeanings.run(files: Array(arguments.dropFirst()))
    case "coder" where arguments.count == 2: report(CoderCheck.run(arguments[1]))
    case "insert": insert(Array(arguments.dropFirst()))
    default:
      report([
        "usage: duecal-checks mutations FILE... | zones < PROBES | rules < QUESTIONS"
          + " | times < RULES | vtimezones | tzids FILE... | coder FOLDER"
          + " | insert STATE FILE TEXT [COUNT]"
      ])
    }
  }

  private static func insert(_ arguments: [String]) {
    guard let insertion = LineInsertion(arguments) else { return report(["no such insertion"]) }
    insertion.run()
  }

  /// Prints faults and ends with 1 if there are any.
  private static func report(_ faults: [String]) {
    for fault in faults.prefix(20) { print(fault) }
    guard faults.isEmpty else { fatalExit() }
  }
}
