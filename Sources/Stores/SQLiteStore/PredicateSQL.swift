import CalendarItems
package import CalendarStores
package import GRDB
import TaskDates

/// The part of a predicate that columns can answer; the predicate itself is then evaluated for the items found.
package struct PredicateSQL {
  private var parts = ["1"]
  package private(set) var arguments = StatementArguments()

  package var condition: String { parts.joined(separator: " AND ") }

  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - listKey: Returns the value of the column `list` for a list.
  package init(
    _ predicate: ItemPredicate, listKey: (ItemList.ID) -> (any DatabaseValueConvertible)? = \.row
  ) {
    if let kind = predicate.kind { add("kind = ?", [kind.rawValue]) }
    if let lists = predicate.lists {
      addAnyOf("list", lists.sorted().map { listKey($0)?.databaseValue })
    }
    if let uids = predicate.uids { addAnyOf("uid", uids.sorted().map(\.databaseValue)) }
    if let title = predicate.values.title, predicate.values.when == nil {
      // A changed occurrence may have the title too.
      add("(title = ? OR instr(text, 'RECURRENCE-ID') > 0)", [title])
    }
    add(predicate.progress)
    add(predicate.dates)
    if let text = predicate.text { add(text: text.lowercased()) }
  }

  private mutating func add(_ part: String, _ values: StatementArguments = []) {
    parts.append(part)
    arguments += values
  }

  private mutating func addAnyOf(_ column: String, _ values: [DatabaseValue?]) {
    // SQLite limits the number of values; with more the predicate itself decides.
    guard values.count <= 500 else { return }
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    add("\(column) IN (\(marks))", StatementArguments(values))
  }

  private mutating func add(_ progress: ItemPredicate.Progress?) {
    switch progress {
    case nil: break
    case .open: add("isOpen")
    case .completed: add("isCompleted")
    }
  }

  private mutating func add(_ dates: ItemPredicate.Dates) {
    switch dates {
    case .any, .completed: break
    // Its changed occurrences may have dates if it has none itself.
    case .none:
      add("(first IS NULL OR kind = 'event' OR instr(text, 'RECURRENCE-ID') > 0)")
    case .within(let window):
      add(
        "first < ? AND last >= ?",
        [window.instants.upperBound.seconds, window.instants.lowerBound.seconds])
    }
  }

  /// Adds a search in the index, for three or more characters that have no equivalent forms.
  ///
  /// Texts are equal if they are canonically equivalent (é as one character or as two), but the index compares
  /// characters.
  private mutating func add(text: String) {
    guard text.utf8.count >= 3, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }),
      !text.utf8.contains(where: ";`".utf8.contains)
    else { return }
    let phrase = "\"" + text.replacing("\"", with: "\"\"") + "\""
    add("id IN (SELECT rowid FROM said WHERE words MATCH ?)", [phrase])
  }
}
