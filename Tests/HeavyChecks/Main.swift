/// Checks with loops that are too long for a debug build; the tests run them in a release build.
@main
struct HeavyChecks {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "mutations": report(MutationCheck.run(files: Array(arguments.dropFirst())))
    case "state" where arguments.count == 3:
      report(StateMutations.run(in: arguments[1], Int(arguments[2]) ?? 0, seed: 1))
    case "replace" where arguments.count == 2:
      report(ReplacementSteps.run(Int(arguments[1]) ?? 0))
    case "merges" where arguments.count == 3:
      report(MergeTriples.run(Int(arguments[1]) ?? 0, seed: UInt64(arguments[2]) ?? 1))
    case "zones": ZoneAnswers.run()
    case "rules": RuleAnswers.run()
    case "times": RuleTimes.run()
    case "vtimezones": report(TimeZoneRoundTrip.run())
    case "tzids": ZoneMeanings.run(files: Array(arguments.dropFirst()))
    case "coder" where arguments.count == 2: report(CoderCheck.run(arguments[1]))
    case "insert": insert(Array(arguments.dropFirst()))
    case "write" where arguments.count == 4: await write(Array(arguments.dropFirst()))
    case "tell" where arguments.count == 2:
      await attempt { try await StoreWrites(arguments[1]).tell() }
    case "folder" where arguments.count > 2:
      await attempt {
        guard try await FolderSteps(arguments[1]).run(Array(arguments.dropFirst(2))) else {
          return report(["no such step"])
        }
      }
    case "damage":
      await attempt {
        guard let check = DamageCheck(Array(arguments.dropFirst())) else {
          return report(["no such files to damage"])
        }
        report(try await check.run())
      }
    case "sync":
      await attempt {
        guard let checks = SyncChecks(Array(arguments.dropFirst())) else {
          return report(["no such trial"])
        }
        report(try await checks.run())
      }
    default:
      report([
        "usage: duecal-checks mutations FILE... | state FOLDER COUNT | replace COUNT | merges COUNT SEED | zones < PROBES"
          + " | rules < QUESTIONS"
          + " | times < RULES | vtimezones | tzids FILE... | coder FOLDER"
          + " | insert STATE FILE TEXT [COUNT] | write STORE FIRST COUNT | tell STORE"
          + " | damage state|store|mirror FIRST COUNT"
          + " | sync memory|sqlite|vdir|tasks COUNT SEED"
          + " | folder PATH list|add KIND UID TITLE DATE|rename UID TITLE|remove UID"
      ])
    }
  }

  private static func insert(_ arguments: [String]) {
    guard let insertion = LineInsertion(arguments) else { return report(["no such insertion"]) }
    insertion.run()
  }

  private static func write(_ arguments: [String]) async {
    guard let first = Int(arguments[1]), let count = Int(arguments[2]), count >= 0 else {
      return report(["no such numbers"])
    }
    await attempt { try await StoreWrites(arguments[0]).write(first..<(first + count)) }
  }

  private static func attempt(_ body: @Sendable () async throws -> Void) async {
    do { try await body() } catch { report(["\(error)"]) }
  }

  /// Prints faults and ends with 1 if there are any.
  private static func report(_ faults: [String]) {
    for fault in faults.prefix(20) { print(fault) }
    guard faults.isEmpty else { fatalExit() }
  }
}
