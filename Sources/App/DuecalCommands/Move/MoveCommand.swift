import ArgumentParser
import Diagnostics
import ExactText
import TaskBridge
import TaskDates
import TaskEditing
import TaskText

/// `duecal move`.
struct MoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move tasks to a day, a week, a month or a year, or into a project.",
    usage: "duecal move <task> <period|project> [<options>]",
    discussion: """
      Given a period, the due date becomes that period, and details that are lost are reported. Given a \
      repetition, such as "every monday at 8", the task repeats from its first date on. Given a \
      project, the line moves there with everything below it, also into another file. An item of a store moves \
      to the list of that title in the same store. A word that can be read as a date is a date; a colon after \
      it, as in "March:", makes it a project or a list.

      Examples:
        duecal move "call ann" 2026-W50
        duecal move xfjt "next month"
        duecal move "buy paint" "Home / Kitchen"
        duecal move --where "//Inbox//* except @due" --all Someday: --create
      """)

  @Argument(
    help: ArgumentHelp(
      "The task, and the period or project; with --where only the period or project.",
      valueName: "task> ... <period|project"),
    completion: ProjectCompletion.afterTask)
  var words: [String] = []

  @OptionGroup(title: "Where it goes") var place: PlaceOptions
  @OptionGroup(title: "Where it goes") var repeating: SeriesOptions
  @OptionGroup(title: "Which tasks") var choosing: ChoosingOptions
  @OptionGroup var change: ChangeOptions

  func validate() throws { try choosing.expect(words, and: "the period or the project") }

  func run() throws {
    let run = try ChangeRun(change.writing, "move")
    let chooser = TaskChooser(choosing, run.runEnvironment)
    let destination = words.last ?? ""
    let target = MoveDestination(destination, run.clock)
    try run.run(change.files.file, naming: words) { draft, messages in
      let lines = try chooser.lines(before: words, run.clock, draft: draft, messages: &messages)
      switch target {
      case .date(let date):
        try refuseAmbiguity(draft, &messages)
        messages.warn(
          ofOtherMeanings: Postponement.ambiguities(
            of: destination, at: run.clock.now, conventions: run.clock.conventions))
        for line in lines {
          draft.changes.postpone(line, .to(date), as: .moved, wholeSeries: repeating.series)
        }
      case .series(let series):
        try refuseAmbiguity(draft, &messages)
        messages.warn(ofOtherMeanings: series.ambiguities)
        for line in lines { draft.changes.move(line, to: series) }
      case .place:
        try refuseUnreadDate(draft, run.clock, &messages)
        try moveToPlace(lines, &draft, messages: &messages)
      }
    }
  }

  private func moveToPlace(
    _ lines: [LineRef], _ draft: inout ChangeDraft, messages: inout Messages
  ) throws(ExitStatus) {
    let items = lines.filter { draft.list(ofFile: $0.file) != nil }
    if !items.isEmpty {
      try ListMove(words.last ?? "").plan(items, &draft, messages: &messages)
    }
    let others = lines.filter { draft.list(ofFile: $0.file) == nil }
    if items.isEmpty || !others.isEmpty { try move(others, &draft, messages: &messages) }
  }

  /// Whether a project and a list have the name of the destination.
  private func names(in draft: ChangeDraft) -> (project: Bool, list: Bool) {
    let destination = words.last ?? ""
    let project = ProjectChoice(name: destination, mayMake: false, end: place.position)
    return (!project.lines(draft).isEmpty, ListMove(destination).isList(in: draft))
  }

  /// Refuses a destination that is both a date and the name of a project.
  private func refuseAmbiguity(
    _ draft: ChangeDraft, _ messages: inout Messages
  ) throws(ExitStatus) {
    let destination = words.last ?? ""
    let (isProject, isList) = names(in: draft)
    guard isList || isProject else { return }
    messages.fail(
      "\(destination.quoted) is both a date and a \(isList ? "list" : "project"); expected \("\(destination):".shellQuoted) "
        + "for the \(isList ? "list" : "project"), or the date in other words", .usage)
    throw .usage
  }

  /// Refuses what looks like a date that cannot be read, unless a project or list has that name, or is made.
  private func refuseUnreadDate(
    _ draft: ChangeDraft, _ clock: RunClock, _ messages: inout Messages
  ) throws(ExitStatus) {
    let destination = words.last ?? ""
    guard !place.create, !destination.hasSuffix(":"), names(in: draft) == (false, false),
      TypedSeries.isUnread(destination, conventions: clock.conventions)
    else { return }
    messages.fail(
      "\(destination.quoted) cannot be read as a date, and no project has this name; expected a date such "
        + "as 2026-12-05 or 2026-12-05 17:00", .usage)
    throw .usage
  }

  private func move(
    _ lines: [LineRef], _ draft: inout ChangeDraft, messages: inout Messages
  ) throws(ExitStatus) {
    let destination = words.last ?? ""
    let project = ProjectChoice(
      name: destination, mayMake: place.create, end: place.position)
    let place = try project.place(in: &draft, from: lines.first?.file, messages: &messages)
    guard let place else { return }
    let chosen = Set(lines)
    for line in lines {
      let above = draft.files[line.file].outline.ancestors(of: line.line)
      let isCarried = above.contains { chosen.contains(LineRef(file: line.file, line: $0)) }
      if !isCarried { draft.changes.move(line, to: place, words: "to \(project.shownName)") }
    }
  }
}

/// The destination of a task.
enum MoveDestination {
  /// A date or a period.
  case date(TMDateType)
  /// A repetition with its first date.
  case series(TypedSeries)
  /// A project or a list.
  case place

  /// Reads what a person typed; a colon after it makes it a project or a list.
  init(_ text: String, _ clock: RunClock) {
    if text.hasSuffix(":") {
      self = .place
    } else if let date = Self.date(text, clock) {
      self = .date(date)
    } else {
      self = Self.series(text, clock).map { .series($0) } ?? .place
    }
  }

  /// The date or period of a text; nil for anything else.
  static func date(_ text: String, _ clock: RunClock) -> TMDateType? {
    (try? DateExpression(parsing: text, conventions: clock.conventions))?
      .resolved(at: clock.now, in: clock.zone)
  }

  /// The repetition of a text, such as `every monday at 8`; nil for anything else.
  static func series(_ text: String, _ clock: RunClock) -> TypedSeries? {
    TypedSeries(text, at: clock.now, in: clock.zone, conventions: clock.conventions)
  }
}
