import TaskDates
import Testing

/// Every date of TaskPaper's language, either read the same way or listed as a fault that is not copied.
@Suite struct TaskPaperDateTests {
  @Test func allRowsAreHereOnce() {
    let texts =
      TaskPaperDates.kept.map(\.text) + TaskPaperDates.added.map(\.text)
      + TaskPaperDates.faults.map(\.text)
    #expect(texts.count == 160)
    #expect(Set(texts).count == texts.count)
  }

  @Test(arguments: TaskPaperDates.kept.map { $0 })
  func whatIsKeptIsTheSameMoment(text: String, moment: String?) throws {
    #expect(
      try value(text)?.startDate == moment.map { try DatePayload(parsing: $0).value.startDate })
  }

  @Test(arguments: TaskPaperDates.added.map { $0 })
  func whatTaskPaperDoesNotUnderstandIsRead(text: String, expected: String) throws {
    #expect(try value(text) == DatePayload(parsing: expected).value)
  }

  @Test(arguments: TaskPaperDates.faults.map { ($0.text, $0.theirs, $0.ours) })
  func aFaultIsNotCopied(text: String, theirs: String, ours: String?) throws {
    let value = try value(text)
    #expect(try value == ours.map { try DatePayload(parsing: $0).value })
    if let moment = (try? DatePayload(parsing: theirs))?.value.startDate {
      #expect(value?.startDate != moment)
    }
  }

  @Test func everyFaultIsShown() {
    let shown = Set(TaskPaperDates.faults.map(\.fault))
    #expect(shown == Set(TaskPaperDates.Fault.allCases))
  }

  @Test func withWeeksFromSundayItsWeeksAreTheSame() throws {
    for (text, theirs, _, fault) in TaskPaperDates.faults where fault == .monday {
      let value = try RelativeDate(parsing: text)
        .value(at: moment(TaskPaperDates.now), firstWeekday: .sunday)
      #expect(try value.startDate == DatePayload(parsing: theirs).value.startDate, "\(text)")
    }
  }

  private func value(_ text: String) throws -> TMDateType? {
    switch try? DateExpression(parsing: text) {
    case .absolute(let payload): payload.value
    case .relative(let date): date.resolved(at: try moment(TaskPaperDates.now))
    case nil: nil
    }
  }
}
