import CalendarItems
import ExactText
import TaskBridge
import TaskDates
import TaskEditing

/// The lines in TaskPaper of items whose own lines are Markdown.
///
/// The own line says what no calendar can: the day of a cancelled task, a repetition that counts from the completion, and
/// which words of the title are `#tags`.
extension HintedLines {
  /// The line of an item.
  ///
  /// - Parameter written: The item that the own line gives.
  func taskPaperLine(
    of item: CalendarItem, _ imported: ImportedItem, _ fields: LineFields, written: CalendarItem
  ) -> ItemLine {
    var item = item
    item.dropLastHashTags()
    if item.recurrence == nil, let repetition = fields.repetition, repetition.isAfterDone {
      item.recurrence = Recurrence(rule: repetition.rule, isAfterDone: true)
    }
    let mapping = mappings[imported.input]
    guard let day = closingDay(of: item, fields, written) else {
      return mapping.line(of: item, inProject: imported.path.last)
    }
    item.completed = nil
    var line = mapping.line(of: item, inProject: imported.path.last)
    line.body += "(\(day.formattedDate))"
    return line
  }

  /// The day that the last tag of a closed line gets; nil if it gets none, or the time of the calendar.
  private func closingDay(
    of item: CalendarItem, _ fields: LineFields, _ written: CalendarItem
  ) -> DateParameters? {
    guard !options.mapping.writesUIDs, item.status == written.status else { return nil }
    switch item.status {
    case .cancelled: return fields.ended
    case .completed where item.completed == written.completed && item.kind == .reminder:
      return fields.completed.flatMap { $0.isAllDay ? $0.firstDay : nil }
    default: return nil
    }
  }
}

extension CalendarItem {
  /// Removes the `#tags` at the end of the title that are categories as well.
  fileprivate mutating func dropLastHashTags() {
    let names = ExactSet(categories.map { "#" + $0.lowercased() })
    var words = title.split(separator: " ", omittingEmptySubsequences: false)
    while let word = words.last, words.count > 1, names.contains(word.lowercased()) {
      words.removeLast()
    }
    title = words.joined(separator: " ")
  }
}
