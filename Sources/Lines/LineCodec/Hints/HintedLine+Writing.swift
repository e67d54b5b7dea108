package import CalendarItems
import ExactText
package import TaskBridge
import TaskDates
import TaskEditing
import TaskText

/// Writing the changes of an item into the line that it was made from.
///
/// The line counts only if it gives the item as it is, or as it was before the changes.
extension HintedLine {
  /// True if the line gives an item as it is.
  ///
  /// - Parameters:
  ///   - item: The item as the calendar has it.
  ///   - written: The item that the line gives, as a calendar would store and return it.
  ///   - mapping: How items become lines.
  package func gives(
    _ item: CalendarItem, written: CalendarItem, by mapping: LineMapping
  ) -> Bool {
    let (then, now) = compared(item, written)
    return mapping.givesSameLine(then, now)
  }

  /// The line with the changes of an item.
  ///
  /// - Parameters:
  ///   - item: The item as the calendar has it.
  ///   - written: The item that the line gives, as a calendar would store and return it.
  ///   - mapping: How items become lines.
  ///   - project: The nearest project of the line.
  ///   - reader: Reads tags.
  package func merging(
    _ item: CalendarItem, written: CalendarItem, by mapping: LineMapping,
    inProject project: String?,
    reader: LineFieldReader
  ) -> ItemLine {
    let (then, now) = compared(item, written)
    if mapping.givesSameLine(then, now) {
      return ItemLine(body: text, notes: mapping.notes(of: now))
    }
    let wanted = mapping.line(of: now, inProject: project)
    let before = mapping.line(of: then, inProject: project)
    let merge = LineMerge(
      text, then: before.body, now: wanted.body, mine: text, reader: reader, dialect: dialect)
    return ItemLine(body: merge.body, notes: wanted.notes)
  }

  /// The item of the line and the item of a calendar, without what differs between them although the line is its line.
  private func compared(
    _ item: CalendarItem, _ written: CalendarItem
  ) -> (then: CalendarItem, now: CalendarItem) {
    var (then, now) = (written, item)
    let title = dialect == .markdown ? plainTitle : ItemLine(body: text).title
    if now.isCalled(title) { now.title = then.title }
    if fields.isDone, now.kind == .event {
      now.title = Self.unmarked(now.title, plainTitle)
      then.title = Self.unmarked(then.title, plainTitle)
    }
    if let note = fields.note { now.dropNote(note) }
    then.notes = nil  // only the line before is compared
    return (then, now)
  }

  /// The title of a completed event without the mark before it, which may be any text.
  private static func unmarked(_ title: String, _ plain: String) -> String {
    if title.hasSuffix(plain) { return plain }
    return title.hasPrefix("\u{2713} ") ? String(title.dropFirst(2)) : title
  }
}

extension CalendarItem {
  /// True if this is the item's title, byte for byte, with all its tags, as in version 0.1.
  package func isCalled(_ title: String) -> Bool { self.title.utf8.elementsEqual(title.utf8) }

  /// Removes the first line of the notes if the line itself has it in `@note`.
  fileprivate mutating func dropNote(_ note: String) {
    var lines = (notes ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first.map(String.init) == note else { return }
    lines.removeFirst()
    notes = lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}
