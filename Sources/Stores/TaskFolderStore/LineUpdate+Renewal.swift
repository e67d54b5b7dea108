import CalendarItems
import CalendarStores
import ExactText
import LineCodec
import LineState
import StoredText
import TaskBridge
import TaskDates
import TaskText

/// What the lines of an earlier version, or under other settings, did not say: their `#tags` were not categories, and
/// their titles had the filter.
extension LineUpdate {
  /// True if an item lacks a `#tag` of its line as a category, or has the filter in its title.
  ///
  /// - Parameters:
  ///   - item: An item of a file.
  ///   - document: A document with the dialect and the settings of the file.
  ///   - zones: The zones of the system.
  static func isOutdated(
    _ item: KnownTaskFile.Item, like document: TaskDocument, _ zones: ZoneDatabase
  ) -> Bool {
    guard item.line != nil, let words = words(of: item, like: document) else { return false }
    guard let content = CalendarResource(bytes: item.text, database: zones).content else {
      return false
    }
    return renewed(content.item, words, document.settings) != nil
  }

  /// The `#tags` of the line of an item; nil if it has none, and no filter.
  private static func words(
    of item: KnownTaskFile.Item, like document: TaskDocument
  ) -> [String]? {
    let settings = document.settings
    let body = item.source.line.body
    guard document.dialect == .markdown, body.utf8.contains(UInt8(ascii: "#")) || settings.hasFilter
    else { return nil }
    let own = TaskDocument(bytes: Array(body.utf8), like: document)
    guard let line = own.lines.first, own.isChosen(line) else { return nil }
    let words = own.hashNames(of: line)
    return words.isEmpty && !settings.hasFilter ? nil : words
  }

  /// An item with what it lacks; nil if it lacks nothing.
  private static func renewed(
    _ item: CalendarItem, _ words: [String], _ settings: MarkdownSettings
  ) -> CalendarItem? {
    let known = ExactSet(item.categories.map { $0.lowercased() })
    let missing = words.filter { !known.contains($0.lowercased()) }
    let title = settings.withoutFilter(item.title)
    let isHidden = !title.isEmpty && !title.utf8.elementsEqual(item.title.utf8)
    guard !missing.isEmpty || isHidden else { return nil }
    var item = item
    item.categories += missing
    if isHidden {
      item.title = title
      // Without the filter it was a `#tag` of the line.
      let name = settings.filter.lowercased().drop { $0 == "#" }
      item.categories.removeAll { $0.lowercased().utf8.elementsEqual(name.utf8) }
    }
    return item
  }

  /// Gives the item of a line that did not change what it lacks.
  mutating func renew(_ item: Int) {
    let document = lines.file.document
    guard let words = Self.words(of: known.items[item], like: document) else { return }
    let old = CalendarResource(bytes: known.items[item].text, database: options.zones)
    guard var content = old.content,
      let new = Self.renewed(content.item, words, document.settings)
    else { return }
    content.item = new
    let changed = old.updated(to: content, at: lines.file.modified, database: options.zones)
    guard changed.content?.item.uid == known.items[item].uid else { return }
    take(changed.bytes, of: item)
  }
}

extension MarkdownSettings {
  /// True if tasks have a filter.
  fileprivate var hasFilter: Bool { !filter.isEmpty }
}
