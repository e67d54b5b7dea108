import Foundation
import Testing

@Suite("Pager")
struct PagerTests {
  /// A calendar with a number of items.
  private static func calendar(_ count: Int) throws -> String {
    let tasks = (0..<count).map { "- Task \($0) @due(2026-12-01)\n" }.joined()
    return try duecal(["export", "-", "--plain"], input: tasks).output
  }

  /// Runs `duecal show` on a terminal, and returns the shown text.
  private func shown(
    _ arguments: [String] = [], keys: String = "", count: Int = 1,
    _ environment: [String: String] = [:]
  ) throws -> Run {
    let scratch = try Scratch()
    let file = try scratch.write("a.ics", try Self.calendar(count))
    let terminal = projectFolder.appendingPathComponent("Tests/Shells/terminal.py").path
    let world = ["TERM": "vt100", "DUECAL_CONFIG": ""].merging(environment) { $1 }
    return try run(
      ["/usr/bin/env", "python3", terminal, keys, try #require(binary), "show", file] + arguments,
      in: scratch.url, environment: world)
  }

  private static let marking = "sed 's/^/PAGED /'"

  @Test func onATerminalThePagerShowsIt() throws {
    let run = try shown([], ["DUECAL_PAGER": Self.marking])
    #expect(run.status == 0 && run.output.hasPrefix("PAGED "))
    let other = try shown([], ["PAGER": Self.marking])
    #expect(other.output.hasPrefix("PAGED "))
    for none in ["", "cat"] {
      let plain = try shown([], ["PAGER": Self.marking, "DUECAL_PAGER": none])
      #expect(plain.output.contains("Task 0") && !plain.output.contains("PAGED"))
    }
  }

  @Test func theConfigurationNamesIt() throws {
    let scratch = try Scratch()
    let config = try scratch.write("c.toml", "pager = \"\(Self.marking)\"\n")
    let environment = ["DUECAL_CONFIG": config, "PAGER": "cat"]
    #expect(try shown([], environment).output.hasPrefix("PAGED "))
    let named = environment.merging(["DUECAL_PAGER": "cat"]) { $1 }
    #expect(try !shown([], named).output.contains("PAGED"))
  }

  @Test func whoWantsNoneHasNone() throws {
    let environment = ["DUECAL_PAGER": Self.marking]
    #expect(try !shown(["--no-pager"], environment).output.contains("PAGED"))
    #expect(try !shown(["--json"], environment).output.contains("PAGED"))
    let scratch = try Scratch()
    let file = try scratch.write("a.ics", try Self.calendar(1))
    #expect(try duecal(["show", file], environment: environment).output.hasPrefix(file))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/less")))
  func aShortTextStaysOnTheScreen() throws {
    let run = try shown()
    #expect(run.status == 0 && run.output.contains("Task 0") && run.seconds < 10)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/less")))
  func aClosedPipeIsNotReported() throws {
    let run = try shown(keys: "q", count: 20_000)
    #expect(run.status == 0 && run.output.contains("Task 0"))
    #expect(!run.output.contains("cannot write") && !run.output.contains("Task 19999"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/less")))
  func anInterruptIsThePagers() throws {
    let run = try shown(keys: "\\x03q", count: 20_000)
    #expect(run.status == 0)
  }

  @Test func aPagerThatIsNotThereIsReported() throws {
    let run = try shown([], ["DUECAL_PAGER": "no-such-pager"])
    #expect(run.status == 78)
    #expect(
      run.output.contains(
        "the pager \"no-such-pager\" cannot be run; expected another pager, or --no-pager"))
  }

  @Test func aStatusIsNotLost() throws {
    let scratch = try Scratch()
    let file = try scratch.write("a.ics", "nothing\n")
    let terminal = projectFolder.appendingPathComponent("Tests/Shells/terminal.py").path
    let run = try run(
      ["/usr/bin/env", "python3", terminal, "", try #require(binary), "show", file],
      environment: ["DUECAL_PAGER": Self.marking])
    #expect(run.status == 65)
  }
}
