import CalendarItems
import CalendarStores
import ExactText
import LineIdentity

/// Recognises new lines from which another machine has made items, before the lines were retyped.
///
/// Two machines may share the task files and sync them with the same store. If a line is retyped before the second machine
/// has seen it, its item has the old title and a UID that is made of it.
enum RetypedLines {
  /// Finds the item of each line; nil for a line that is new.
  ///
  /// - Parameters:
  ///   - lines: New lines of one list.
  ///   - candidates: New items of the list of the other store.
  static func items(of lines: [StoredItem], among candidates: [StoredItem]) -> [StoredItem?] {
    guard !candidates.isEmpty else { return lines.map { _ in nil } }
    let found = Identity.match(old: candidates.map(trace), new: lines.map(trace))
    return zip(lines, found).map { line, index in
      guard let item = index.map({ candidates[$0] }) else { return nil }
      return areLike(line, item) ? item : nil
    }
  }

  /// True if the titles are similar; a UID that was not made of a line says nothing, so then one title has all words of
  /// the other.
  private static func areLike(_ line: StoredItem, _ item: StoredItem) -> Bool {
    let (title, other) = (line.item.title, item.item.title)
    guard item.isMadeOfLine else { return title.hasWords(of: other) || other.hasWords(of: title) }
    return Identity.similarity(of: title, to: other) >= least
  }

  /// The least similarity: `Buy milk` and `Buy bread` have less, a title with a word more has more.
  private static let least = 400

  private static func trace(_ item: StoredItem) -> ItemTrace {
    ItemTrace(title: item.item.title, tags: item.item.when.map { ["@due(\($0))"] } ?? [])
  }
}

extension StoredItem {
  /// True if the UID was made of a line.
  var isMadeOfLine: Bool { item.uid.isMadeOfLine }
}

extension String {
  /// True for a UUID of version 8 (RFC 9562), the form of UIDs that are made of lines.
  fileprivate var isMadeOfLine: Bool {
    let root = Array(utf8.prefix(36))
    let dashes = [8, 13, 18, 23]
    return root.count == 36 && root[14] == UInt8(ascii: "8")
      && root.indices.allSatisfy { place in
        dashes.contains(place) ? root[place] == UInt8(ascii: "-") : root[place] != UInt8(ascii: "-")
      }
  }
}
