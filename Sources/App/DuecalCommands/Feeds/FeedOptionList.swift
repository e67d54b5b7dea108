import CalendarItems
import DuecalConfiguration
import ExactText
import LineCodec

/// Options of a feed, in the order of the configuration.
struct FeedOptionList {
  private(set) var all: [Configuration.Feed.Option] = []

  mutating func add(_ name: String, _ value: String?) {
    if let value { all.append(.init(name: name, value: value)) }
  }

  mutating func add(_ name: String, _ values: [String]) { for value in values { add(name, value) } }

  mutating func add(_ name: String, isSet: Bool) {
    if isSet { all.append(.init(name: name, value: nil)) }
  }
}

extension AppearanceOptions {
  /// Adds the options that are given.
  func add(to options: inout FeedOptionList) {
    options.add("name", name)
    options.add("calendar-color", calendarColor.map { $0.name ?? $0.value })
    options.add("refresh", refresh)
    options.add("times", times == .zone ? nil : times.rawValue)
    options.add("relative", isSet: relative)
    options.add("plain", isSet: plain)
    options.add("recurring-due", recurringDue?.rawValue)
    options.add("done-mark", doneMark == Self.standardMark ? nil : doneMark)
    options.add("alarms", alarms?.rawValue)
  }
}
