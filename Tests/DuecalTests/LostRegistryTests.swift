import Foundation
import Testing

/// The registry of lines is lost; each sync of another folder needs it again.
@Suite("duecal sync: the registry is lost")
struct LostRegistryTests {
  private let home: StoreHome
  private static let folders = ["home", "work"]

  /// Two folders, each in sync with a phone that has added a series with a changed occurrence, which only the registry has as a
  /// whole.
  init() throws {
    home = try StoreHome()
    for folder in Self.folders {
      try home.scratch.write("\(folder)/a.taskpaper", "- \(folder)\n")
      _ = try sync(folder)
      try home.item(
        "v-\(folder)/a/p.ics",
        """
        BEGIN:VTODO
        UID:\(folder)
        DTSTAMP:20261122T000000Z
        SUMMARY:Standup
        DTSTART;VALUE=DATE:20270303
        DUE;VALUE=DATE:20270303
        RRULE:FREQ=WEEKLY
        END:VTODO
        BEGIN:VTODO
        UID:\(folder)
        DTSTAMP:20261122T000000Z
        SUMMARY:Standup with the board
        RECURRENCE-ID;VALUE=DATE:20270310
        DTSTART;VALUE=DATE:20270311
        DUE;VALUE=DATE:20270311
        END:VTODO
        """)
      _ = try sync(folder)
    }
  }

  private func sync(_ folder: String, _ options: String...) throws -> Run {
    try home.run(["sync", "tasks:\(folder)", "vdir:v-\(folder)"] + options)
  }

  private func items() throws -> [String] {
    try Self.folders.map { try home.scratch.text("v-\($0)/a/p.ics") }
  }

  private func loseRegistry() throws {
    for ending in ["", "-wal", "-shm"] {
      let path = home.scratch.path(".local/state/duecal/state.sqlite\(ending)")
      if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
    }
  }

  @Test(arguments: [[], ["--dry-run"]])
  func everySyncGivesBackItsOwnLines(first options: [String]) throws {
    let before = try items()
    try loseRegistry()
    if !options.isEmpty { _ = try home.run(["sync", "tasks:home", "vdir:v-home"] + options) }
    for folder in Self.folders + Self.folders {
      let run = try sync(folder)
      #expect(
        run.status == 0 && run.output.isEmpty && run.error.isEmpty, "\(run.output)\(run.error)")
    }
    #expect(try items() == before)
  }
}
