import Foundation
import Testing

@Suite("duecal copy")
struct StoreCopyTests {
  @Test func bringsAllListsAndItemsAndThenHasNothingToDo() throws {
    let home = try StoreHome.withFolder()
    let first = try home.printed("copy", "vdir:cal", "sqlite:a.sqlite")
    #expect(first == "sqlite:a.sqlite#home: 2 copied\nsqlite:a.sqlite#team: 1 copied\n")
    let second = try home.printed("copy", "vdir:cal", "sqlite:a.sqlite")
    #expect(second == "sqlite:a.sqlite#home: 2 unchanged\nsqlite:a.sqlite#team: 1 unchanged\n")
  }

  /// A8: every byte is the same.
  @Test func thereAndBackIsEachFileAsItWas() throws {
    let home = try StoreHome.withFolder()
    _ = try home.printed("copy", "vdir:cal", "sqlite:a.sqlite")
    _ = try home.printed("copy", "sqlite:a.sqlite", "vdir:back")
    for name in ["home/1.ics", "home/2.ics", "team/e.ics"] {
      #expect(try home.scratch.text("back/\(name)") == home.scratch.text("cal/\(name)"))
    }
  }

  @Test func aDryRunReportsWhatItWouldDoAndMakesNothing() throws {
    let home = try StoreHome.withFolder()
    let before = try home.scratch.contents()
    let run = try home.run("copy", "vdir:cal", "sqlite:a.sqlite", "--dry-run", "--exit-code")
    #expect(run.status == 3)
    #expect(try home.scratch.contents() == before)
    #expect(
      run.output == """
        + sqlite:a.sqlite#home
        + sqlite:a.sqlite#home: Call Ann
        + sqlite:a.sqlite#home: Buy paint
        + sqlite:a.sqlite#team
        + sqlite:a.sqlite#team: Planning

        """)
    _ = try home.printed("copy", "vdir:cal", "sqlite:a.sqlite")
    let again = try home.run("copy", "vdir:cal", "sqlite:a.sqlite", "--dry-run", "--exit-code")
    #expect(again.status == 0 && again.output.isEmpty)
  }

  @Test func whatIsDifferentIsLeftUnlessItIsToBeReplaced() throws {
    let home = try StoreHome.withFolder()
    _ = try home.printed("copy", "vdir:cal", "sqlite:a.sqlite")
    try home.item(
      "cal/home/2.ics", "BEGIN:VTODO\nUID:2\nDTSTAMP:20261201T000000Z\nSUMMARY:Buy oil\nEND:VTODO")
    let left = try home.run("copy", "vdir:cal", "sqlite:a.sqlite")
    #expect(left.status == 0 && left.output.contains("#home: 1 unchanged, 1 different\n"))
    #expect(
      left.error.contains(
        "\"Buy oil\" is already there with other content (title) and is left unchanged"))
    let replaced = try home.printed("copy", "vdir:cal", "sqlite:a.sqlite", "--replace")
    #expect(replaced.contains("#home: 1 changed, 1 unchanged\n"))
    #expect(try home.printed("store", "show", "sqlite:a.sqlite#home").contains("Buy oil"))
  }

  @Test func whatTheOtherHasBesidesStays() throws {
    let home = try StoreHome.withFolder()
    _ = try home.printed("store", "add", "sqlite:a.sqlite", "--list", "home", "Mine")
    _ = try home.printed("copy", "vdir:cal", "sqlite:a.sqlite")
    #expect(
      try home.printed("store", "show", "sqlite:a.sqlite#home").split(separator: "\n").count == 3)
  }

  @Test func whatSomebodyMovedToAnotherListIsNotThereTwice() throws {
    let home = try StoreHome.withFolder()
    _ = try home.printed("copy", "vdir:cal", "sqlite:a.sqlite")
    _ = try home.printed("store", "move", "sqlite:a.sqlite#home", "sqlite:a.sqlite#team", "paint")
    _ = try home.printed("copy", "vdir:cal", "sqlite:a.sqlite")
    let all = try home.printed("store", "show", "sqlite:a.sqlite")
    #expect(all.components(separatedBy: "Buy paint").count == 2)
  }

  /// Of two items with one UID, only the one in the other list is removed.
  @Test func anItemThatDidNotArriveStays() throws {
    let home = try StoreHome()
    for (list, title) in [("a", "One"), ("b", "Two")] {
      try home.item("cal/\(list)/1.ics", "BEGIN:VTODO\nUID:1\nSUMMARY:\(title)\nEND:VTODO")
    }
    _ = try home.printed("store", "copy", "vdir:cal#b", "sqlite:a.sqlite#All", "--all")
    _ = try home.run("store", "move", "vdir:cal", "sqlite:a.sqlite#All", "--all")
    #expect(try home.printed("store", "show", "vdir:cal") == "vdir:cal#a: reminder One\n")
  }

  @Test(arguments: ["vdir:./cal#team", "vdir:cal/#team", "vdir:link#team", "vdir:cal/../cal#team"])
  func aListThatIsNamedInAnotherWayIsTheSameList(_ other: String) throws {
    let home = try StoreHome.withFolder()
    try FileManager.default.createSymbolicLink(
      atPath: home.scratch.url.appending(path: "link").path, withDestinationPath: "cal")
    let run = try home.run("store", "move", "vdir:cal#team", other, "--all")
    #expect(run.status == 2)
    #expect(try home.printed("store", "show", "vdir:cal#team").split(separator: "\n").count == 1)
  }

  /// Otherwise each run would write it again.
  @Test(arguments: ["esc\u{1B}[31m", " ", " outer  spaces "])
  func aListWhoseTitleTheOtherDoesNotKeepIsFoundAgain(_ title: String) throws {
    let home = try StoreHome()
    _ = try home.printed("store", "add", "sqlite:a.sqlite", "--list", title, "Call Ann")
    _ = try home.run("copy", "sqlite:a.sqlite", "vdir:cal")
    let again = try home.run("copy", "sqlite:a.sqlite", "vdir:cal")
    #expect(again.output.hasSuffix(": 1 unchanged\n") && again.errorLines.isEmpty)
    #expect(try home.printed("store", "list", "vdir:cal").split(separator: "\n").count == 1)
  }

  @Test func whatAStoreCannotKeepIsNamed() throws {
    let home = try StoreHome.withFolder()
    let run = try home.run("copy", "vdir:cal", "memory:")
    #expect(run.status == 0)
    #expect(run.errorLines == ["duecal: memory:#home: \"Call Ann\": not kept: X-OTHER"])
  }

  @Test func oneThatIsRefusedIsALineAndTheOthersAreCopied() throws {
    let home = try StoreHome.withFolder()
    _ = try home.printed("store", "add", "sqlite:a.sqlite", "--list", "home", "--takes", "event")
    let run = try home.run("copy", "vdir:cal", "sqlite:a.sqlite")
    #expect(run.status == 1 && run.errorLines.count == 2)
    #expect(run.output.contains("#home: 2 failed\n") && run.output.contains("#team: 1 copied\n"))
  }

  @Test func aListGoesIntoAnother() throws {
    let home = try StoreHome.withFolder()
    let run = try home.printed("copy", "vdir:cal#home", "sqlite:a.sqlite#Old")
    #expect(run == "sqlite:a.sqlite#Old: 2 copied\n")
    #expect(try home.printed("store", "list", "sqlite:a.sqlite").split(separator: "\n").count == 1)
  }

  /// Items that were written before a kill are recognised by their UIDs.
  @Test func aRunThatWasKilledGoesOnWhereItStopped() throws {
    let home = try StoreHome()
    for number in 0..<1500 {
      try home.item(
        "cal/a/\(number).ics", "BEGIN:VTODO\nUID:\(number)\nSUMMARY:\(number)\nEND:VTODO")
    }
    let path = try #require(binary)
    for pause in ["0.3", "0.6", "0.9"] {
      _ = try DuecalTests.run(
        ["/usr/bin/timeout", "-s", "KILL", pause, path, "copy", "vdir:cal", "sqlite:a.sqlite"],
        in: home.scratch.url)
    }
    _ = try home.run("copy", "vdir:cal", "sqlite:a.sqlite")
    let text = try home.printed("store", "export", "sqlite:a.sqlite")
    #expect(text.components(separatedBy: "BEGIN:VTODO").count == 1501)
    let last = try home.printed("copy", "vdir:cal", "sqlite:a.sqlite")
    #expect(last == "sqlite:a.sqlite#a: 1500 unchanged\n")
  }

  @Test func asOneDocument() throws {
    let home = try StoreHome.withFolder()
    let text = try home.printed("copy", "vdir:cal", "sqlite:a.sqlite", "--json")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let changes = try #require(document["changes"] as? [[String: Any]])
    #expect(
      changes.count == 5 && Set(changes[0].keys) == ["details", "kind", "list", "title", "uid"])
  }
}
