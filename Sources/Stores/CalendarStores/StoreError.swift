public import CalendarItems
import ExactText

/// Why a store did not do what it was asked to.
public enum StoreError: Error, Hashable, Sendable {
  /// There is no such list.
  case noList(ItemList.ID)
  /// There is no such item; it was removed, or never was.
  case noItem(ItemRef)
  /// The item was changed since it was read; nothing is overwritten.
  case changedMeanwhile(ItemRef, now: ItemVersion)
  /// The list has an item with this UID, which the item keeps.
  case exists(ItemVersion)
  /// The list may not be changed.
  case notWritable(ItemList.ID)
  /// Nothing of this kind may be in the list.
  case notAllowed(CalendarItem.Kind, ItemList.ID)
  /// The item cannot be kept, with the reason as a sentence.
  case invalid(String)
  /// The store cannot do this at all.
  case impossible(StoreCapabilities)
  /// The store does not let whoever asks read or change it, with the reason as a sentence.
  case denied(String)
  /// What the store is kept in cannot be reached or used, with the reason as a sentence.
  case unavailable(String)
}

extension StoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noList(let list): "there is no list \(list)"
    case .noItem(let ref): "there is no item \(ref)"
    case .changedMeanwhile(let ref, _): "\(ref) was changed since it was read"
    case .exists(let version): "the list has this UID already, as \(version.ref)"
    case .notWritable(let list): "the list \(list) may not be changed"
    case .notAllowed(let kind, let list): "the list \(list) takes no \(kind.rawValue)s"
    case .invalid(let reason), .denied(let reason), .unavailable(let reason): reason
    case .impossible: "this store cannot do that"
    }
  }
}
