import Foundation
import Testing

@Suite("A list that one store no longer has")
struct GoneListTests {
  private let home: StoreHome

  init() throws {
    home = try StoreHome.withFolder()
    _ = try sync()
  }

  private func sync(_ options: String...) throws -> Run {
    try home.run(["sync", "vdir:cal", "sqlite:a.sqlite"] + options)
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: home.scratch.path(name))
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: home.scratch.path(name))
  }

  @Test func doesNotStopTheOthers() throws {
    try remove("cal/team")
    try home.item("cal/home/3.ics", "BEGIN:VTODO\nUID:3\nSUMMARY:New\nEND:VTODO")
    let run = try sync()
    #expect(run.status == 1 && run.output == "sqlite:a.sqlite#home: added: New\n")
    #expect(
      run.error == """
        duecal: vdir:cal no longer has the list "team", which was in sync; its 1 item stays in \
        sqlite:a.sqlite#team; duecal sync vdir:cal sqlite:a.sqlite --drop-list team removes it there too, and \
        --restore-lists in place of --drop-list creates it again

        """)
    #expect(try home.printed("store", "show", "sqlite:a.sqlite#team").contains("Planning"))
    #expect(try sync("--restore-lists").output == "vdir:cal#team: added: Planning\n")
    #expect(try sync().status == 0)
  }

  @Test func isReportedOnceByQuietRuns() throws {
    try remove("cal/team")
    #expect(try sync("-q").error.contains("--drop-list team"))
    for _ in 0..<2 {
      let run = try sync("-q")
      #expect(run.status == 1 && run.output.isEmpty && run.error.isEmpty)
    }
    #expect(try sync().error.contains("--drop-list team"))
    _ = try sync("--restore-lists", "-q")
    _ = try sync("-q")
    try remove("cal/team")
    #expect(try sync("-q").error.contains("--drop-list team"))
  }

  @Test func isRemovedThereTooIfAPersonAsksForIt() throws {
    try remove("cal/team")
    let plan = try sync("--drop-list", "team", "--dry-run").output
    #expect(plan.hasPrefix("- sqlite:a.sqlite#team: Planning\n- sqlite:a.sqlite#team\nplan "))
    let run = try sync("--drop-list", "team")
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    #expect(
      run.output == "sqlite:a.sqlite#team: removed: Planning\nsqlite:a.sqlite#team: removed\n")
    #expect(try !home.printed("store", "list", "sqlite:a.sqlite").contains("team"))
    let next = try sync()
    #expect(next.status == 0 && next.output.isEmpty && next.error.isEmpty)
  }

  @Test func comesBackWithUndo() throws {
    try remove("cal/team")
    _ = try sync("--drop-list", "team")
    let undone = try home.run("undo")
    #expect(undone.status == 0, "\(undone.error)")
    #expect(try home.printed("store", "show", "sqlite:a.sqlite#team").contains("Planning"))
    let again = try sync()
    #expect(again.status == 1 && again.output.isEmpty && again.error.contains("--drop-list team"))
    #expect(try sync("--drop-list", "team").output.contains("removed: Planning"))
  }

  @Test func keepsWhatWasChangedOrAddedThere() throws {
    try remove("cal/team")
    _ = try home.printed("store", "add", "sqlite:a.sqlite#team", "Added since")
    let run = try sync("--drop-list", "team")
    #expect(run.output.contains("sqlite:a.sqlite#team: removed: Planning\n"))
    #expect(run.output.contains("vdir:cal#team: added: Added since\n"))
    #expect(try home.printed("store", "show", "vdir:cal#team").contains("Added since"))
    let next = try sync()
    #expect(next.status == 0 && next.output.isEmpty && next.error.isEmpty, "\(next.error)")
  }

  @Test func withManyItemsNeedsTheirNumber() throws {
    for number in 1...6 {
      try home.item(
        "cal/team/\(number).ics", "BEGIN:VTODO\nUID:t\(number)\nSUMMARY:T\(number)\nEND:VTODO")
    }
    _ = try sync()
    try remove("cal/team")
    let run = try sync("--drop-list", "team")
    #expect(run.status == 4 && run.error.contains("--allow-delete 7"), "\(run.error)")
    #expect(try sync("--drop-list", "team", "--allow-delete", "7").status == 0)
  }

  @Test func isAnAccidentIfAllAreGone() throws {
    try remove("cal/team")
    try remove("cal/home")
    let run = try sync()
    #expect(run.status == 4 && run.output.isEmpty)
    #expect(
      run.error.contains(
        "vdir:cal no longer has the lists \"home\", \"team\", which were in sync, nor any other one"
      ))
    #expect(run.error.contains("--drop-list home --drop-list team"))
    #expect(try home.printed("store", "show", "sqlite:a.sqlite").contains("Call Ann"))
  }

  @Test func isNotDroppedIfBothStoresHaveIt() throws {
    let run = try sync("--drop-list", "team")
    #expect(run.status == 4 && run.error.contains("both stores have items in the list \"team\""))
    let unknown = try sync("--drop-list", "nothing")
    #expect(unknown.status == 66 && unknown.error.contains("neither store has a list \"nothing\""))
  }

  @Test func isEmptyAndGoesAwayOnlyOnRequest() throws {
    try remove("cal/team/e.ics")
    _ = try sync()
    #expect(exists("cal/team"))
    #expect(try home.printed("store", "list", "sqlite:a.sqlite").contains("team"))
    let run = try sync("--drop-list", "team")
    #expect(run.status == 0 && !exists("cal/team"), "\(run.error)")
    #expect(try !home.printed("store", "list", "sqlite:a.sqlite").contains("team"))
  }

  @Test func canHaveAnyName() throws {
    let name = "Einkauf's $(touch x) Müller"
    try home.item("cal/odd/1.ics", "BEGIN:VTODO\nUID:odd\nSUMMARY:Odd\nEND:VTODO")
    try home.scratch.write("cal/odd/displayname", name)
    _ = try sync()
    try remove("cal/odd")
    let message = try sync().error
    #expect(message.contains("--drop-list 'Einkauf'\\''s $(touch x) Müller' removes"), "\(message)")
    #expect(try sync("--drop-list", name).output.contains("removed: Odd"))
  }
}

