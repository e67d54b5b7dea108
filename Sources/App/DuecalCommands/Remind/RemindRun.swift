import Agenda
import Diagnostics
import ExactText
import TaskDates
import UserFiles

/// One run of `remind`: finds reminders, delivers them, and records them.
struct RemindRun {
  private let options: ReminderGivingOptions
  private let query: ReminderQuery
  private let search: ReminderSearch
  private let clock: RunClock
  private let runEnvironment: RunEnvironment
  private let delivery: ReminderDelivery
  private let catchUp: Int
  /// The delivered reminders, for output as JSON.
  private var given: [ReminderJSON] = []
  private var missed = 0

  init(
    _ command: RemindCommand, _ query: ReminderQuery, search: ReminderSearch,
    clock: RunClock, runEnvironment: RunEnvironment
  ) {
    self.query = query
    options = command.giving
    self.search = search
    self.clock = clock
    self.runEnvironment = runEnvironment
    catchUp = TimeSpan(parsing: options.catchUp)?.nominalSeconds ?? 0
    delivery = ReminderDelivery(
      channel: options.channel, now: clock.instant, showsLateness: query.isRemembered,
      runEnvironment: runEnvironment,
      timeout: options.patience, printsDocument: options.json)
  }

  /// Finds and delivers the requested reminders.
  ///
  /// - Throws: `FileError` if the delivered reminders cannot be recorded.
  mutating func run(_ messages: inout Messages) throws {
    switch query {
    case .sinceLastRun: return try giveNew(&messages)
    case .window(let window):
      let found = search.reminders(&messages) { _ in window }
      ReminderSearch.report(cutShort: found.cutShort, &messages)
      for reminder in found.reminders where !reminder.candidate.isClosed {
        show(reminder, &messages)
      }
    case .next: for reminder in next(&messages) { show(reminder, &messages) }
    }
    finish(&messages)
  }

  private func finish(_ messages: inout Messages) {
    if options.json {
      JSONWriter.print(RemindJSON(reminders: given, missed: missed, messages: messages.reported))
    }
    if options.dryRun, options.exitCode, !given.isEmpty { messages.note(.wouldChange) }
    let count = given.count { $0.failure == nil }
    messages.log("\(count) \(count == 1 ? "reminder" : "reminders")")
  }

  // MARK: A window

  /// Delivers a reminder that is not recorded.
  private mutating func show(_ reminder: FoundReminder, _ messages: inout Messages) {
    let failure = options.dryRun ? nil : delivery.give(reminder)
    if options.dryRun, !options.json { Output.standard.print(delivery.line(of: reminder)) }
    if let failure { report(failure, reminder, messages: &messages) }
    add(reminder, failure)
  }

  private mutating func add(_ reminder: FoundReminder, _ failure: String?) {
    given.append(
      ReminderJSON(
        reminder: reminder, late: reminder.lateness(clock.instant), failure: failure))
  }

  private func report(
    _ failure: String, _ reminder: FoundReminder, messages: inout Messages, rest: String = ""
  ) {
    let source = reminder.source
    messages.fail(
      "\(source.file):\(source.line): \(reminder.title.quoted) was not delivered: \(failure)\(rest)",
      .unavailable)
  }

  /// The next reminders, all at the same time; they are searched in windows that grow.
  private func next(_ messages: inout Messages) -> [FoundReminder] {
    messages.reportEachOnce()
    var first = clock.instant.advanced(by: 1)
    var cutShort: ExactSet = []
    defer { ReminderSearch.report(cutShort: cutShort, &messages) }
    for days in [1, 8, 64, 512, 4096, 40_000] {
      let end = clock.instant.advanced(by: days * 86_400)
      let window = first..<end
      let found = search.reminders(&messages) { _ in window }
      cutShort.formUnion(found.cutShort)
      let open = found.reminders.filter { !$0.candidate.isClosed }
      if let next = open.first { return open.filter { $0.instant == next.instant } }
      first = end
    }
    return []
  }

  // MARK: Since the last run

