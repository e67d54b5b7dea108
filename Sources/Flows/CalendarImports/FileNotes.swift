import LineState
import TaskBridge
import TaskText

/// Gives items the notes that the dialects of the files with their lines need.
///
/// A line of notes can be a note in one dialect and a task in another.
struct FileNotes {
  /// The dialect of each item's file; empty if no dialect differs from that of items.
  private let dialects: [TaskDialect]

  /// - Parameters:
  ///   - items: The items.
  ///   - binding: Their lines; items without one go into the first file.
  ///   - files: The files.
  init(_ items: [ImportedItem], _ binding: LineBinding, _ files: [TaskFile]) {
    let isPlain = files.allSatisfy { $0.document.dialect == .taskPaper }
    dialects =
      isPlain ? [] : items.indices.map { files[binding.lines[$0]?.file ?? 0].document.dialect }
  }

  /// The items with the notes of their files.
  func written(_ items: [ImportedItem]) -> [ImportedItem] {
    var items = items
    for (index, dialect) in dialects.enumerated() {
      items[index].line.notes = items[index].line.notes(in: dialect)
    }
    return items
  }

  /// Older forms of some of the items, with the notes of their files.
  func written(
    _ before: [ItemName: ImportedItem], of items: [ImportedItem]
  ) -> [ItemName: ImportedItem] {
    var before = before
    for (index, dialect) in dialects.enumerated() {
      guard let notes = before[items[index].name]?.line.notes(in: dialect) else { continue }
      before[items[index].name]?.line.notes = notes
    }
    return before
  }
}
