public import Diagnostics
import ExactText
import TaskText

/// The UIDs that lines give themselves with `@uid`.
///
/// A UID belongs to the first line that has it. An event has the UID of its to-do with `-event` appended, so both
/// count as one.
public struct ExplicitUIDs: Sendable {
  /// The UIDs by entry, without those that belong to another line.
  public private(set) var names: [Int: String] = [:]
  /// The error of each entry whose UID belongs to another.
  public private(set) var faults: [Int: Diagnostic] = [:]
  private var owners: [[UInt8]: Int] = [:]  // as bytes, because `String` compares canonically

  /// Collects the UIDs of some lines.
  ///
  /// Imported lines have the UIDs of their items.
  public init(_ entries: TaskEntries, reader: LineFieldReader) {
    for (index, name) in entries.importedUIDs.sorted(by: { $0.key < $1.key })
    where !entries.entries[index].hasOwnUID && owners[Self.root(name)] == nil {
      owners[Self.root(name)] = index
      names[index] = name
    }
    for (index, entry) in entries.entries.enumerated() where entry.hasOwnUID {
      var ignored: [Diagnostic] = []
      let document = entries.file(of: entry).document
      let fields = reader.fields(of: document, line: entry.line.line, diagnostics: &ignored)
      guard let name = fields.uid else { continue }
      if let owner = owners[Self.root(name)] {
        faults[index] = Self.fault(
          of: entry, owner: entries.entries[owner], entries: entries, reader: reader)
      } else {
        owners[Self.root(name)] = index
        names[index] = name
      }
    }
  }

  /// True if a line has this UID in `@uid`.
  public func contains(_ name: String) -> Bool { owners[Self.root(name)] != nil }

  private static let eventMark = Array("-event".utf8)

  /// A UID without all `-event` suffixes, which distinguishes a line from all others.
  public static func root(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var root = name
    while root.suffix(eventMark.count).elementsEqual(eventMark) {
      root = root.dropLast(eventMark.count)
    }
    return root
  }

  private static func root(_ name: String) -> [UInt8] { Array(root(Array(name.utf8)[...])) }

  private static func fault(
    of entry: TaskEntry, owner: TaskEntry, entries: TaskEntries, reader: LineFieldReader
  ) -> Diagnostic {
    let document = entries.file(of: entry).document
    let line = document.lines[entry.line.line]
    let names = reader.vocabulary.names(of: .uid)
    let span = document.tags[line.tags].first { names.contains(document.name(of: $0)) }
    let place = document.place(
      ofByte: span?.range.lowerBound ?? line.body.lowerBound, line: entry.line.line)
    let other = "\(entries.file(of: owner).name):\(owner.line.line + 1)"
    return Diagnostic(
      .error, at: place,
      message: "this @uid is already used by \(other); the line gets another one",
      remedies: [.removeTag])
  }
}
