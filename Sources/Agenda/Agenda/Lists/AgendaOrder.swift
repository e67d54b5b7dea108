import CalendarItems
import ExactText
import TaskDates

/// By what the things of an agenda are sorted.
package enum AgendaOrder: String, Sendable, CaseIterable {
  /// By the end of a date.
  case due
  /// By its start.
  case start
  /// The highest priority first.
  case priority
  /// By their titles, in small letters.
  case title
  /// By their place in the sources.
  case file

  /// Things by their rank: tasks by the end of their date, what takes place by its start.
  package static func ranked(_ entries: [AgendaEntry]) -> [AgendaEntry] {
    entries.sorted { $0.rank < $1.rank }
  }

  /// Things in this order; those that are alike in it by their rank.
  package func sorted(_ entries: [AgendaEntry]) -> [AgendaEntry] {
    switch self {
    case .due: sorted(entries, by: \.rank.end)
    case .start: sorted(entries, by: \.rank.start)
    case .priority: sorted(entries, by: \.rank.priority)
    case .title: sorted(entries) { $0.item.title.lowercased() }
    case .file:
      entries.sorted { left, right in
        (left.rank.file, left.rank.line, left.rank) < (right.rank.file, right.rank.line, right.rank)
      }
    }
  }

  private func sorted<Key: Comparable>(
    _ entries: [AgendaEntry], by key: (AgendaEntry) -> Key
  ) -> [AgendaEntry] {
    let keyed: [(key: Key, entry: AgendaEntry)] = entries.map { (key($0), $0) }
    let sorted = keyed.sorted { left, right in
      if left.key != right.key { return left.key < right.key }
      return left.entry.rank < right.entry.rank
    }
    return sorted.map(\.entry)
  }
}
