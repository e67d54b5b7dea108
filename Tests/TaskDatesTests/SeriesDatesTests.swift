import Synchronization
import TaskDates
import TestSupport
import Testing

/// A series that begins on Friday, 4 December 2026, at nine.
private struct Series {
  var start = "2026-12-04 09:00"
  var rules: [String] = []
  var also: [String] = []
  var except: [String] = []
  var exceptDays: [String] = []
  var exceptRules: [String] = []
  var isAllDay = false

  func dates(within bound: SeriesDates.Bound = .init()) throws -> SeriesDates {
    SeriesDates(
      from: try moment(start), rules: try rules.map { try RecurrenceRule(rrule: $0) },
      also: try also.map(moment), except: try except.map(moment),
      exceptDays: try exceptDays.map(day),
      exceptRules: try exceptRules.map { try RecurrenceRule(rrule: $0) }, isAllDay: isAllDay,
      bound: bound)
  }

  /// The first occurrences as `DD HH:MM` of December.
  var text: String {
    get throws {
      try dates().prefix(8).map { String($0.formattedDate.dropFirst(8)) }.joined(separator: ", ")
    }
  }
}

@Suite("Dates of a series")
struct SeriesDatesTests {
  @Test func withoutARuleIsItsStart() throws {
    #expect(try Series().text == "04 09:00")
  }

