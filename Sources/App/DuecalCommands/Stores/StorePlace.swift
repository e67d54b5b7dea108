import ExactText
import WebAddresses

/// A store as a command was told it, by its address or by its name in the configuration, and perhaps one of
/// its lists: `work#Home`, `vdir:~/calendars#Home`.
struct StorePlace: Hashable, Sendable {
  /// The store as it was given, without a list.
  let name: String
  /// Where it is; paths are whole.
  let address: StoreAddress
  /// The title or the id of a list; nil for all.
  var list: String?
  /// Where its password is found; nil where nobody said it.
  var password: StorePassword?

  /// True for the store that nobody has to name, whose folder is made with it.
  var isUsual = false

  /// What it is remembered by, the same from wherever it is named.
  var identity: String {
    address.isOfFile ? "\(address.scheme):\(CanonicalPath.of(address.rest))" : "\(address)"
  }

  /// The folder that the file of a store is in.
  var folder: String {
    address.rest.lastIndex(of: "/").map { String(address.rest[..<$0]) } ?? "."
  }

  /// What a list of it is called in messages, and can be called in a command.
  func label(_ list: String) -> String { "\(name)#\(list)" }

  /// What the store is called, with its list where one was given.
  var label: String { list.map(label) ?? name }

  /// Parts a text at its last `#`: what is behind it is a list, unless it is empty.
  static func parted(_ text: String) -> (store: String, list: String?) {
    guard let mark = text.lastIndex(of: "#") else { return (text, nil) }
    let list = text[text.index(after: mark)...]
    return (String(text[..<mark]), list.isEmpty ? nil : String(list))
  }
}
