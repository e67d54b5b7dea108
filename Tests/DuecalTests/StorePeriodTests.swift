import Foundation
import Testing

@Suite("Weeks, months and years in stores")
struct StorePeriodTests {
  /// The titles of a list of the items of a store.
  private func titles(_ home: StoreHome, _ period: String, of store: String) throws -> [String] {
    try home.run("list", period, "-f", store).output.split(separator: "\n")
      .filter { $0.contains("[ ] ") }.map { String($0.split(separator: "] ")[1]) }
  }

  @Test(arguments: [ChangedStore.vdir, .sqlite])
  func areInTheirListAndNotInThatOfADay(store: ChangedStore) throws {
    let home = try StoreHome()
    try store.fill(home, "- Paint @due(2026-12-05)\n")
    _ = try home.run("move", "paint", "2026-W51", "-f", store.rawValue)
    for line in ["Call @due(2026-W51)", "Tax @due(2026-12)"] {
      _ = try home.run("add", line, "-f", "\(store.rawValue)#Home")
    }
    #expect(try titles(home, "2026-W51", of: store.rawValue).sorted() == ["Call", "Paint"])
    #expect(try titles(home, "2026-12-20", of: store.rawValue) == [])
    #expect(try titles(home, "2026-12", of: store.rawValue).sorted() == ["Call", "Paint", "Tax"])
  }

  @Test func areThoseOfAFeedThatWasTakenIntoAStore() throws {
    let home = try StoreHome()
    try ChangedStore.vdir.fill(home, "- Paint @due(2026-W51)\n")
    let run = try home.run("move", "paint", "2026-W52", "-f", "vdir:cal")
    #expect(run.output.contains("due 2026-W51 -> 2026-W52\n"), "\(run.output)")
    #expect(try titles(home, "2026-W52", of: "vdir:cal") == ["Paint"])
  }

  @Test func areDaysOnceAnotherProgramHasMovedThem() throws {
    let home = try StoreHome()
    try ChangedStore.vdir.fill(home, "- Paint @due(2026-W51)\n")
    let folder = home.scratch.path("cal")
    let files = try #require(FileManager.default.subpaths(atPath: folder)).filter {
      $0.hasSuffix(".ics")
    }
    let name = "cal/\(try #require(files.first))"
    let text = try home.scratch.text(name).replacing(
      "DUE;VALUE=DATE:20261220", with: "DUE;VALUE=DATE:20261218")
    try home.scratch.write(name, text)
    let run = try home.run("tag", "paint", "@home", "-f", "vdir:cal", "--dry-run")
    #expect(
      run.output.contains("+- Paint @due(2026-12-18) @start(2026-12-14) @home"), "\(run.output)")
  }

  @Test func travelInASync() throws {
    let home = try StoreHome()
    try home.scratch.write(
      "notes/Home.taskpaper", "- Paint @due(2026-W51)\n- Call @due(2026-12-05)\n")
    _ = try home.run("store", "add", "vdir:cal", "--list", "Home")
    func sync() throws { _ = try home.run("sync", "tasks:notes", "vdir:cal", "--yes") }
    try sync()
    #expect(try titles(home, "2026-W51", of: "vdir:cal") == ["Paint"])
    _ = try home.run("move", "paint", "2026-W52", "-f", "tasks:notes")
    _ = try home.run("move", "call", "2027-01", "-f", "vdir:cal")
    try sync()
    #expect(try titles(home, "2026-W52", of: "vdir:cal") == ["Paint"])
    let lines = try home.scratch.text("notes/Home.taskpaper")
    #expect(lines == "- Paint @due(2026-W52)\n- Call @due(2027-01)\n")
  }
}
