import ExactText
import UserFiles
import WebAddresses

/// A store as a command was told it, by its address or by its name in the configuration, and perhaps one of
/// its lists: `work#Home`, `vdir:~/calendars#Home`.
package struct StorePlace: Hashable, Sendable {
  /// The store as it was given, without a list.
  package let name: String
  /// Where it is; paths are whole.
  package let address: StoreAddress
  /// The title or the id of a list; nil for all.
  package var list: String?
  /// Where its password is found; nil where nobody said it.
  package var password: StorePassword?

  /// True for the store that nobody has to name, whose folder is made with it.
  package var isUsual: Bool

  /// Names a store.
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

  /// What it is remembered by, the same from wherever it is named.
  package var identity: String {
    address.isOfFile ? "\(address.scheme):\(CanonicalPath.of(address.rest))" : "\(address)"
  }

  /// The folder that the file of a store is in.
  package var folder: String {
    address.rest.lastIndex(of: "/").map { String(address.rest[..<$0]) } ?? "."
  }

  /// What a list of it is called in messages, and can be called in a command.
  package func label(_ list: String) -> String { "\(name)#\(list)" }

  /// What the store is called, with its list where one was given.
  package var label: String { list.map(label) ?? name }

  /// Parts a text at its last `#`: what is behind it is a list, unless it is empty.
  package static func parted(_ text: String) -> (store: String, list: String?) {
    guard let mark = text.lastIndex(of: "#") else { return (text, nil) }
    let list = text[text.index(after: mark)...]
    return (String(text[..<mark]), list.isEmpty ? nil : String(list))
  }
}
