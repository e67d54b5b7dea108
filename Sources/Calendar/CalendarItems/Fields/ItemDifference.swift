import ExactText
import TaskDates

/// What changed between two versions of an item on one side, to be written into the item of another side.
///
/// A list is changed by what is new and gone in it, so values that only the other side has stay there.
package struct ItemDifference {
  let before: CalendarItem
  let after: CalendarItem

  package init(from before: CalendarItem, to after: CalendarItem) {
    self.before = before
    self.after = after
  }

  /// True if it changes the rules of a series, or makes or ends one.
  var changesRules: Bool {
    guard let old = before.recurrence, let new = after.recurrence else { return true }
    return !old.hasRules(of: new)
  }

  /// Writes the change of a part into another item, in the form of this side where that has none of its own.
  package func write(_ part: ItemPart, into item: inout CalendarItem) {
    if !part.isWritten(in: item, as: before), writeValues(of: part, into: &item) { return }
    part.copy(from: after, to: &item)
  }

  /// Changes the values of a list, or the dates of a series; false if the part has none, or has other rules now.
  func writeValues(of part: ItemPart, into item: inout CalendarItem) -> Bool {
    switch part {
    case .categories:
      item.categories = ListChange(
        from: before.categories, to: after.categories, isSame: { $0 == $1 }
      ).applied(to: item.categories)
    case .alarms:
      item.alarms = ListChange(from: before.alarms, to: after.alarms, isSame: { $0.means($1) })
        .applied(to: item.alarms)
    case .relations:
      item.relations = ListChange(from: before.relations, to: after.relations)
        .applied(to: item.relations)
    case .recurrence: return writeDates(into: &item)
    default: return false
    }
    return true
  }

  /// Adds and excludes the dates of a series.
  private func writeDates(into item: inout CalendarItem) -> Bool {
    guard !changesRules, let old = before.recurrence, let new = after.recurrence,
      var series = item.recurrence
    else { return false }
    series.except = ListChange(from: old.except, to: new.except).applied(to: series.except)
    series.also = ListChange(from: old.also, to: new.also).applied(to: series.also)
    item.recurrence = series
    return true
  }
}

extension Recurrence {
  /// True if another recurrence differs at most in added and excluded dates.
  func hasRules(of other: Recurrence) -> Bool {
    rules == other.rules && exceptRules == other.exceptRules && isAfterDone == other.isAfterDone
      && countsStarts == other.countsStarts
  }
}
