import CalendarItems
import CalendarStores
import Diagnostics
import ExactText
import LineCodec
import StoreAccess
import TaskBridge
import TaskDates

/// Reads written items back, and compares them with the originals.
struct WriteVerification {
  private var items: [(meant: ItemContent, version: ItemVersion)] = []

  /// Records an item with the version that the store gave it.
  mutating func add(_ meant: ItemContent, _ version: ItemVersion) {
    items.append((meant, version))
  }

  /// Reads the items again, and warns about everything that the store changed or dropped.
  ///
  /// It also warns if that cannot be checked.
  func compare(in open: OpenStore, called list: String, messages: inout Messages) {
    guard !items.isEmpty else { return }
    do throws(StoreError) {
      let stored = try open.items(at: items.map(\.version.ref))
      let byRef = Dictionary(stored.map { ($0.id, $0.content) }) { first, _ in first }
      for (meant, version) in items {
        compare(
          meant, byRef[version.ref], capabilities: open.store.capabilities, list: list,
          messages: &messages)
      }
    } catch {
      messages.warn(
        "\(list): what was written cannot be read again, so losses are not known: \(error)")
    }
  }

  private func compare(
    _ meant: ItemContent, _ stored: ItemContent?, capabilities: StoreCapabilities, list: String,
    messages: inout Messages
  ) {
    let title = meant.item.shownTitle.quoted
    guard let stored else {
      return messages.warn("\(list): \(title) was written, but the store does not have it")
    }
    let lost =
      meant.losses(in: stored).map { $0 == CoreField.hints.rawValue ? meant.item.hinted : $0 }
      + lostNames(of: meant, stored, capabilities: capabilities)
    if lost.isEmpty { return }
    messages.warn("\(list): \(title): not kept: \(lost.joined(separator: ", "))")
  }

  /// The lost properties of other programs, if the store does not promise to keep them.
  private func lostNames(
    of meant: ItemContent, _ stored: ItemContent, capabilities: StoreCapabilities
  ) -> [String] {
    guard !capabilities.contains(.preservesText) else { return [] }
    // A server may have kept them all the same, which its answer shows.
    let kept = capabilities.contains(.isPersistent) ? stored.unknownNames : []
    return meant.unknownNames.subtracting(kept).sorted()
  }
}

extension CalendarItem {
  /// What the hint of the item says that its properties cannot.
  fileprivate var hinted: String {
    if isClosed { return "what it was before it was done" }
    if case .period? = inHintedPeriod(Vocabulary()).when {
      return "the week, month or year of its date"
    }
    return "the start in its line"
  }
}
