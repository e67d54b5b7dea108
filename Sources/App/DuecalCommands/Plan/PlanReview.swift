import Agenda
import CalendarItems
import Diagnostics
import ExactText
import LineCodec
import TaskBridge
import TaskDates
import TaskEditing

/// Goes through the open tasks of past days, weeks and months, and asks what becomes of each.
///
/// On a terminal each answer is one key. Otherwise each line of standard input is one answer.
final class PlanReview {
  /// What becomes of a task.
  enum Answer {
    case move(TMDateType)
    case done
    case dropped
    case skipped
  }

  private let filter: FilterOptions
  private let condition: WhereOptions
  /// The answers so far by the IDs of tasks, for a run that has to retry.
  private var answers: ExactDictionary<Answer> = [:]
  /// True once the input has ended, or a person wants to stop.
  private var isOver = false

  init(_ filter: FilterOptions, _ condition: WhereOptions) {
    self.filter = filter
    self.condition = condition
  }

  /// Asks for each task, and plans the changes.
  func plan(_ draft: inout ChangeDraft, _ messages: inout Messages) throws {
    for task in try past(draft, &messages) {
      switch try answer(task, draft, &messages) {
      case .move(let date): draft.changes.postpone(task.line, .to(date), as: .moved)
      case .done: draft.changes.close(task.line, with: Self.closing(.done, .next, draft.clock))
      case .dropped:
        draft.changes.close(task.line, with: Self.closing(.cancelled, .end, draft.clock))
      case .skipped: continue
      }
    }
  }

  private static func closing(
    _ state: Closing.State, _ series: Closing.Series, _ clock: RunClock
  ) -> Closing {
    Closing(state, at: .dateTime(clock.now), stamp: .day, series: series)
  }

  // MARK: Tasks

  /// An open task of a past list.
  private struct PastTask {
    let line: LineRef
    let rank: AgendaRank
    /// The date and how late it is, such as `2026-W46, 5 days late`.
    let words: String
  }

  /// The open tasks that were due before today, the earliest first.
  private func past(
    _ draft: ChangeDraft, _ messages: inout Messages
  ) throws -> [PastTask] {
    var options = ExportOptions(zone: draft.clock.zone)
    options.takesImported = true
    options.classes = try WithheldOptions.names(of: ["private", "confidential"])
    (options.projects, options.tags) = (filter.project, filter.tag)
    options.lines = try condition.lines(
      of: draft.files, now: draft.clock.now, vocabulary: draft.reader.vocabulary,
      messages: &messages)
    let selection = Selection(options)
    return draft.entries.entries.filter { !draft.names.isClosed($0) }
      .compactMap { task($0, selection, draft) }.sorted { $0.rank < $1.rank }
  }

  private func task(
    _ entry: TaskEntry, _ selection: Selection, _ draft: ChangeDraft
  ) -> PastTask? {
    var reported: [Diagnostic] = []
    let document = draft.entries.file(of: entry).document
    let fields = draft.reader.fields(
      of: document, line: entry.line.line, diagnostics: &reported)
    guard selection.kinds(of: entry, fields, in: draft.entries).contains(.reminder),
      let due = fields.due?.value,
      let lateness = Lateness(of: due, at: draft.clock.now), case .days = lateness
    else { return nil }
    return PastTask(
      line: entry.line,
      rank: AgendaRank(
        due, priority: fields.priority, file: entry.line.file, line: entry.line.line),
      words: "\(due), \(lateness)")
  }

  // MARK: Answers

  private func answer(
    _ task: PastTask, _ draft: ChangeDraft, _ messages: inout Messages
  ) throws -> Answer {
    let id = draft.names.ids.id(of: task.line)
    if let known = answers[id] { return known }
    let answer = isOver ? .skipped : try ask(task, draft, &messages)
    answers[id] = answer
    return answer
  }

  private func ask(
    _ task: PastTask, _ draft: ChangeDraft, _ messages: inout Messages
  ) throws -> Answer {
    let input = AnswerInput()
    input.show("\(draft.names.title(of: task.line))  \(task.words)")
    while let text = input.nextKey(Self.question, line: (key: "t", question: "date: ")) {
      if text == "q" { break }
      if text == "?", input.isTerminal {
        for line in Self.keys { input.show(line) }
        continue
      }
      if let answer = Self.answer(text, draft.clock) { return answer }
      guard input.isTerminal else {
        messages.fail(
          "\(text.quoted) is not an answer, so nothing is changed; expected \(Self.expected)",
          .usage)
        throw ExitStatus.usage
      }
      input.show("\(text.quoted) is not an answer; expected \(Self.expected)")
    }
    isOver = true
    return .skipped
  }

  private static let expected = "d, w, m, y, x, -, s, q, or a date such as friday or 2026-W50"
  private static let question = "d, w, m, y, t, x, -, s, q or ? for help: "
  private static let keys = [
    "  d  move it to this day        x  it is done",
    "  w  move it to this week       -  drop it: it is cancelled",
    "  m  move it to this month      s  skip it; Enter does the same",
    "  y  move it to this year       q  stop, and keep the answers so far",
    "  t  type a date, such as friday or 2026-W50",
  ]

  /// The meaning of an answer; nil if it has none.
  private static func answer(_ text: String, _ clock: RunClock) -> Answer? {
    let units: ExactDictionary<DatePeriod.Unit> = [
      "d": .day, "w": .week, "m": .month, "y": .year,
    ]
    switch text {
    case "", "s": return .skipped
    case "x": return .done
    case "-": return .dropped
    default:
      if let unit = units[text] {
        return DatePeriod(unit, containing: clock.today).map { .move($0.toDateType()) }
      }
      return MoveDestination.date(text, clock).map { .move($0) }
    }
  }
}
