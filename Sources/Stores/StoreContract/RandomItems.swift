#if canImport(Testing)
import CalendarItems
import CalendarStores
import TaskDates

/// A generator of random items that returns the same items for the same seed (SplitMix64).
struct RandomItems: RandomNumberGenerator {
  private var state: UInt64

  private let losses: StoreLoss

  init(_ seed: UInt64, losing losses: StoreLoss = []) {
    state = seed
    self.losses = losses
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func number(below end: Int) -> Int { Int.random(in: 0..<end, using: &self) }

  /// True once in a number of calls, on average.
  mutating func isOne(in count: Int) -> Bool { number(below: count) == 0 }

  mutating func element<Element>(of all: [Element]) -> Element? {
    all.randomElement(using: &self)
  }

  mutating func title() -> String { "Title \(number(below: 10)) 日本; \\," }

  mutating func day() -> DateParameters? {
    DateParameters(dayNumber: 20_700 + number(below: 400))
  }

  /// A random window of up to six weeks, or none.
  mutating func window() -> TimeWindow? {
    guard let day = day() else { return nil }
    return TimeWindow(
      day...(day.advanced(byDays: number(below: 40)) ?? day), home: StoreFixture.home)
  }

  mutating func item(uid: String, like kind: CalendarItem.Kind? = nil) -> CalendarItem {
    let kind = kind ?? (isOne(in: 2) ? .reminder : .event)
    var item = CalendarItem(kind: kind, uid: uid, title: title())
    if kind == .event || !isOne(in: 3) { item.when = day().map { .date($0) } }
    for field in ItemField.allCases where field != .core(.title) && isOne(in: 5) {
      FieldSamples.set(field, of: &item, number: number(below: 100))
    }
    if item.when != nil, isOne(in: 4) { item.recurrence = Recurrence(rule: rule()) }
    return losses.kept(item)
  }

  private mutating func rule() -> RecurrenceRule {
    var rule = RecurrenceRule(isOne(in: 3) ? .daily : .weekly, interval: 1 + number(below: 3))
    if isOne(in: 3) { rule.end = .count(1 + number(below: 20)) }
    if isOne(in: 4), let day = day() { rule.end = .onDay(day) }
    return rule
  }
}
#endif
