import CalendarItems
package import TaskDates

/// The series of lines whose repetition Obsidian Tasks counts.
extension LineFields {
  /// True if the repetition is one of Obsidian Tasks, and the line has nothing that it does not know and that decides
  /// which dates the series has.
  package var isSeriesInSigns: Bool {
    guard repeatsInSigns, let repetition, repetition.rule.isGregorian, !repetition.rule.countsTimes,
      except.isEmpty, also.isEmpty, usualKind == .reminder
    else { return false }
    if case .period? = seriesDate?.value { return false }
    return true
  }

  /// True if the line has several dates: by a repetition, or added ones.
  package var isSeries: Bool { repetition != nil || !also.isEmpty }

  /// The date from which a repetition counts: the due date, otherwise the start, which a scheduled day in signs precedes.
  package var seriesDate: DateField? { due ?? (repeatsInSigns ? scheduled : nil) ?? start }

  /// The rule by which a calendar comes to the next date of the series; nil if no rule does.
  package var calendarRule: RecurrenceRule? {
    guard let rule = repetition?.rule else { return nil }
    guard isSeriesInSigns, let repetition, let day = seriesDate?.value?.firstDay else {
      return rule
    }
    return ObsidianRepetition(repetition).calendarRule(from: day)
  }
}
