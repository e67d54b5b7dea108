import CalendarItems
import Foundation
import Testing

@Suite("How changes are merged")
struct MergePolicyTests {
  /// The rows of the table in `Docs/Merging.md`.
  private static let rows: [(name: String, policy: MergePolicy)] = [
    ("import, into your line", .importing), ("sync", .syncing(.mine)),
    ("a line, into the item that a store keeps of it", .storing),
  ]

  @Test func theTableOfThePageHasEachPolicy() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let page = try String(contentsOf: root.appending(path: "Docs/Merging.md"), encoding: .utf8)
    for (name, policy) in Self.rows {
      let cells = [name] + Self.words(of: policy)
      #expect(page.contains("| \(cells.joined(separator: " | ")) |"), "\(name)")
    }
  }

  private static func words(of policy: MergePolicy) -> [String] {
    let field =
      switch policy.winner {
      case .mine: "the side that wins, by default the first"
      case .theirs: "the line"
      case .none: "each keeps its own, and it is reported"
      }
    let notes =
      policy.notes == .lines
      ? "both changes, line by line" : "text that was added before or after is taken"
    let done =
      policy.doneStays
      ? "stays done"
      : policy.winner == .theirs
        ? "as the line" : "as the side that wins; in new items it stays done"
    return [field, notes, done]
  }

  @Test(arguments: [
    (false, false, false, MergePolicy.Decision.keep), (true, false, false, .keep),
    (false, true, false, .take), (true, true, false, .contested), (true, true, true, .keep),
  ])
  func whoChangedAValueDecides(
    here: Bool, there: Bool, isSame: Bool, decision: MergePolicy.Decision
  ) {
    #expect(
      MergePolicy.decision(isChangedHere: here, isChangedThere: there, isSame: isSame) == decision)
  }
}