  @Test func theStartCountsWhetherTheRuleMakesItOrNot() throws {
    #expect(
      try Series(rules: ["FREQ=WEEKLY;BYDAY=MO;COUNT=3"]).text == "04 09:00, 07 09:00, 14 09:00")
    #expect(try Series(rules: ["FREQ=DAILY;UNTIL=20261201"]).text == "04 09:00")
  }

  @Test func severalRulesAreUnitedAndEachMomentIsOne() throws {
    let series = Series(rules: ["FREQ=DAILY;COUNT=3", "FREQ=DAILY;INTERVAL=2;COUNT=3"])
    #expect(try series.text == "04 09:00, 05 09:00, 06 09:00, 08 09:00")
  }

  @Test func addedDatesComeInTheirPlaceAndAreNotCounted() throws {
    let series = Series(
      rules: ["FREQ=DAILY;COUNT=3"],
      also: ["2026-12-20 08:00", "2026-12-05 10:00", "2026-12-05 09:00", "2026-12-20 08:00"])
    #expect(try series.text == "04 09:00, 05 09:00, 05 10:00, 06 09:00, 20 08:00")
  }

  @Test func anExceptionGivesNoDateBack() throws {
    let series = Series(rules: ["FREQ=DAILY;COUNT=3"], except: ["2026-12-05 09:00"])
    #expect(try series.text == "04 09:00, 06 09:00")
  }

  @Test func theStartMayBeExcepted() throws {
    let series = Series(rules: ["FREQ=DAILY;COUNT=3"], except: ["2026-12-04 09:00"])
    #expect(try series.text == "05 09:00, 06 09:00")
  }

  @Test func anExceptionOfADayLeavesAllOfItOut() throws {
    let series = Series(
      rules: ["FREQ=HOURLY;INTERVAL=12;COUNT=6"], exceptDays: ["2026-12-05", "2026-12-01"])
    #expect(try series.text == "04 09:00, 04 21:00, 06 09:00, 06 21:00")
  }

  @Test func anAddedDateMayBeExcepted() throws {
    let series = Series(also: ["2026-12-05 10:00"], except: ["2026-12-05 10:00"])
    #expect(try series.text == "04 09:00")
  }

  @Test func aRuleExceptsWhatItMakesAndNotTheStartForThatItIsTheStart() throws {
    let series = Series(
      rules: ["FREQ=DAILY;COUNT=6"], exceptRules: ["FREQ=WEEKLY;BYDAY=SA,SU;COUNT=2"])
    #expect(try series.text == "04 09:00, 07 09:00, 08 09:00, 09 09:00")
  }

  @Test func inASeriesOfDaysTimesMeanNothing() throws {
    let series = Series(
      rules: ["FREQ=DAILY;COUNT=3"], also: ["2026-12-05 17:00", "2026-12-09 17:00"],
      except: ["2026-12-06 12:00"], isAllDay: true)
    #expect(try series.text == "04 00:00, 05 00:00, 09 00:00")
  }

  @Test func aSeriesEndsAtItsBoundAndReportsIt() throws {
    var dates = try Series(rules: ["FREQ=SECONDLY"]).dates(within: .init(steps: 500))
    var count = 0
    while dates.next() != nil { count += 1 }
    #expect((498...500).contains(count))
    #expect(dates.isCutShort)
    dates = try Series(rules: ["FREQ=DAILY;COUNT=3"]).dates()
    while dates.next() != nil {}
    #expect(!dates.isCutShort)
  }

  @Test func whatIsAllExceptedEndsAtItsBound() throws {
    let series = Series(rules: ["FREQ=SECONDLY"], exceptRules: ["FREQ=SECONDLY"])
    var dates = try series.dates(within: .init(steps: 5000))
    #expect(dates.next() == nil)
    #expect(dates.isCutShort)
  }

  @Test func aSeriesIsCancelledOnTheWay() throws {
    let asked = Mutex(0)
    let bound = SeriesDates.Bound {
      asked.withLock { $0 += 1 }
      return asked.withLock { $0 } > 5
    }
    var dates = try Series(rules: ["FREQ=SECONDLY"]).dates(within: bound)
    var count = 0
    while dates.next() != nil { count += 1 }
    #expect((3000...6000).contains(count))
    #expect(dates.isCutShort)
  }

  @Test func aWindowIsReachedWithoutWhatIsBeforeIt() throws {
    let series = Series(start: "1970-01-01 00:00", rules: ["FREQ=SECONDLY;BYSECOND=7,30"])
    let window = try moment("2026-12-01 00:00")..<(try moment("2026-12-01 00:02"))
    var dates = try series.dates(within: .init(steps: 10)).occurrences(in: window)
    var found: [String] = []
    while let date = dates.next() { found.append(String(date.formattedDate.dropFirst(11))) }
    #expect(found == ["00:00:07", "00:00:30", "00:01:07", "00:01:30"])
    #expect(!dates.isCutShort)
  }

  @Test func aWindowAfterACountIsReachedWithinTheBound() throws {
    let series = Series(start: "1970-01-01 00:00", rules: ["FREQ=SECONDLY;COUNT=999999999"])
    let window = try moment("2026-12-01 00:00")..<(try moment("2026-12-01 00:02"))
    var dates = try series.dates().occurrences(in: window)
    #expect(dates.next() == nil)
    #expect(dates.isCutShort)
  }

  @Test func manyDatesAndExceptionsAreNoMoreWork() throws {
    let start = try moment("2000-01-01 00:00")
    let dates = (1...50_000).compactMap { start.advanced(bySeconds: $0 * 600) }
    let except = dates.filter { $0.time.minute != 30 }
    let series = SeriesDates(from: start, also: dates.reversed(), except: except.reversed())
    #expect(Array(series) == [start] + dates.filter { $0.time.minute == 30 })
  }

  @Test func aWindowHasWhatAWalkFindsInIt() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<100 {
      let series = Series.random(&random)
      let start = try moment(series.start)
      let all = Array(try series.dates(within: .init(steps: 800)))
      let (first, last) = (start.secondNumber, all.last ?? start)
      let span = first...max(first, last.secondNumber)
      let edges = [Int.random(in: span, using: &random), Int.random(in: span, using: &random)]
        .compactMap(DateTimeParameters.init(secondNumber:)).sorted()
      let window = edges[0]..<edges[1]
      let found = Array(try series.dates(within: .init(steps: 100_000)).occurrences(in: window))
      #expect(found == all.filter(window.contains), "\(series) \(window)")
    }
  }

  @Test func aSeriesIsTheSetThatItsPartsMake() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<100 {
      let series = Series.random(&random)
      let (expected, limit) = try series.bruteForce
      let found = Array(try series.dates().prefix { $0 <= limit })
      #expect(found == expected.filter { $0 <= limit }.sorted(), "\(series)")
    }
  }
}