@Suite("A list of a task file that one side no longer has")
struct GoneFileTests {
  private let home: StoreHome

  init() throws {
    home = try StoreHome()
    try home.scratch.write("n/home.taskpaper", "- Call Ann\n")
    try home.scratch.write("n/shop.taskpaper", "Food:\n\t- Milk\n- Soap\n")
    #expect(try sync().status == 0)
  }

  private func sync(_ options: String...) throws -> Run {
    try home.run(["sync", "tasks:n", "vdir:v"] + options)
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: home.scratch.path(name))
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: home.scratch.path(name))
  }

  @Test func loosesItsItemsAndKeepsWhatIsNoItem() throws {
    try remove("v/shop")
    #expect(try sync().error.contains("--drop-list shop"))
    let run = try sync("--drop-list", "shop")
    #expect(run.status == 0, "\(run.error)")
    #expect(try home.scratch.text("n/shop.taskpaper") == "Food:\n")
    #expect(try sync().status == 0 && !exists("v/shop"))
    #expect(try home.run("undo").status == 0)
    #expect(try home.scratch.text("n/shop.taskpaper") == "Food:\n\t- Milk\n- Soap\n")
    let again = try sync()
    #expect(again.status == 1 && again.error.contains("--drop-list shop"), "\(again.error)")
  }

  @Test func goesWithItsFileIfThatHasNothingElse() throws {
    try remove("v/home")
    let run = try sync("--drop-list", "home")
    #expect(run.status == 0 && !exists("n/home.taskpaper"), "\(run.error)")
    #expect(try sync().error.isEmpty)
    #expect(try home.run("undo").status == 0)
    #expect(try home.scratch.text("n/home.taskpaper") == "- Call Ann\n")
  }

  @Test func isRemovedFromThePhoneIfAPersonConfirmsThatTheFileIsGone() throws {
    try remove("n/shop.taskpaper")
    #expect(try sync().status == 69)
    #expect(exists("v/shop"))
    #expect(try home.run("store", "accept", "tasks:n#shop").status == 0)
    let run = try sync()
    #expect(run.status == 0 && run.output.hasSuffix("vdir:v#shop: removed\n"), "\(run.output)")
    #expect(!exists("v/shop"))
    #expect(try sync().output.isEmpty)
  }

  @Test func staysOnThePhoneIfItsLinesWereMovedToAnotherFile() throws {
    try remove("n/shop.taskpaper")
    try home.scratch.write("n/home.taskpaper", "- Call Ann\n- Milk\n- Soap\n")
    let run = try sync()
    #expect(run.status == 0, "\(run.error)")
    #expect(exists("v/shop"))
  }
}
