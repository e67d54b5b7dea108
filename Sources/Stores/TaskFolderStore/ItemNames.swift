import ExactText
import LineState

/// Finds the items of a file by name; the tables are made when the first one is looked for.
final class ItemNames {
  private let known: KnownTaskFile
  private lazy var reminders = indices { !$0.isEvent }
  private lazy var events = indices(\.isEvent)

  init(_ known: KnownTaskFile) { self.known = known }

  private func indices(_ condition: (KnownTaskFile.Item) -> Bool) -> ExactDictionary<Int> {
    ExactDictionary(
      known.items.indices.filter { known.items[$0].line != nil && condition(known.items[$0]) }
        .map { (known.items[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The item that has a line and a name, and meets a condition; nil if there is none.
  func item(
    _ name: String, where condition: (KnownTaskFile.Item) -> Bool
  ) -> KnownTaskFile.Item? {
    [reminders[name], events[name]].compactMap { $0.map { known.items[$0] } }
      .first(where: condition)
  }
}
