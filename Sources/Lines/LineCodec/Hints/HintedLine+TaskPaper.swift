package import CalendarItems
import ExactText
package import TaskBridge
import TaskDates

/// The lines in TaskPaper of items whose own lines are Markdown.
///
/// The own line says what no calendar can: the day of a cancelled task, a repetition that counts from the completion, and
/// which words of the title are `#tags`.
extension HintedLine {
  /// The line of an item.
  ///
  /// - Parameters:
  ///   - item: The item as the calendar has it.
  ///   - written: The item that the own line gives, as a calendar would store and return it.
  ///   - mapping: How items become lines.
  ///   - project: The nearest project of the line.
  package func inTaskPaper(
    _ item: CalendarItem, written: CalendarItem, by mapping: LineMapping, inProject project: String?
  ) -> ItemLine {
    var item = item
    item.dropLastHashTags()
    if item.recurrence == nil, let repetition = fields.repetition, repetition.isAfterDone {
      item.recurrence = Recurrence(rule: repetition.rule, isAfterDone: true)
    }
    guard !mapping.options.writesUIDs, let day = closingDay(of: item, written) else {
      return mapping.line(of: item, inProject: project)
    }
    item.completed = nil
    var line = mapping.line(of: item, inProject: project)
    line.body += "(\(day.formattedDate))"
    return line
  }

  /// The day that the last tag of a closed line gets; nil if it gets none, or the time of the calendar.
  private func closingDay(of item: CalendarItem, _ written: CalendarItem) -> DateParameters? {
    guard item.status == written.status else { return nil }
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
