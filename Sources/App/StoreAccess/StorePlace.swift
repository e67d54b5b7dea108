import ExactText
import UserFiles
import WebAddresses

/// A store as a command names it, by its address or by its name in the configuration, optionally with one of its lists:
/// `work#Home`, `vdir:~/calendars#Home`.
package struct StorePlace: Hashable, Sendable {
  /// The store as it was written, without the list.
  package let name: String
  /// Its address; paths are absolute.
  package let address: StoreAddress
  /// The title or the ID of a list; nil for all lists.
  package var list: String?
  /// Where its password is found; nil if this is not set.
  package var password: StorePassword?

  /// True for the default store, whose folder is created with it.
  package var isUsual: Bool

  /// Creates the place of a store.
  package init(
    name: String, address: StoreAddress, list: String? = nil, password: StorePassword? = nil,
    isUsual: Bool = false
  ) {
    self.name = name
    self.address = address
    self.list = list
    self.password = password
    self.isUsual = isUsual
  }

  /// Its key in the state, which is the same however the store was named.
  package var identity: String {
    address.isOfFile ? "\(address.scheme):\(CanonicalPath.of(address.rest))" : "\(address)"
  }

  /// True if items of the store are, or may be, items of another one too.
  package func overlaps(_ other: StorePlace) -> Bool {
    if identity == other.identity { return true }
    guard address.kind == other.address.kind, address.isOfFile else { return false }
    return identity.hasPrefix(other.identity + "/") || other.identity.hasPrefix(identity + "/")
  }

  /// The folder that the file of a store is in.
  package var folder: String {
    address.rest.lastIndex(of: "/").map { String(address.rest[..<$0]) } ?? "."
  }

  /// The name of one of its lists, in messages and commands; a `#` in the name of a list is `%23`.
  package func label(_ list: String) -> String {
    "\(name)#\(list.replacing("#", with: "%23"))"
  }

  /// The name of the store, with its list if one was given.
  package var label: String { list.map(label) ?? name }

  /// Splits a text at its last `#`: the part after it is a list, unless it is empty.
  package static func parted(_ text: String) -> (store: String, list: String?) {
    guard let mark = text.lastIndex(of: "#") else { return (text, nil) }
    let list = text[text.index(after: mark)...]
    return (String(text[..<mark]), list.isEmpty ? nil : String(list))
  }
}
