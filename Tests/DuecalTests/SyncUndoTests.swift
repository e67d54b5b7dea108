import Foundation
import Testing

@Suite("duecal undo: a sync")
struct SyncUndoTests {
  private func home(_ text: String) throws -> StoreHome {
    let home = try StoreHome()
    try home.scratch.write("n/a.taskpaper", text)
    return home
  }

  private func sync(_ home: StoreHome, _ options: String...) throws -> Run {
    try home.run(["sync", "tasks:n", "sqlite:p.sqlite"] + options)
  }

  private func phone(_ home: StoreHome) throws -> String {
    try home.printed("store", "search", "sqlite:p.sqlite")
  }

  @Test func takesBackTheEditsOfFilesAndTheChangesOfTheStoreAtOnce() throws {
    let home = try home("- Call Ann\n- Buy milk\n")
    _ = try sync(home)
    try home.scratch.write("n/a.taskpaper", "- Call Bob\n")
    _ = try home.printed("store", "add", "sqlite:p.sqlite#a", "Buy soil")
    _ = try sync(home)
    #expect(try home.scratch.text("n/a.taskpaper") == "- Call Bob\n- Buy soil\n")
    let shown = try home.run("undo", "--dry-run")
    #expect(
      shown.output.contains("-- Buy soil") && shown.output.contains("+ sqlite:p.sqlite#a: Buy milk")
    )
    let run = try home.run("undo")
    #expect(run.status == 0)
    #expect(try home.scratch.text("n/a.taskpaper") == "- Call Bob\n")
    let there = try phone(home)
    #expect(["Call Ann", "Buy milk", "Buy soil"].allSatisfy { there.contains($0) })
    #expect(!there.contains("Call Bob"))
  }

  @Test func leavesNothingToDoForTheNextSyncOfWhatWasSent() throws {
    let home = try home("- Call Ann\n- Buy milk\n")
    _ = try sync(home)
    try home.scratch.write("n/a.taskpaper", "- Call Bob\n")
    _ = try sync(home)
    _ = try home.run("undo")
    let there = try phone(home)
    #expect(there.contains("Call Ann") && there.contains("Buy milk"))
    #expect(try sync(home).output.isEmpty)
    #expect(try phone(home) == there && home.scratch.text("n/a.taskpaper") == "- Call Bob\n")
  }

  @Test func takesBackASyncOfTwoStoresWithoutFiles() throws {
    let home = try StoreHome.withFolder()
    _ = try home.run("sync", "vdir:cal", "sqlite:a.sqlite")
    let run = try home.run("undo")
    #expect(run.status == 0 && run.output.contains("sqlite:a.sqlite#home: removed: Call Ann"))
    #expect(try home.printed("store", "search", "sqlite:a.sqlite").isEmpty)
    #expect(try home.run("undo").status == 66)
  }

  @Test func leavesWhatWasChangedSinceAndSaysSo() throws {
    let home = try home("- Call Ann\n- Buy milk\n")
    _ = try sync(home)
    _ = try home.printed("store", "remove", "sqlite:p.sqlite#a", "Buy milk")
    let run = try home.run("undo")
    #expect(run.status == 1)
    #expect(run.error.contains("\"Buy milk\" was changed after run 1, and stays as it is"))
    #expect(try !phone(home).contains("Call Ann"))
  }

  @Test func listsRunsThatWroteInStores() throws {
    let home = try home("- Call Ann\n")
    _ = try sync(home)
    #expect(try home.printed("undo", "--list").hasSuffix("\tsync\tcan be undone\n"))
    _ = try home.run("undo")
    #expect(try home.printed("undo", "--list").hasSuffix("\tsync\tundone\n"))
  }

  @Test func passesOverQuietRunsUnlessTheyAreNamed() throws {
    let home = try home("- Call Ann\n")
    _ = try sync(home, "-q")
    #expect(try home.run("undo").status == 66)
    #expect(try home.run("undo", "--run", "1").status == 0)
    #expect(try phone(home).isEmpty)
  }

  @Test func undoesALaterEditOfAFileFirst() throws {
    let home = try home("- Call Ann\n")
    _ = try sync(home)
    _ = try home.run("done", "Call Ann", "-f", "n/a.taskpaper")
    #expect(try home.run("undo").output.contains("undone: done"))
    #expect(try home.scratch.text("n/a.taskpaper") == "- Call Ann\n")
    #expect(try home.run("undo").output.contains("sqlite:p.sqlite#a: removed: Call Ann"))
  }

  @Test func takesBackASyncThatWroteOnlyFiles() throws {
    let home = try home("- Call Ann\n")
    _ = try sync(home)
    _ = try home.printed("store", "add", "sqlite:p.sqlite#a", "From the phone")
    _ = try sync(home)
    #expect(try home.run("undo").status == 0)
    #expect(try home.scratch.text("n/a.taskpaper") == "- Call Ann\n")
    #expect(try phone(home).contains("From the phone"))
    #expect(try sync(home).output == "sqlite:p.sqlite#a: removed: From the phone\n")
    #expect(try sync(home).output.isEmpty)
  }

  @Test func takesBackAListThatThePhoneMade() throws {
    let home = try home("- Call Ann\n")
    _ = try sync(home)
    _ = try home.printed("store", "add", "sqlite:p.sqlite", "--list", "New", "From the phone")
    _ = try sync(home)
    _ = try home.run("undo")
    let next = try sync(home)
    #expect(next.status == 0 && next.output == "sqlite:p.sqlite#New: removed: From the phone\n")
    #expect(try sync(home).output.isEmpty)
  }

  @Test func takesBackThePropertiesOfOtherPrograms() throws {
    let home = try StoreHome.withFolder()
    _ = try home.run("sync", "vdir:cal", "vdir:b")
    let old = try home.scratch.text("b/home/1.ics")
    try home.scratch.write(
      "cal/home/1.ics", old.replacing("END:VTODO", with: "X-FOO:1\r\nEND:VTODO"))
    _ = try home.run("sync", "vdir:cal", "vdir:b")
    _ = try home.run("undo")
    #expect(try home.scratch.text("b/home/1.ics") == old)
    #expect(try home.run("sync", "vdir:cal", "vdir:b").output.isEmpty)
    #expect(try home.scratch.text("b/home/1.ics") == old)
    #expect(try home.scratch.text("cal/home/1.ics").contains("X-FOO:1"))
  }

  @Test(arguments: [["undo"], ["undo", "--list"], ["undo", "--dry-run"]])
  func saysThatTheStateOfSyncsCannotBeReadAndUndoesNoOtherRun(words: [String]) throws {
    let home = try home("- Call Ann\n")
    _ = try home.run("done", "Call Ann", "-f", "n/a.taskpaper")
    let done = try home.scratch.text("n/a.taskpaper")
    try home.scratch.write(".local/state/duecal/sync/state.sqlite", "damaged")
    let run = try home.run(words)
    #expect(run.status == 69 && run.output.isEmpty, "\(run.output)")
    #expect(run.error == "duecal: the state of syncs: file is not a database\n")
    #expect(try home.scratch.text("n/a.taskpaper") == done)
  }

  @Test func refusesToUndoOneFileOfASync() throws {
    let home = try home("- Call Ann\n")
    _ = try sync(home)
    _ = try home.printed("store", "add", "sqlite:p.sqlite#a", "From the phone")
    _ = try sync(home)
    let run = try home.run("undo", "n/a.taskpaper")
    #expect(run.status == 4 && run.error.contains("expected duecal undo --run 3"))
    #expect(try home.scratch.text("n/a.taskpaper").contains("From the phone"))
  }
}
