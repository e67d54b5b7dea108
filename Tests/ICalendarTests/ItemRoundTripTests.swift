import CalendarItems
import ExactText
import ICalendar
import ICalendarConformance
import TaskDates
import TestSupport
import Testing

private let zones: ExactDictionary<Zone> = ["Europe/Berlin": berlin]
private let berlin = (try? ZoneDatabase().zone(named: "Europe/Berlin")) ?? .utc

/// Writes an item, reads it, and checks that it is unchanged.
private func expectBack(
  _ item: CalendarItem, _ recurringDue: ReminderDates.RecurringDue = .duration,
  _ location: SourceLocation = #_sourceLocation
) {
  let encoder = ItemEncoder(options: EncodingOptions(recurringDue: recurringDue), zones: zones)
  let bytes = encoder.lines(of: item)
  // The form for Apple breaks a rule, and so does an event without a date; both are kept.
  var kept: Set<ConformanceRule> = recurringDue == .equal ? [.timeOrder] : []
  if item.kind == .event, item.when == .none { kept.insert(.eventStart) }
  expectConformance(of: bytes, except: kept.union([.zoneMissing]), location)
  let reading = CalendarReading(bytes: bytes)
  let changes = reading.items.first.map { $0.item.changes(from: item) } ?? ["none"]
  #expect(changes == [], "\(String(decoding: bytes, as: UTF8.self))", sourceLocation: location)
  #expect(reading.diagnostics.isEmpty, sourceLocation: location)
}

private func item(
  _ kind: CalendarItem.Kind, _ change: (inout CalendarItem) throws -> Void
) rethrows -> CalendarItem {
  var item = CalendarItem(kind: kind, uid: "1", title: "Pay, rent; \\ or\nnot ^")
  item.revision = Revision(modified: Instant(seconds: 1_000_000), sequence: 3)
  try change(&item)
  return item
}

private func moment(_ text: String) throws -> DateTimeParameters {
  try DatePayload(parsing: text).value.startDate
}

private func value(_ text: String) throws -> TMDateType { try DatePayload(parsing: text).value }

@Suite("An item that is written and read")
struct ItemRoundTripTests {
  @Test func keepsItsTexts() {
    expectBack(
      item(.reminder) {
        $0.notes = "a, b\n\n\tc;\\n"
        $0.location = "Bern, \"Zoo\""
        $0.url = "https://example.org/a,b;c"
        $0.classification = "PRIVATE"
        $0.categories = ["a,b", "c;d", "e\\", "Home Office"]
        $0.relations = [Relation(.parent, "p,1"), Relation(.sibling, "s")]
        $0.hints = [
          ItemHint("X-DUECAL-LINE", "- Pay @due(1, 2)"),
          ItemHint("X-DUECAL-PATH", "A,B", "C"),
        ]
      })
  }

  @Test func keepsItsState() {
    expectBack(
      item(.reminder) {
        $0.status = .completed
        $0.percent = 100
        $0.completed = Instant(seconds: 1_700_000_000)
        $0.priority = 3
      })
    expectBack(
      item(.event) {
        $0.status = .tentative; $0.blocksTime = false
      })
  }

  @Test(arguments: [
    "2026-12-03", "2026-12-03 15:00", "2026-12-03 15:00:30", "2026-12-03 09:00 - 09:30",
    "2026-12-03 22:00 thru 2026-12-05 09:00", "2026-12-03 thru 2026-12-07", "1999-01-01",
    "3500-06-01 10:00",
  ])
  func keepsItsDatesAsAnEvent(text: String) throws {
    for anchor in [CalendarItem.Anchor.floating, .utc, .zone("Europe/Berlin")] {
      try expectBack(
        item(.event) {
          $0.when = try value(text)
          if $0.when?.isAllDay == false { $0.anchor = anchor }
        })
    }
  }

  @Test(arguments: ["2026-12-03", "2026-12-03 15:00", "2026-12-03 00:00", "2026-12-03 03:00"])
  func keepsItsDatesAsAReminder(text: String) throws {
    for anchor in [CalendarItem.Anchor.floating, .utc, .zone("Europe/Berlin")] {
      for rule in [
        "", "FREQ=WEEKLY", "FREQ=DAILY;UNTIL=20270101", "FREQ=MONTHLY;BYDAY=1TH;COUNT=9",
      ] {
        for style in ReminderDates.RecurringDue.allCases {
          try expectBack(
            item(.reminder) {
              $0.when = try value(text)
              if $0.when?.isAllDay == false { $0.anchor = anchor }
              if !rule.isEmpty {
                $0.recurrence = Recurrence(
                  rule: try RecurrenceRule(rrule: rule), except: [try value(text)],
                  also: [try value(text)])
              }
              $0.alarms = [
                Alarm(.relative(TimeSpan(seconds: -900), from: .due)),
                Alarm(.at(Instant(seconds: 1_800_000_000))),
              ]
            }, style)
        }
      }
    }
  }

  @Test func keepsThePeriodsOfItsSeries() throws {
    for anchor in [CalendarItem.Anchor.floating, .utc, .zone("Europe/Berlin")] {
      try expectBack(
        item(.event) {
          $0.when = try value("2026-12-03 09:00 - 10:00")
          $0.anchor = anchor
          $0.recurrence = Recurrence(
            rule: RecurrenceRule(.weekly),
            also: [try value("2026-12-04 09:00"), try value("2026-12-05 09:00 - 11:00")])
        })
    }
  }

  @Test func keepsItsStart() throws {
    try expectBack(
      item(.reminder) {
        $0.start = try value("2026-12-01")
        $0.when = try value("2026-12-03")
        $0.recurrence = Recurrence(rule: RecurrenceRule(.weekly), except: [try value("2026-12-10")])
      })
    try expectBack(
      item(.reminder) {
        $0.start = try value("2026-12-01 10:00")
        $0.when = try value("2026-12-03 09:00")
        $0.anchor = .zone("Europe/Berlin")
        var rule = RecurrenceRule(.weekly)
        rule.weekdays = [RecurrenceRule.WeekdayNumber(.tuesday)]
        $0.recurrence = Recurrence(rule: rule)
        $0.recurrence?.countsStarts = true
      })
  }
}