@Test func skippingChangesNoDate() throws {
  var random = SeededGenerator(seed: 9)
  for _ in 0..<300 {
    let text = Series.rule(&random)
    let start = try moment(Series.start(&random))
    var dates = RuleDates(
      try RecurrenceRule(rrule: text), from: start, countsStart: Bool.random(using: &random))
    let all = Array(dates.prefix(60))
    let taken = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in dates.next() }
    let near = (all.randomElement(using: &random) ?? start)
      .advanced(bySeconds: Int.random(in: -90_000...90_000, using: &random))
    guard let near, near <= all.last ?? start else { continue }
    dates.skip(to: near)
    let expected = all.dropFirst(taken.count).filter { $0 >= near }
    #expect(Array(dates.prefix(expected.count)) == expected, "\(text) from \(start) at \(near)")
  }
}

extension Series {
  static func start(_ random: inout SeededGenerator) -> String {
    let second = Int.random(in: 946_684_800...1_893_456_000, using: &random)
    return DateTimeParameters(secondNumber: second / 60 * 60)?.formattedDate ?? ""
  }

  /// A rule with some dates within some years.
  static func rule(_ random: inout SeededGenerator) -> String {
    let shapes = [
      "FREQ=DAILY", "FREQ=DAILY;BYDAY=MO,TH,SU", "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=TU,SA;WKST=SU",
      "FREQ=MONTHLY", "FREQ=MONTHLY;BYDAY=2TU,-1FR", "FREQ=MONTHLY;BYMONTHDAY=-1,31,5",
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-2", "FREQ=YEARLY", "FREQ=YEARLY;BYDAY=MO",
      "FREQ=YEARLY;BYWEEKNO=1,52,-1;BYDAY=MO,SU", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
      "FREQ=YEARLY;BYYEARDAY=1,-1,366", "FREQ=HOURLY", "FREQ=HOURLY;BYDAY=WE;BYMINUTE=0,20",
      "FREQ=HOURLY;BYHOUR=7,8;BYMINUTE=5,6,7;BYSETPOS=-1", "FREQ=MINUTELY;BYHOUR=4",
      "FREQ=MINUTELY;BYMONTHDAY=13;BYDAY=FR", "FREQ=SECONDLY;BYSECOND=3;BYMINUTE=7",
      "FREQ=SECONDLY;BYYEARDAY=200;BYHOUR=3;BYMINUTE=7", "FREQ=DAILY;BYHOUR=9,15;BYSETPOS=2",
    ]
    var rule = shapes.randomElement(using: &random) ?? ""
    if Bool.random(using: &random) { rule += ";INTERVAL=\(Int.random(in: 2...9, using: &random))" }
    if Int.random(in: 0..<4, using: &random) == 0 {
      rule += ";COUNT=\(Int.random(in: 1...40, using: &random))"
    }
    return rule
  }

  fileprivate static func random(_ random: inout SeededGenerator) -> Series {
    var series = Series(start: start(&random))
    func few(_ most: Int) -> Range<Int> { 0..<Int.random(in: 0...most, using: &random) }
    for _ in few(3) { series.rules.append(rule(&random)) }
    let made = (try? Array(series.dates().prefix(40)).map(\.formattedDate)) ?? []
    for _ in few(4) {
      series.also.append(
        Bool.random(using: &random)
          ? start(&random) : made.randomElement(using: &random) ?? series.start)
    }
    for _ in few(6) { series.except.append(made.randomElement(using: &random) ?? series.start) }
    for _ in few(2) {
      series.exceptDays.append(
        String((made.randomElement(using: &random) ?? series.start).prefix(10)))
    }
    if few(3).count == 1 { series.exceptRules.append(rule(&random)) }
    return series
  }

  /// The occurrences computed with sets, and the limit up to which they are complete.
  fileprivate var bruteForce: (Set<DateTimeParameters>, limit: DateTimeParameters) {
    get throws {
      let start = try moment(start)
      let made = try rules.map {
        Array(RuleDates(try RecurrenceRule(rrule: $0), from: start).prefix(80))
      }
      let ends = made.filter { $0.count == 80 }.compactMap(\.last)
      let limit = try #require((ends + [start.advanced(bySeconds: 86_400 * 1000) ?? start]).min())
      let excepted = try exceptRules.map { text in
        RuleDates(try RecurrenceRule(rrule: text), from: start, countsStart: false)
          .prefix { $0 <= limit }
      }
      let days = try exceptDays.map(day)
      let all = Set(try [start] + made.joined() + also.map(moment))
        .subtracting(try except.map(moment)).subtracting(excepted.joined())
      return (all.filter { !days.contains($0.date) }, limit)
    }
  }
}
