import Foundation
import Testing

/// What `undo` takes back of a sync does not come back with the next one.
@Suite("duecal undo: what lasts")
struct LastingUndoTests {
  private let home: StoreHome

  init() throws {
    home = try StoreHome()
    try write("- Call Ann\n- Water plants\n")
    _ = try sync()
  }

  private var text: String { get throws { try home.scratch.text("n/a.taskpaper") } }

  private func write(_ text: String) throws { try home.scratch.write("n/a.taskpaper", text) }

  private func sync(_ options: String...) throws -> Run {
    try home.run(["sync", "tasks:n", "vdir:v"] + options)
  }

  /// The item of the phone with a title.
  private func item(_ title: String) throws -> String {
    try #require(try files().first { try home.scratch.text($0).contains("SUMMARY:\(title)\r\n") })
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.scratch.path("v/a")).sorted()
      .filter { $0.hasSuffix(".ics") }.map { "v/a/\($0)" }
  }

  private func titles() throws -> [String] {
    try files().flatMap { file in
      try home.scratch.text(file).split(separator: "\r\n").filter { $0.hasPrefix("SUMMARY:") }
        .map { String($0.dropFirst(8)) }
    }.sorted()
  }

  private func change(_ title: String, _ old: String, _ new: String) throws {
    let file = try item(title)
    try home.scratch.write(file, try home.scratch.text(file).replacing(old, with: new))
  }

  /// Adds a task on the phone, and syncs.
  private func receive(_ title: String) throws {
    try home.item("v/a/p.ics", "BEGIN:VTODO\nUID:p\nSUMMARY:\(title)\nEND:VTODO")
    _ = try sync()
  }

  /// Undoes a run, the last one without a number, and syncs.
  private func undo(_ number: Int? = nil) throws -> Run {
    let undone = try home.run(["undo"] + (number.map { ["--run", "\($0)"] } ?? []))
    #expect(undone.status == 0, "\(undone.error)")
    return undone
  }

  /// Syncs, after which nothing is left to do.
  private func settle() throws {
    let run = try sync()
    #expect(run.status == 0, "\(run.error)")
    let next = try sync()
    #expect(next.status == 0 && next.output.isEmpty && next.error.isEmpty, "\(next.output)")
  }

  /// Syncs, undoes that, and syncs again.
  private func syncAndTakeBack() throws {
    _ = try sync()
    _ = try undo()
    try settle()
  }

  // MARK: What the phone did

  @Test func aCompletionOfThePhoneIsTakenBackThereToo() throws {
    try change("Call Ann", "END:VTODO", "STATUS:COMPLETED\r\nEND:VTODO")
    _ = try sync()
    #expect(try text.contains("- Call Ann @done"))
    _ = try undo()
    try settle()
    #expect(try text == "- Call Ann\n- Water plants\n")
    #expect(try !home.scratch.text(item("Call Ann")).contains("COMPLETED"))
  }

  @Test func aRemovalOfThePhoneIsTakenBackThereTooWithTheSameUID() throws {
    let file = try item("Call Ann")
    let uid = try home.scratch.text(file).firstMatch(of: /UID:\S+/)?.output
    try FileManager.default.removeItem(atPath: home.scratch.path(file))
    _ = try sync()
    #expect(try text == "- Water plants\n")
    _ = try undo()
    try settle()
    #expect(try text == "- Call Ann\n- Water plants\n")
    #expect(try home.scratch.text(item("Call Ann")).firstMatch(of: /UID:\S+/)?.output == uid)
  }

  @Test func aTaskOfThePhoneGoesThereTooAndUndoSaysSo() throws {
    try receive("Buy soil")
    #expect(try text.contains("- Buy soil"))
    let said = "the next sync removes 1 task from vdir:v; \"duecal redo\" brings it back\n"
    #expect(try home.run("undo", "--dry-run").output.hasSuffix(said))
    #expect(try undo().output.hasSuffix(said))
    #expect(try titles() == ["Buy soil", "Call Ann", "Water plants"])
    try settle()
    #expect(try titles() == ["Call Ann", "Water plants"])
    #expect(try text == "- Call Ann\n- Water plants\n")
  }

  @Test func aTaskThatThePhoneHasChangedSinceComesBack() throws {
    try receive("Buy soil")
    _ = try undo()
    try change("Buy soil", "Buy soil", "Buy more soil")
    try settle()
    #expect(try text.contains("- Buy more soil") && titles().contains("Buy more soil"))
  }

  @Test func aLineThatIsBackIsNotTheOneThatTheSyncHadAddedInItsPlace() throws {
    let file = try item("Water plants")
    let uid = try home.scratch.text(file).firstMatch(of: /UID:\S+/)?.output
    try FileManager.default.removeItem(atPath: home.scratch.path(file))
    try receive("Buy soil")
    #expect(try text == "- Call Ann\n- Buy soil\n")
    _ = try undo()
    try settle()
    #expect(try titles() == ["Call Ann", "Water plants"])
    #expect(try home.scratch.text(item("Water plants")).firstMatch(of: /UID:\S+/)?.output == uid)
    #expect(try text == "- Call Ann\n- Water plants\n")
  }

  // MARK: What was sent

  @Test func whatWasSentStaysAndIsSentAgainWhenItChanges() throws {
    try write("- Call Bob\n- Water plants\n")
    try syncAndTakeBack()
    #expect(try text == "- Call Bob\n- Water plants\n" && titles() == ["Call Ann", "Water plants"])
    try write("- Call Bob @due(2026-12-09)\n- Water plants\n")
    try settle()
    #expect(try titles() == ["Call Ann", "Water plants"])
    #expect(try home.scratch.text(item("Call Ann")).contains("DUE;VALUE=DATE:20261209"))
    try write("- Call Cid @due(2026-12-09)\n- Water plants\n")
    try settle()
    #expect(try titles() == ["Call Cid", "Water plants"])
  }

  @Test func aSentTaskIsLeftOutUntilItsLineChanges() throws {
    try write("- Call Ann\n- Water plants\n- Buy soil\n")
    try syncAndTakeBack()
    #expect(try titles() == ["Call Ann", "Water plants"])
    #expect(try text == "- Call Ann\n- Water plants\n- Buy soil\n")
    try write("- Call Ann\n- Water plants\n- Buy more soil\n")
    try settle()
    #expect(try titles() == ["Buy more soil", "Call Ann", "Water plants"])
  }

  @Test func theFirstSyncIsTakenBackAndTheLinesStay() throws {
    _ = try undo()
    try settle()
    #expect(try titles().isEmpty && text == "- Call Ann\n- Water plants\n")
  }

  @Test func aSentRemovalIsTakenBackOnlyThere() throws {
    try write("- Water plants\n")
    try syncAndTakeBack()
    #expect(try text == "- Water plants\n" && titles() == ["Call Ann", "Water plants"])
    try change("Call Ann", "Call Ann", "Call Bob")
    try settle()
    #expect(try text.contains("- Call Bob"))
  }

  // MARK: Edits of a person

  @Test func anEditOfThePhoneThatUndoLeavesAloneIsNotLost() throws {
    try write("- Call Ann\n- Water plants\n- Call Bob @due(2027-01-12)\n")
    _ = try sync()
    try change(
      "Call Bob", "SUMMARY:Call Bob", "SUMMARY:Call Bob about the lease\r\nDESCRIPTION:555")
    #expect(try home.run("undo").status == 1)
    try settle()
    #expect(try text.contains("- Call Bob about the lease @due(2027-01-12)\n\t555\n"))
    #expect(try home.scratch.text(item("Call Bob about the lease")).contains("DESCRIPTION:555"))
  }

  @Test func whatWasPutBelowAnAddedLineStopsTheUndo() throws {
    try write("- a\n- Water plants\n")
    _ = try home.run("add", "Call Ann", "-f", "n/a.taskpaper")
    let edited = try text + "\t555 is her number\n\t- find the lease\n"
    try write(edited)
    let run = try home.run("undo")
    #expect(run.status == 4)
    #expect(
      run.error.contains(
        "n/a.taskpaper:4:2: error: \"555 is her number\" was put below \"- Call Ann\" after run "),
      "\(run.error)")
    #expect(try text == edited)
  }

  @Test func whatALaterSyncPutBelowALineStopsTheUndo() throws {
    try receive("Buy soil")
    try change("Buy soil", "SUMMARY:Buy soil", "SUMMARY:Buy soil\r\nDESCRIPTION:ten bags")
    _ = try sync()
    let before = try text
    let run = try home.run("undo", "--run", "2")
    #expect(run.status == 4 && run.error.contains("was put below \"- Buy soil\" after run 2"))
    #expect(try text == before)
    _ = try undo()
    _ = try undo(2)
    try settle()
    #expect(try titles() == ["Call Ann", "Water plants"])
  }

  @Test func aNoteBelowALineThatUndoOnlyChangesIsNoObstacle() throws {
    _ = try home.run("done", "Call Ann", "-f", "n/a.taskpaper")
    try write(try text.replacing("\n- Water", with: "\n\tat last\n- Water"))
    _ = try undo()
    #expect(try text == "- Call Ann\n\tat last\n- Water plants\n")
  }

  // MARK: Order

  @Test(arguments: [[1, 2], [2, 1]])
  func runsUndoneInAnyOrderSettleAfterOneSync(order: [Int]) throws {
    try write("- Call Ann again\n- Water plants\n")
    _ = try sync()
    for number in order {
      _ = try home.run("undo", "--run", "\(number)")
      _ = try sync()
    }
    try settle()
    #expect(try text == "- Call Ann again\n- Water plants\n")
  }

  @Test func aPlainUndoSaysThatQuietSyncsCameLater() throws {
    try change("Call Ann", "SUMMARY:Call Ann", "SUMMARY:Call Bob")
    _ = try sync("-q")
    let run = try home.run("undo")
    #expect(run.status == 4 && run.error.contains("run 2 was made with -q or by a service"))
    #expect(run.error.contains("expected duecal undo --run 2, or --run 1"))
    #expect(try titles().count == 2)
    _ = try undo(2)
    #expect(try text == "- Call Ann\n- Water plants\n")
  }

  // MARK: Redo

  @Test func redoDoesASyncAgainInFilesAndStores() throws {
    try write("- Call Bob\n- Water plants\n- Buy soil\n")
    try change("Water plants", "Water plants", "Water all plants")
    _ = try sync()
    let (lines, there) = (try text, try titles())
    _ = try undo()
    #expect(try text != lines && titles() != there)
    let redone = try home.run("redo")
    #expect(redone.status == 0, "\(redone.error)")
    #expect(try text == lines && titles() == there)
    try settle()
    #expect(try text == lines && titles() == there)
    #expect(try home.run("redo").status == 66)
  }

  @Test func redoDoesARemovalAgainAfterASync() throws {
    try write("- Water plants\n")
    try syncAndTakeBack()
    #expect(try home.run("redo").status == 0)
    #expect(try titles() == ["Water plants"])
    try settle()
    #expect(try titles() == ["Water plants"] && text == "- Water plants\n")
  }

  @Test func redoBringsBackATaskOfThePhoneAfterASync() throws {
    try receive("Buy soil")
    _ = try undo()
    try settle()
    #expect(try home.run("redo").status == 0)
    try settle()
    #expect(try titles() == ["Buy soil", "Call Ann", "Water plants"])
    #expect(try text == "- Call Ann\n- Water plants\n- Buy soil\n")
  }

  @Test func redoLeavesWhatWasChangedSince() throws {
    try write("- Call Bob\n- Water plants\n")
    _ = try sync()
    _ = try undo()
    try change("Call Ann", "Call Ann", "Call Cid")
    let run = try home.run("redo")
    #expect(run.status == 1)
    #expect(run.error.contains("was changed after run 2 was undone, and stays as it is"))
    #expect(try titles() == ["Call Cid", "Water plants"])
  }

  @Test func redoDoesAChangeOfOneStoreAgain() throws {
    _ = try home.run("done", "Call Ann", "-f", "vdir:v")
    let done = try home.scratch.text(item("Call Ann"))
    #expect(done.contains("COMPLETED"))
    _ = try undo()
    #expect(try home.run("redo").status == 0)
    #expect(try home.scratch.text(item("Call Ann")).contains("COMPLETED"))
  }

  @Test func redoEndsWithTheNextChange() throws {
    try write("- Call Bob\n- Water plants\n")
    _ = try sync()
    _ = try undo()
    _ = try home.run("done", "Water plants", "-f", "n/a.taskpaper")
    #expect(try home.run("redo").status == 66)
    #expect(try home.run("redo", "--run", "2").status == 0)
    #expect(try titles() == ["Call Bob", "Water plants"])
  }
}
