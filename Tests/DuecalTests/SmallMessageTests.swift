import Foundation
import Testing

@Suite("Small messages")
struct SmallMessageTests {
  @Test func theCheckThatIsAdvisedNamesTheFiles() throws {
    let home = try StoreHome()
    try home.scratch.write("my tasks.taskpaper", "- Pay @due(2026-13-01)\n")
    for command in ["list", "calendar", "plan"] {
      let run = try home.run(command, "my tasks.taskpaper")
      #expect(
        run.error == "duecal: 1 date cannot be read; run `duecal check 'my tasks.taskpaper'`\n")
    }
  }

  @Test func aMessageOfAddNamesTheLineOfStandardInput() throws {
    let home = try StoreHome()
    let run = try home.run(
      "add", "-", "-f", "a.taskpaper", input: "Call Ann\n\nPay #bill\nBuy milk\n")
    #expect(
      run.error.contains("duecal: standard input:3: \"#bill\" is not a tag in this file"),
      "\(run.error)")
    #expect(try home.scratch.text("a.taskpaper") == "- Call Ann\n- Pay #bill\n- Buy milk\n")
  }

  @Test func undoNamesAFileAsDoneDoes() throws {
    let home = try StoreHome("files = [\"~/notes\"]\n")
    try home.scratch.write("notes/a.taskpaper", "- Call Ann\n")
    let path = home.scratch.path("notes/a.taskpaper")
    #expect(try home.run("done", "call").output.hasPrefix("\(path):1: done"))
    #expect(try home.run("undo", "--list").output.contains("\t\(path)\t"))
    #expect(try home.run("undo").output.hasPrefix("\(path): undone"))
    #expect(
      try home.run("done", "call", "-f", "notes/a.taskpaper").output.hasPrefix(
        "notes/a.taskpaper:1"))
  }

  @Test func aPartOfADoneTaskIsInLists() throws {
    let home = try StoreHome()
    let text = "- Big @done\n\t- Part @due(2026-12-03)\nOld: @done\n\t- Other @due(2026-12-03)\n"
    try home.scratch.write("a.taskpaper", text)
    let list = try home.printed("list", "a.taskpaper")
    #expect(list.contains("Part") && !list.contains("Other"))
    let feed = try home.printed("export", "a.taskpaper", "--done", "exclude")
    #expect(feed.contains("SUMMARY:Part") && !feed.contains("SUMMARY:Other"))
    _ = try home.printed("archive", "-f", "a.taskpaper")
    #expect(
      try home.scratch.text("a.taskpaper")
        == "Archive:\n\t- Big @done\n\t\t- Part @due(2026-12-03)\n\tOld: @done\n\t\t- Other @due(2026-12-03)\n"
    )
  }

  /// A link to the command in another folder than the commands themselves.
  @Test func theCommandWithTheNetworkIsFoundBesideALink() throws {
    let home = try StoreHome()
    let binary = try #require(ProcessInfo.processInfo.environment["DUECAL_BINARY"])
    try home.scratch.write("bin/duecal-net", "#!/bin/sh\necho network \"$@\"\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: home.scratch.path("bin/duecal-net"))
    try FileManager.default.createDirectory(
      atPath: home.scratch.path("real"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: binary, toPath: home.scratch.path("real/duecal"))
    try FileManager.default.createSymbolicLink(
      atPath: home.scratch.path("bin/duecal"), withDestinationPath: "../real/duecal")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: home.scratch.path("bin/duecal"))
    process.arguments = ["import", "https://example.invalid/a.ics"]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, Pipe())
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text == "network import https://example.invalid/a.ics\n")
  }
}
