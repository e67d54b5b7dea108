import CalendarItems
import CalendarStores
import ExactText
import StoredText
import TaskDates

/// A property that a line cannot say.
struct UnsaidProperty {
  let name: String
  let value: String
  let reason: String
}

extension ItemContent {
  /// The properties of a series that its line cannot say.
  var unsaidProperties: [UnsaidProperty] {
    [unsaidZone, unsaidRule, unreadRule, unsaidRest].compactMap(\.self)
  }

  /// The zone of a series, if only its calendar defines it and none of the system has its times.
  private var unsaidZone: UnsaidProperty? {
    guard item.recurs, item.seriesDate?.isAllDay == false, let name = item.anchor.zoneName,
      let zone = zones[name],
      [name, zone.name].allSatisfy({ (try? ZoneDatabase().zone(named: $0)) == nil })
    else { return nil }
    return UnsaidProperty(
      name: "TZID", value: name,
      reason: "no time zone of the system has these times on all dates of the series")
  }

  /// The rule of an open series, if `@repeat` cannot say it.
  private var unsaidRule: UnsaidProperty? {
    guard !item.isClosed, item.lineRule == nil, let rule = item.recurrence?.rule else { return nil }
    return UnsaidProperty(
      name: "RRULE", value: rule.rrule,
      reason: "@repeat can hold one rule, which counts due dates")
  }

  /// A rule that cannot be read, so that the line has a single date.
  private var unreadRule: UnsaidProperty? {
    guard item.occurrence == nil, item.recurrence?.rule == nil else { return nil }
    return ruleText.map {
      UnsaidProperty(name: "RRULE", value: $0, reason: "the rule cannot be read")
    }
  }

  /// A change of all dates from one on, which the line shows as they were.
  private var unsaidRest: UnsaidProperty? {
    let days = changed.filter(\.replacesFuture).compactMap { $0.occurrence?.firstDay }
    guard item.recurs, let first = days.min() else { return nil }
    let day = TMDateType.date(first)
    return UnsaidProperty(
      name: "RANGE", value: "THISANDFUTURE",
      reason: "the line shows the dates from \(day) on as they were before this change")
  }
}
