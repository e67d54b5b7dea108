import Testing

/// Occurrences of a series that a store completes or postpones one by one, and the task file beside it.
@Suite("Occurrences in a sync") struct SyncedOccurrenceTests {
  private func sync(_ home: StoreHome) throws -> Run { try home.run("sync", "tasks:n", "vdir:v") }

  private func lines(_ home: StoreHome) throws -> [Substring] {
    try home.scratch.text("n/a.taskpaper").split(separator: "\n")
  }

  @Test(arguments: [
    "@due(2026-11-10) @repeat(weekly)", "@start(2026-11-10) @repeat(weekly)",
    "@due(2026-11-10) @repeat(every 2 days after done)",
  ])
  func bringsEachCompletedOccurrenceToTheFile(tags: String) throws {
    let home = try StoreHome()
    try home.scratch.write("n/a.taskpaper", "Home:\n\t- Water \(tags)\n\t- Plan\n")
    _ = try sync(home)
    for _ in 0..<2 { _ = try home.run("done", "water", "-f", "vdir:v") }
    _ = try sync(home)
    let done = try lines(home).filter { $0.contains("@done(") }
    #expect(done.count == 2)
    #expect(Set(done).count == 2 && done.allSatisfy { $0.hasPrefix("\t- Water @") })
    #expect(try sync(home).output.isEmpty)
  }

  @Test func completesEachOccurrenceOfASeriesWithOnlyAStart() throws {
    let home = try StoreHome()
    try home.scratch.write("n/a.taskpaper", "- Water @start(2026-11-18) @repeat(weekly)\n")
    _ = try sync(home)
    _ = try home.run("done", "water", "-f", "vdir:v")
    _ = try sync(home)
    _ = try home.run("done", "water", "-f", "n/a.taskpaper")
    let run = try sync(home)
    #expect(run.error.isEmpty)
    let starts = try lines(home).compactMap { $0.firstMatch(of: /@start\(([^)]*)\)/)?.1 }
    #expect(Set(starts) == ["2026-11-18", "2026-11-25", "2026-12-02"])
    #expect(try sync(home).output.isEmpty)
  }

  @Test func putsAPostponedOccurrenceBesideItsSeries() throws {
    let home = try StoreHome()
    try home.scratch.write(
      "n/a.taskpaper", "Home:\n\t- Water @due(2026-12-01) @repeat(weekly)\n\t- Plan\n")
    _ = try sync(home)
    _ = try home.run("snooze", "water", "2026-12-02", "-f", "vdir:v")
    _ = try sync(home)
    #expect(
      try lines(home) == [
        "Home:", "\t- Water @due(2026-12-08) @repeat(weekly)", "\t- Water @due(2026-12-02)",
        "\t- Plan",
      ])
    #expect(try sync(home).output.isEmpty)
  }
}
