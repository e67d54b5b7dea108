import ExactText
import LineCodec
import LineIdentity
import LineState
import TaskBridge
import TaskDates
import TaskText

/// The lines of a file that can be items.
struct FileLines {
  let file: TaskFile
  let entries: TaskEntries
  /// Reads the tags of the lines.
  let reader: LineFieldReader
  let ownUIDs: ExplicitUIDs
  /// The UIDs of lines that an import keeps in the file, by entry.
  var importedUIDs: [Int: String] = [:]

  init(_ file: TaskFile, _ options: TaskFolderOptions) {
    self.file = file
    entries = TaskEntries(
      files: [file], vocabulary: options.vocabulary, includesArchive: true, takesAll: true)
    let named = NamedZones([file], options.vocabulary, database: options.zones)
    reader = LineFieldReader(vocabulary: options.vocabulary, isZoneKnown: named.error)
    ownUIDs = ExplicitUIDs(entries, reader: reader)
  }

  var count: Int { entries.entries.count }

  /// The number of an entry's line.
  func line(_ entry: Int) -> Int { entries.entries[entry].line.line }

  /// The line of an entry without its indent.
  func body(_ entry: Int) -> String { LineText(file, line: line(entry)).verbatim }

  /// The text of an entry without tags.
  func title(_ entry: Int) -> String { LineText(file, line: line(entry)).title }

  /// The text without tags of a line that need not be in the file.
  func title(of line: ItemLine) -> String {
    let document = TaskDocument(bytes: Array(line.body.utf8), like: file.document)
    return LineText(file.with(document), line: 0).title
  }

  /// True for an entry that is done or cancelled.
  func isClosed(_ entry: Int) -> Bool { entries.isClosed(entries.entries[entry]) }

  /// All lines without their indents.
  var bodies: ExactSet { ExactSet((0..<count).map(body)) }

  /// The entries by their lines.
  var entryOfLine: [Int: Int] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { (line($0), $0) })
  }

  /// Everything from which the item of an entry is made.
  ///
  /// Whoever may see the item may not see what contains it if that has another class, such as a private project of a
  /// public task. So the source has neither its name nor the UID of such a parent.
  func source(_ entry: Int, parent: String?) -> LineSource {
    let text = LineText(file, line: line(entry))
    let classes = entries.classes(ofReadersOf: entries.entries[entry])
    let path = entries.path(of: entries.entries[entry], seenBy: classes)
    let seesParent = entries.entries[entry].parent.map {
      classes.contains(entries.entries[$0].classification ?? "PUBLIC")
    }
    return LineSource(
      line: ItemLine(body: text.verbatim, notes: text.written), path: path,
      parent: seesParent ?? true ? parent : nil)
  }

  /// Finds the lines that an import keeps in the file.
  mutating func take(_ imported: [ImportedText], _ options: TaskFolderOptions) {
    for text in imported {
      let then = FileLines(file.with(bytes: text.text), options)
      let found = Identity.match(old: then.traces(), new: traces())
      for (entry, old) in found.enumerated() {
        guard let uid = old.flatMap({ text.lines[then.line($0)] }) else { continue }
        importedUIDs[entry] = uid
      }
    }
  }

  /// The traces by which `Identity` recognises the lines.
  ///
  /// - Parameter uids: The UIDs of the entries' items, without `-event`.
  func traces(_ uids: [Int: String] = [:]) -> [ItemTrace] {
    (0..<count).map { entry in
      var trace = ItemTrace(entries, at: entry)
      trace.ownUID = ownUIDs.names[entry]
      trace.id = uids[entry]
      trace.notes = LineText(file, line: line(entry)).written
      return trace
    }
  }
}

extension KnownTaskFile.Item {
  /// The text of the line without tags.
  ///
  /// - Parameter file: A file of the same dialect.
  func title(like file: TaskFile) -> String {
    let line = file.with(bytes: Array(source.line.body.utf8))
    return line.document.lines.isEmpty ? "" : LineText(line, line: 0).title
  }

  /// The UID without `-event`, which the reminder and the event of a line share.
  var root: String {
    String(decoding: ExplicitUIDs.root(Array(uid.utf8)[...]), as: UTF8.self)
  }
}
