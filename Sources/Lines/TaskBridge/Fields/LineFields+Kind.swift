package import CalendarItems
import TaskDates

extension LineFields {
  /// What the line becomes unless an option asks for something else: an event if it says so or has a range.
  package var usualKind: CalendarItem.Kind { kind ?? (isAppointment ? .event : .reminder) }

  /// True if the line is due over a range of times or of days.
  package var isAppointment: Bool {
    switch due?.value {
    case .beginEndDate, .days: true
    default: false
    }
  }
}
