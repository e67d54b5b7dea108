import Foundation
import Testing

@Suite("Links and names that are not UTF-8 in a folder of items")
struct FolderStoreTests {
  private let home: StoreHome

  init() throws {
    home = try StoreHome.withFolder()
  }

  private static let other =
    "BEGIN:VTODO\nUID:9\nDTSTAMP:20261201T000000Z\nSUMMARY:Elsewhere\nEND:VTODO"

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: home.scratch.path(name), withDestinationPath: target)
  }

  private func isThere(_ name: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: home.scratch.path(name))) != nil
  }

  /// Writes an item to a file whose name ends with a byte that is not UTF-8.
  private func plant(_ folder: String, _ text: String) throws {
    let path = Array(home.scratch.path("\(folder)/bad").utf8) + [0xFF] + Array(".ics".utf8) + [0]
    let file = path.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress.flatMap { fopen($0, "w") } }
    }
    let open = try #require(file)
    fputs(text, open)
    fclose(open)
  }

  @Test func anItemThatIsALinkIsRemovedWithoutWhatItLeadsTo() throws {
    try home.item("cal/.kept/elsewhere.ics", Self.other)
    try link("cal/home/9.ics", to: "../.kept/elsewhere.ics")
    let run = try home.run("store", "remove", "vdir:cal", "Elsewhere")
    #expect(run.status == 0, "\(run.error)")
    #expect(!isThere("cal/home/9.ics"))
    #expect(try home.scratch.text("cal/.kept/elsewhere.ics") == StoreHome.text(Self.other))
  }

  @Test func nothingOutsideOfTheStoreIsReadOrChanged() throws {
    try home.item("far/9.ics", Self.other)
    try link("cal/home/9.ics", to: "../../far/9.ics")
    try link("cal/far", to: "../far")
    #expect(try !home.run("store", "show", "vdir:cal").output.contains("Elsewhere"))
    for words in [["vdir:cal", "Elsewhere"], ["vdir:cal#far", "--list", "--all"]] {
      let run = try home.run(["store", "remove"] + words)
      #expect(run.status == 66, "\(run.error)")
      #expect(run.error.contains("cal/far: the list is a link out of the store and is left out"))
    }
    #expect(isThere("cal/home/9.ics") && isThere("cal/far") && isThere("far/9.ics"))
  }

  @Test func aChangedItemThatIsALinkIsAFileOfTheFolder() throws {
    let path = try home.item("cal/.kept/elsewhere.ics", Self.other)
    try link("cal/home/9.ics", to: path)
    let run = try home.run(
      "store", "import", "-", "vdir:cal#home",
      input: StoreHome.text(Self.other.replacing("Elsewhere", with: "Here")))
    #expect(run.status == 0, "\(run.error)")
    #expect(try home.scratch.text("cal/.kept/elsewhere.ics") == StoreHome.text(Self.other))
    #expect(try home.scratch.text("cal/home/9.ics").contains("SUMMARY:Here"))
    #expect(try home.printed("store", "show", "vdir:cal").contains("Here"))
  }

  @Test func aListThatIsALinkIsRemovedWithoutWhatItLeadsTo() throws {
    try home.item("cal/.kept/9.ics", Self.other)
    try link("cal/far", to: ".kept")
    let run = try home.run("store", "remove", "vdir:cal#far", "--list", "--all")
    #expect(run.status == 0, "\(run.error)")
    #expect(!isThere("cal/far"))
    #expect(isThere("cal/.kept/9.ics"))
  }

  @Test func aNameThatIsNoUTF8IsReportedAndTheRestIsRead() throws {
    try plant("cal/home", StoreHome.text(Self.other))
    for words in [["store", "list", "vdir:cal"], ["store", "show", "vdir:cal"]] {
      let run = try duecal(
        words, in: home.scratch.url,
        environment: ["HOME": home.scratch.url.path, "DUECAL_NOW": "2026-12-03T10:00:00Z"])
      #expect(run.status == 1, "\(words)")
      #expect(
        run.error.contains("cal/home/bad\u{FFFD}.ics: the name is not UTF-8; expected one that is"))
      #expect(run.output.contains("home") || run.output.contains("Buy paint"))
    }
  }

  @Test func aListWithSuchANameIsNotRemovedInPart() throws {
    try plant("cal/home", StoreHome.text(Self.other))
    let run = try home.run("store", "remove", "vdir:cal#home", "--list", "--all")
    #expect(run.status != 0)
    #expect(isThere("cal/home/1.ics") && isThere("cal/home/2.ics"))
  }
}