  private mutating func giveNew(_ messages: inout Messages) throws {
    let run = ReminderLedger.Run(now: clock.instant, home: clock.zone, catchUp: catchUp)
    let name = options.job ?? options.channel.jobName
    let state = try StateFolder(runEnvironment)
    let known = ReportedDates(in: ReminderJob.folder(of: name, in: state))
    if !options.json { messages.reportUnreadDates(besides: known) }
    if options.dryRun {
      let ledger = try ReminderJob.ledger(named: name, in: state, messages: &messages)
      for due in new(ledger, run, messages: &messages).due { show(due.reminder, &messages) }
      return finish(&messages)
    }
    var job = try ReminderJob(name, in: state, run: run, messages: &messages)
    let new = new(job.ledger, run, messages: &messages)
    if case .print = options.channel {
      try print(new, &job, messages: &messages)
    } else {
      try giveEach(new, &job, messages: &messages)
    }
    Output.error.flush()
    try messages.unreadDates.reported?.save(read: search.sources)
    extendLifetime(job)
  }

  /// A reminder to deliver, and the earlier attempts.
  private struct Due {
    let reminder: FoundReminder
    let former: ReminderLedger.Former?
  }

  /// The reminders to deliver, and the sources that were read completely.
  private struct New {
    var due: [Due] = []
    var sources: ExactSet = []
  }

  private mutating func new(
    _ ledger: ReminderLedger, _ run: ReminderLedger.Run, messages: inout Messages
  ) -> New {
    let end = clock.instant.advanced(by: 1)
    let found = search.reminders(&messages) { source in
      min(ledger.scanStart(of: source, run), end)..<end
    }
    ReminderSearch.report(cutShort: found.cutShort, &messages)
    var new = New(sources: search.sources.subtracting(found.unfinished))
    var missed: [FoundReminder] = []
    let verdicts = ledger.verdicts(on: found.reminders.map(\.candidate), run)
    for (reminder, verdict) in zip(found.reminders, verdicts) {
      switch verdict {
      case .settled: break
      case .missed: missed.append(reminder)
      case .due(let former): new.due.append(Due(reminder: reminder, former: former))
      }
    }
    report(missed, &messages)
    return new
  }

  /// Reports the reminders that are too old to be delivered one by one.
  private mutating func report(_ old: [FoundReminder], _ messages: inout Messages) {
    missed = old.count
    guard let first = old.first?.candidate.key.reading, let last = old.last?.candidate.key.reading
    else { return }
    messages.fail(
      "\(old.count) \(old.count == 1 ? "reminder is" : "reminders are") older than "
        + "\(options.catchUp) and not shown one by one; --from \(first.date.formattedDate) --to "
        + "\(last.date.formattedDate) shows them",
      .unavailable)
  }

  /// Prints all reminders, and records them after that: those that could not be printed come again.
  private mutating func print(
    _ new: New, _ job: inout ReminderJob, messages: inout Messages
  ) throws(FileError) {
    for due in new.due { show(due.reminder, &messages) }
    finish(&messages)
    Output.standard.flush()
    for due in new.due { try job.note(due.reminder.candidate.key, due.former) }
    try job.finish(new.sources)
  }

  /// Delivers one reminder after the other, and records each at once.
  private mutating func giveEach(
    _ new: New, _ job: inout ReminderJob, messages: inout Messages
  ) throws(FileError) {
    if !new.due.isEmpty { try job.begin() }
    for due in new.due {
      let failure = delivery.give(due.reminder)
      add(due.reminder, failure)
      let tries = failure == nil ? 0 : tries(after: due.former)
      if let failure {
        let rest = tries == 0 ? "; no further run tries again" : "; the next run tries again"
        report(failure, due.reminder, messages: &messages, rest: rest)
      }
      try job.note(due.reminder.candidate.key, due.former, tries: tries)
    }
    try job.finish(new.sources)
    finish(&messages)
  }

  /// The number of failed attempts for a reminder that has failed again; 0 if no more are made.
  private func tries(after former: ReminderLedger.Former?) -> Int {
    let tries = (former?.tries ?? 0) + 1
    return tries >= options.tries ?? .max ? 0 : tries
  }
}
