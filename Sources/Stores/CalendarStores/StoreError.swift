public import CalendarItems
import ExactText

/// The reason why a store did not do a requested action.
public enum StoreError: Error, Hashable, Sendable {
  /// There is no such list.
  case noList(ItemList.ID)
  /// There is no such item; it was removed, or never existed.
  case noItem(ItemRef)
  /// The item was changed since it was read; nothing is overwritten.
  case changedMeanwhile(ItemRef, now: ItemVersion)
  /// The list has an item with this UID already.
  case exists(ItemVersion)
  /// The list is read-only.
  case notWritable(ItemList.ID)
  /// Items of this kind are not allowed in the list.
  case notAllowed(CalendarItem.Kind, ItemList.ID)
  /// The item cannot be kept; the reason is a sentence.
  case invalid(String)
  /// The store does not have this capability.
  case impossible(StoreCapabilities)
  /// Access is denied; the reason is a sentence.
  case denied(String)
  /// Somebody else is writing at this moment, such as an editor that has the file open; the reason is a sentence.
  case busy(String)
  /// The file, folder or server of the store is unavailable; the reason is a sentence.
  case unavailable(String)
}

extension StoreError {
  /// True if the same change is refused again until the item or the list is another one.
  package var isLasting: Bool {
    switch self {
    case .invalid, .notWritable, .notAllowed, .impossible: true
    case .noList, .noItem, .changedMeanwhile, .exists, .denied, .busy, .unavailable: false
    }
  }
}

extension StoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noList(let list): "there is no list \(list)"
    case .noItem(let ref): "there is no item \(ref)"
    case .changedMeanwhile(let ref, _): "\(ref) was changed since it was read"
    case .exists(let version): "the list already has an item with this UID: \(version.ref)"
    case .notWritable(let list): "the list \(list) is read-only"
    case .notAllowed(let kind, let list): "the list \(list) does not accept \(kind.rawValue)s"
    case .invalid(let reason), .denied(let reason), .busy(let reason), .unavailable(let reason):
      reason
    case .impossible: "this store cannot do that"
    }
  }
}
