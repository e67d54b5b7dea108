import Foundation
import TestSupport
import Testing

@testable import TaskText

@Suite("A unified diff")
struct UnifiedDiffTests {
  private func diff(_ old: String, _ new: String, path: String = "a") -> String {
    String(
      decoding: UnifiedDiff(Array(old.utf8), Array(new.utf8)).printed(path: path), as: UTF8.self)
  }

  @Test func isNothingForEqualTexts() {
    #expect(diff("", "") == "" && diff("a\nb", "a\nb") == "")
  }

  @Test func hasThreeLinesAroundAChange() {
    let old = (1...20).map { "\($0)\n" }.joined()
    let new = old.replacingOccurrences(of: "\n10\n", with: "\nten\n")
    #expect(
      diff(old, new) == """
        --- a/a
        +++ b/a
        @@ -7,7 +7,7 @@
         7
         8
         9
        -10
        +ten
         11
         12
         13

        """)
  }

  @Test func joinsChangesThatAreNear() {
    let old = (1...20).map { "\($0)\n" }.joined()
    let near = old.replacingOccurrences(of: "\n5\n", with: "\n").replacingOccurrences(
      of: "\n11\n", with: "\n")
    let far = old.replacingOccurrences(of: "\n5\n", with: "\n").replacingOccurrences(
      of: "\n13\n", with: "\n")
    #expect(diff(old, near).components(separatedBy: "\n@@ ").count == 2)
    #expect(diff(old, far).components(separatedBy: "\n@@ ").count == 3)
  }

  @Test func reportsWhereALineHasNoEnd() {
    #expect(
      diff("a\nb", "a\nb\n")
        == "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n")
    #expect(diff("", "a") == "--- a/a\n+++ b/a\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n")
  }

  @Test func leavesALineItsCR() {
    #expect(diff("a\r\n", "b\r\n") == "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\r\n+b\r\n")
  }

  @Test(arguments: [
    ("/home/ann/a", "a/home/ann/a"), ("two words", "a/two words\t"),
    ("t\tb", "\"a/t\\011b\""), ("q\"\\", "\"a/q\\\"\\\\\""),
  ])
  func namesItsFile(path: String, name: String) {
    #expect(diff("", "a\n", path: path).hasPrefix("--- \(name)\n"))
  }

  @Test func countsItsLines() {
    let diff = UnifiedDiff(Array("a\nb\nc\n".utf8), Array("a\nx\ny\nc\n".utf8))
    #expect(diff.addedCount == 2 && diff.removedCount == 1)
  }

  /// Two texts; the second was made from the first by some edits.
  private func texts(_ random: inout SeededGenerator) -> (old: [String], new: [String]) {
    let count = Int.random(in: 0...60, using: &random)
    let old = (0..<count).map { _ in "line \(Int.random(in: 0...40, using: &random))\n" }
    var new = old
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let place = Int.random(in: 0...new.count, using: &random)
      switch Int.random(in: 0...2, using: &random) {
      case 0: new.insert("new \(place)\r\n", at: place)
      case 1 where place < new.count: new.remove(at: place)
      default: new.insert(contentsOf: old.prefix(place % 5), at: place)
      }
    }
    if Bool.random(using: &random) { new.append("no end") }
    return (old, new)
  }

  @Test func isAppliedByPatch() throws {
    let patch = "/usr/bin/patch"
    guard FileManager.default.isExecutableFile(atPath: patch) else { return }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("duecal-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = SeededGenerator(seed: 7)
    for _ in 0..<60 {
      let (old, new) = texts(&random)
      let bytes = (Array(old.joined().utf8), Array(new.joined().utf8))
      let diff = UnifiedDiff(bytes.0, bytes.1).printed(path: "file")
      if diff.isEmpty { #expect(bytes.0 == bytes.1) }
      if diff.isEmpty { continue }
      let file = folder.appendingPathComponent("file")
      try Data(bytes.0).write(to: file)
      try Data(diff).write(to: folder.appendingPathComponent("diff"))
      let process = Process()
      process.executableURL = URL(fileURLWithPath: patch)
      process.arguments = ["--binary", "-s", "-p1", "--fuzz=0", "-d", folder.path, "-i", "diff"]
      try process.run()
      process.waitUntilExit()
      let patched = (try? Data(contentsOf: file)) ?? Data()
      #expect(process.terminationStatus == 0 && Array(patched) == bytes.1)
    }
  }

  @Test(.timeLimit(.minutes(1))) func isMadeOfManyLinesThatAreAllDifferent() {
    let old = Array((0..<100_000).map { "old \($0 % 7)\n" }.joined().utf8)
    let new = Array((0..<100_000).map { "old \($0 % 5)\n" }.joined().utf8)
    let diff = UnifiedDiff(old, new)
    #expect(diff.addedCount == diff.removedCount)
  }
}
