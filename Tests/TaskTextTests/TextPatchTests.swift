import TaskText
import Testing

@Suite("A change made in a text that was edited since")
struct TextPatchTests {
  /// Undoes the change from one text to another.
  private func undone(
    _ before: String, _ after: String, _ present: String
  ) -> Result<String, TextPatch.Obstacle> {
    do throws(TextPatch.Obstacle) {
      let patch = TextPatch(from: Array(after.utf8), to: Array(before.utf8))
      return .success(String(decoding: try patch.applied(to: Array(present.utf8)), as: UTF8.self))
    } catch {
      return .failure(error)
    }
  }

  private func kind(
    _ before: String, _ after: String, _ present: String
  ) -> TextPatch.Obstacle.Kind? {
    if case .failure(let obstacle) = undone(before, after, present) { obstacle.kind } else { nil }
  }

  @Test func leavesOtherLinesAndOtherWordsAsTheyAre() {
    #expect(
      undone("- a\n- b\n", "- a @done\n- b\n", "top\n- a b @x @done\n- b c\nend")
        == .success("top\n- a b @x\n- b c\nend"))
    #expect(undone("", "- a\n", "- a\n- mine\n") == .success("- mine\n"))
    #expect(undone("A:", "A:\n- one", "A:\n- one\n- two") == .success("A:\n- two"))
    #expect(undone("- a\r\n", "- a @x\r\n", "- a @x\r\n\r\n") == .success("- a\r\n\r\n"))
  }

  @Test func bringsBackWhatWasRemovedWhereItStood() {
    #expect(
      undone("A:\n- a\n- b\n", "A:\n- b\n", "A:\n- b c\nB:\n") == .success("A:\n- a\n- b c\nB:\n"))
    #expect(kind("- a\n- b\n- c\n", "- a\n- c\n", "- a\n- new\n- c\n") == .surroundings)
  }

  @Test func givesUpWhereItsOwnWordsWereEdited() {
    #expect(
      kind("- a @due(2026-12-01)\n", "- a @due(2026-12-03)\n", "- a @due(2026-11-03)\n") == .changed
    )
    #expect(kind("A:\n- b\n", "A:\n- a\n- b\n", "A:\n- b\n") == .removed)
    #expect(kind("A:\n", "A:\n- one\n", "A:\n- one more\n") == .changed)
  }

  @Test func doesNotGuessBetweenEqualLines() {
    #expect(kind("A:\nB:\n", "A:\n- x\nB:\n", "A:\n- x\n- y\n- x\nB:\n") == .ambiguous)
    #expect(
      undone("A:\nB:\n", "A:\n- x\nB:\n", "A:\n- x\n- x\nB:\n") == .success("A:\n- x\nB:\n"))
  }

  @Test func namesTheLineThatIsInTheWay() {
    guard case .failure(let obstacle) = undone("A:\n", "A:\n- one\n", "top\nA:\n- one!\n") else {
      Issue.record("expected an obstacle")
      return
    }
    #expect(obstacle.expected == "- one" && obstacle.found == "- one!" && obstacle.offset == 9)
  }

  /// Random lines, a change of one of them, and edits of others: an undo gives the result of the edits alone.
  @Test func agreesWithTheEditsAlone() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let lines = (0..<Int.random(in: 3...12, using: &random)).map { "- line \($0)" }
      let mine = Int.random(in: lines.indices, using: &random)
      var after = lines
      after[mine] += " @done(2026-12-01)"
      var (present, expected) = (after, lines)
      for index in lines.indices.reversed() where index != mine && Bool.random(using: &random) {
        let isGone = Bool.random(using: &random)
        if isGone {
          present.remove(at: index)
          expected.remove(at: index)
        } else {
          present[index] += " edited"
          expected[index] += " edited"
        }
      }
      let text = { (lines: [String]) in lines.map { $0 + "\n" }.joined() }
      #expect(undone(text(lines), text(after), text(present)) == .success(text(expected)))
    }
  }
}
