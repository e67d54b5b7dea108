import CalendarItems
import TaskDates

/// An item to write into a component, with its dates and its series in the component's form.
struct ComponentSource {
  let item: CalendarItem
  let dates: ComponentDates
  /// True to write values for which RFC 5545 has no property.
  let writesAll: Bool
  private let form: ComponentForm

  init(_ item: CalendarItem, _ form: ComponentForm, writesAll: Bool = true) {
    self.item = item
    self.form = form
    self.writesAll = writesAll
    dates = ComponentDates(item, form)
  }

  /// The item's series relative to DTSTART; nil if a calendar does not support it.
  var series: SeriesStarts? {
    item.recurs ? SeriesStarts(item, form.recurringDue, zone: form.zone) : nil
  }

  /// The RECURRENCE-ID of the item.
  var occurrence: PropertyValue? {
    guard let date = item.occurrence.map(ReminderDates.Value.init(beginningOf:)) else { return nil }
    return item.replacesFuture ? .futureFrom(date, item.anchor) : .date(date, item.anchor)
  }

  func writeOccurrence(to add: PropertyValues.Taker) { add(.recurrenceID, occurrence) }

  func writeDates(to add: PropertyValues.Taker) {
    add(.start, dates.start.map { .date($0, item.anchor) })
    add(
      item.kind == .event ? .end : .due, dates.end.map { .date($0, item.anchor) })
    add(.duration, dates.duration.map { .span($0) })
  }

  /// Writes the rules and dates of a series; without a DTSTART there is nothing to count from.
  func writeSeries(to add: PropertyValues.Taker) {
    guard dates.start != nil, let series, let recurrence = item.recurrence else { return }
    for rule in series.rules { add(.rule, .rule(rule)) }
    for rule in series.exceptRules { add(.exceptRule, .rule(rule)) }
    for date in recurrence.except.compactMap(series.start) {
      add(.exceptions, .date(date, item.anchor))
    }
    for date in recurrence.also where date.endDate == nil {
      add(.additions, series.start(of: date).map { .date($0, item.anchor) })
    }
    for period in recurrence.also { add(.additions, self.period(period)) }
  }

  /// An additional range of times.
  func period(_ period: TMDateType) -> PropertyValue? {
    period.endDate.map { .period(period.startDate, $0, item.anchor) }
  }
}
