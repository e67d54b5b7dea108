import CalendarItems
import ExactText
import ICalendar
import ICalendarConformance
import TaskDates
import TestSupport
import Testing

private func lines(
  _ item: CalendarItem, zones: ExactDictionary<Zone> = [:], except rules: Set<ConformanceRule> = []
) -> [String] {
  let bytes = ItemEncoder(zones: zones).lines(of: item)
  expectConformance(of: bytes, except: rules.union([.zoneMissing]))
  let document = ICSDocument(bytes: bytes)
  return document.lines.map { String(decoding: document.unfolded($0), as: UTF8.self) }
}

private func reminder(_ change: (inout CalendarItem) -> Void) -> CalendarItem {
  var item = CalendarItem(kind: .reminder, uid: "u", title: "t")
  change(&item)
  return item
}

@Suite("What libical would lose")
struct LibicalTrapTests {
  @Test func aCategoryKeepsItsComma() {
    let item = reminder { $0.categories = ["a,b", "c;d\\", "e"] }
    #expect(lines(item).contains("CATEGORIES:a\\,b,c\\;d\\\\,e"))
  }

  @Test func moreThan500ValuesAreAllThere() throws {
    let first = try DateParameters(year: 2024, month: 1, day: 1)
    let days = (1...700).compactMap { first.advanced(byDays: $0) }
    let item = reminder {
      $0.when = .date(first)
      $0.recurrence = Recurrence(rule: RecurrenceRule(.daily), except: days.map { .date($0) })
      $0.categories = (1...700).map { "c\($0)" }
    }
    let found = lines(item).first { $0.hasPrefix("EXDATE") }
    #expect(found?.split(separator: ",").count == 700)
    #expect(lines(item).first { $0.hasPrefix("CATEGORIES") }?.split(separator: ",").count == 700)
  }

  @Test func aNULEndsNothing() {
    let item = reminder {
      $0.title = "a\0b"
      $0.categories = ["c\0d"]
      $0.hints = [ItemHint("X-A", "e\0f"), ItemHint("X-B", "g\0", "h")]
    }
    #expect(lines(item).contains("SUMMARY:ab"))
    #expect(lines(item).contains("CATEGORIES:cd"))
    #expect(lines(item).contains("X-A:ef"))
    #expect(lines(item).contains("X-B:g,h"))
  }

  @Test func anExtensionIsTextWithoutAType() {
    let item = reminder { $0.hints = [ItemHint("X-A", "a,b;c\\d\ne^f")] }
    #expect(lines(item).contains("X-A:a\\,b\\;c\\\\d\\ne^f"))
  }

  @Test func aListOfTextsKeepsItsCommas() {
    let item = reminder { $0.hints = [ItemHint("X-A", "a,b", "c\\")] }
    #expect(lines(item).contains("X-A:a\\,b,c\\\\"))
  }

  @Test func aZoneHasItsOwnName() throws {
    let item = reminder {
      $0.anchor = .zone("Europe/Berlin")
      $0.when = (try? DatePayload(parsing: "2024-12-01 10:00"))?.value
    }
    #expect(lines(item).contains("DUE;TZID=Europe/Berlin:20241201T100000"))
  }

  @Test(arguments: [
    "FREQ=DAILY;INTERVAL=9999", "RSCALE=BOGUS;FREQ=YEARLY;SKIP=OMIT",
    "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1",
    "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYDAY=-53MO",
    "FREQ=WEEKLY;UNTIL=20240101;WKST=SU", "FREQ=YEARLY;BYYEARDAY=-366,366",
  ])
  func aRuleComesThroughWhole(rrule: String) throws {
    let rule = try RecurrenceRule(rrule: rrule)
    let item = reminder {
      $0.when = (try? DatePayload(parsing: "2024-12-01"))?.value
      $0.recurrence = Recurrence(rule: rule)
    }
    let written = try #require(lines(item).first { $0.hasPrefix("RRULE:") })
    #expect(try RecurrenceRule(rrule: String(written.dropFirst(6))) == rule)
  }

  @Test func everyRuleOfOthersComesThroughWhole() throws {
    for file in Corpora.files(in: "rrule", extensions: ["tsv"]) {
      let rows = String(decoding: Corpora.bytes(file), as: UTF8.self).split(separator: "\n")
      for cell in rows.flatMap({ $0.split(separator: "\t") }) where cell.hasPrefix("FREQ=") {
        guard let rule = try? RecurrenceRule(rrule: String(cell)) else { continue }
        let item = reminder {
          $0.when = (try? DatePayload(parsing: "2024-12-01"))?.value
          $0.recurrence = Recurrence(rule: rule)
        }
        var expected = rule
        if case .at(let moment, _) = rule.end { expected.end = .onDay(moment.date) }
        // A rule with times is not valid for a day, but is exported unchanged.
        let all = lines(item, except: [.ruleDatePart])
        let written = try #require(all.first { $0.hasPrefix("RRULE:") })
        #expect(try RecurrenceRule(rrule: String(written.dropFirst(6))) == expected, "\(cell)")
      }
    }
  }

  @Test func noLineIsThereWithoutAValue() throws {
    var item = reminder { _ in }
    item.classification = "CONFIDENTIAL"
    item.status = .needsAction
    item.percent = 0
    item.priority = 9
    item.url = "https://a.org/?a=1,2;b"
    item.location = ""
    #expect(
      lines(item) == [
        "BEGIN:VTODO", "UID:u", "DTSTAMP:19700101T000000Z", "LAST-MODIFIED:19700101T000000Z",
        "SEQUENCE:0", "SUMMARY:t", "STATUS:NEEDS-ACTION", "PERCENT-COMPLETE:0", "PRIORITY:9",
        "LOCATION:", "URL:https://a.org/?a=1,2;b", "CLASS:CONFIDENTIAL", "END:VTODO",
      ])
  }
}

@Test func changesNameTheFieldsThatDiffer() {
  let item = reminder { $0.priority = 3 }
  var other = item
  #expect(other.changes(from: item).isEmpty)
  other.title = "x"
  other.when = .none
  other.priority = 1
  other.original = Original(bytes: [1][...])
  #expect(other.changes(from: item) == ["title", "priority"])
  other.location = "y"
  #expect(other.changes(from: item) == ["title", "priority", "location"])
  other.location = nil
  #expect(other.changes(from: item) == ["title", "priority"])
  let elsewhere = reminder {
    $0.priority = 3
    $0.original = Original(bytes: [2][...])
  }
  #expect(item.isEqual(to: elsewhere) && item != elsewhere)
}
