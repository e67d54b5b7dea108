import CalendarItems
import CalendarStores
import ExactText
import TaskDates

/// The series that one side has moved to a later date, for which there may be completed copies of occurrences.
///
/// Many programs complete an occurrence by a completed copy with another UID, and move the series to its next date.
struct MovedSeries {
  /// A series as it was, and as it is now.
  private struct Move {
    let before: CalendarItem
    let now: CalendarItem

    /// True for the date of an occurrence that the series has left.
    ///
    /// A series that counts from its completion may leave the date that it then gets again.
    func leaves(_ date: TMDateType) -> Bool {
      guard let first = before.seriesDate?.startDate, let next = now.seriesDate?.startDate else {
        return false
      }
      let day = date.startDate
      let isAfterDone = before.recurrence?.isAfterDone ?? false
      return first == day
        || first < day && (now.recurrence == nil || day < next || isAfterDone && day == next)
    }
  }

  private var moves: ExactDictionary<[Move]> = [:]

  /// Finds the series that some steps move on a side, but for those that still have the completed occurrence.
  ///
  /// The completed lines of a series that counts from its completion stay in their file.
  init(_ steps: [SyncStep], on side: SyncSide, ofLines: Bool) {
    for step in steps {
      guard let before = step.synced?.contents?[side].item,
        before.recurs || before.recurrence != nil && !ofLines, let now = step.now[side]?.content,
        now.item.seriesDate != before.seriesDate,
        !now.changed.contains(where: { $0.status == .completed && $0.isInstead(of: before) })
      else { continue }
      moves[before.title, default: []].append(Move(before: before, now: now.item))
    }
  }

  /// True for the completed copy of an occurrence of one of the series.
  func include(_ copy: CalendarItem) -> Bool {
    guard copy.kind == .reminder, copy.status == .completed, copy.recurrence == nil,
      let date = copy.seriesDate
    else { return false }
    return moves[copy.title]?.contains { $0.leaves(date) } ?? false
  }
}

extension CalendarItem {
  /// True if a changed occurrence replaces the first one of a series.
  fileprivate func isInstead(of series: CalendarItem) -> Bool {
    occurrence?.startDate == series.seriesDate?.startDate
  }
}
