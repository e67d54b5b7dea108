import CalendarItems
import ExactText
import LineCodec
import LineIdentity
import LineState
import TaskBridge
import TaskDates
import TaskText

/// The lines of files that a feed of duecal may have been made from, such as a feed that is imported into its own file.
///
/// A feed without hints says only by UIDs and values from which lines it came. `HintedLines` takes the line that gives an item
/// as that item's hint, and `LineFinder` knows the others by the UIDs that `DerivedUIDs` gave them.
struct OwnLines {
  private let found: LineSnapshot
  private let byUID: ExactDictionary<Int>
  private let byTitle: ExactDictionary<[Int]>

  /// Finds the lines; nil if no calendar is one of duecal, or the files have no lines.
  init?(
    _ inputs: [CalendarInput], _ items: [ImportedItem], _ files: [TaskFile],
    _ reader: LineFieldReader
  ) {
    guard inputs.contains(where: \.reading.document.isOwn),
      files.contains(where: { !$0.document.lines.isEmpty })
    else { return nil }
    found = LineSnapshot(files, reader)
    let (entries, own) = (found.entries, ExplicitUIDs(found.entries, reader: reader))
    var titles: ExactDictionary<[Int]> = [:]
    for index in entries.entries.indices {
      titles[entries.title(of: entries.entries[index]), default: []].append(index)
    }
    // Which one of several equal titles has a UID depends on the lines that were there before.
    let unique = entries.entries.indices.filter { index in
      own.names[index] == nil && titles[entries.title(of: entries.entries[index])]?.count == 1
    }
    byUID = Self.uids(of: unique, found, besides: own, knownAs: items.map(\.name.uid))
    byTitle = titles
  }

  /// The entries by the UIDs that a feed gives them, which depend on the folder that was exported.
  ///
  /// - Parameter names: The UIDs in the feed.
  private static func uids(
    of entries: [Int], _ found: LineSnapshot, besides own: ExplicitUIDs, knownAs names: [String]
  ) -> ExactDictionary<Int> {
    let names = ExactSet(names.map(root))
    let most = found.files.map { $0.identity.split(separator: "/").count }.max() ?? 0
    for depth in 1..<most + 1 {
      let files = found.files.map { file in
        let name = file.identity.split(separator: "/").suffix(depth).joined(separator: "/")
        return TaskFile(
          name: file.name, identity: name, modified: file.modified, document: file.document)
      }
      let derived = DerivedUIDs(
        TaskEntries(
          files: files, vocabulary: found.entries.vocabulary, includesArchive: true, takesAll: true),
        besides: own)
      let uids = entries.map { (derived[$0], $0) }
      guard uids.contains(where: { names.contains($0.0) }) else { continue }
      return ExactDictionary(uids) { first, _ in first }
    }
    return [:]
  }

  private static func root(_ uid: String) -> String {
    String(decoding: ExplicitUIDs.root(Array(uid.utf8)[...]), as: UTF8.self)
  }

  /// The line from which duecal makes an item with this UID; nil for none, or if other lines have its title.
  func line(ofUID uid: String) -> LineRef? {
    entry(ofUID: uid).map(found.line)
  }

  private func entry(ofUID uid: String) -> Int? {
    byUID[uid] ?? byUID[Self.root(uid)]
  }

  /// The lines that may give an item: those with its title, and the one that has its UID.
  func candidates(
    for item: CalendarItem, _ imported: ImportedItem, _ reader: RoundTrippedItems
  ) -> [HintedLine] {
    let named = entry(ofUID: imported.name.uid)
    let alike = byTitle[item.title] ?? []
    return ([named].compactMap(\.self) + alike.filter { $0 != named }).compactMap { entry in
      let line = found.line(of: entry)
      let body = found.body(of: line)
      let file = found.files[line.file].document
      let document = TaskDocument(body, dialect: file.dialect, settings: file.settings)
      let path = found.entries.path(of: found.entries.entries[entry])
      return reader.line(
        body, of: document, for: item, imported, path: imported.path.isEmpty ? path : imported.path)
    }
  }
}
