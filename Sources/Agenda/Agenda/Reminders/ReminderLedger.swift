public import ExactText
public import TaskDates

/// The state of a job that gives reminders: until when each source was checked, and which reminders were given
/// recently.
///
/// A run gives reminders since the last run and a little before it: those with a record were given, and those without
/// one are given late. So a line is not lost if it is typed just after its moment, and the clock may be set back or
/// be that of another zone.
public struct ReminderLedger: Hashable, Sendable {
  /// The time of a run.
  public struct Mark: Hashable, Sendable {
    let instant: Instant
    /// The local time in the person's zone.
    let reading: DateTimeParameters
  }

  /// A reminder that was given, or that failed.
  struct Entry: Hashable, Sendable {
    let key: ReminderKey
    /// The person's zone at the time.
    let zone: String
    /// The number of failed attempts; 0 if the reminder was given.
    let tries: Int
  }

  /// The runs while the clock shows an earlier time than that of the last run.
  struct Setback: Hashable, Sendable {
    let since: Instant
    let last: Instant
  }

  /// The failed attempts of earlier runs.
  public struct Former: Hashable, Sendable {
    fileprivate let entry: Int
    /// The number of failed attempts.
    public let tries: Int
  }

  /// What to do with a reminder.
  public enum Verdict: Hashable, Sendable {
    /// Nothing: it was given before, or its moment was long before its line was written.
    case settled
    /// Give it; with the failed attempts of earlier runs, if any.
    case due(Former?)
    /// Report it with others in a summary, because its moment was too long ago.
    case missed
  }

  /// A run: the time, and how far back it gives reminders one by one.
  public struct Run: Sendable {
    let now: Instant
    let home: Zone
    let catchUp: Int

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - now: The time of the run.
    ///   - home: The person's zone.
    ///   - catchUp: For how many seconds after its moment a missed reminder is still given by itself.
    public init(now: Instant, home: Zone, catchUp: Int) {
      self.now = now
      self.home = home
      self.catchUp = catchUp
    }

    fileprivate var mark: Mark? { home.civil(at: now).map { Mark(instant: now, reading: $0) } }
  }

  var last: Mark?
  var setback: Setback?
  var sources: ExactDictionary<Mark> = [:]
  var entries: [Entry] = []

  /// Creates an empty ledger.
  public init() {}

  /// How many seconds before the last run, or before the first, reminders are searched.
  ///
  /// A line may be typed late by this much, and reminders of this time are given twice if the ledger is lost.
  public static let grace = 15 * 60

  // MARK: A run

  /// The first moment of a source at which there may be a reminder that was not given.
  public func start(of source: String, _ run: Run) -> Instant {
    let job = start(of: run)
    let own = sources[source].map { $0.earliest(run.home) } ?? job
    return min(job, own).advanced(by: -Self.grace)
  }

  /// The first moment of a source that a run must search, including failed reminders.
  public func scanStart(of source: String, _ run: Run) -> Instant {
    let failed = entries.filter { $0.tries > 0 }.map(\.key.instant).min()
    return min(start(of: source, run), failed ?? run.now)
  }

  /// The moment that earlier runs reached.
  private func start(of run: Run) -> Instant {
    guard let last else { return run.now }
    let start = min(last.earliest(run.home), run.now)
    guard let setback else { return start }
    guard run.now >= last.instant else { return min(setback.last, run.now) }
    // A clock that was weeks too early had not been set yet, and its time means nothing.
    let isNear = setback.last.seconds > last.instant.seconds - run.catchUp
    return isNear ? min(setback.last, start) : start
  }

  /// The verdicts on the reminders that a run found, in the order of the candidates.
  public func verdicts(on candidates: [ReminderCandidate], _ run: Run) -> [Verdict] {
    let found = ReminderMatching(candidates, among: entries, zone: run.home.name).found
    var starts: ExactDictionary<Instant> = [:]
    return zip(candidates, found).map { candidate, entry in
      let source = candidate.key.source
      let start = starts[source] ?? start(of: source, run)
      starts[source] = start
      let former = entry.map { Former(entry: $0, tries: entries[$0].tries) }
      if candidate.isClosed || former?.tries == 0 { return .settled }
      if former == nil, candidate.key.instant < start { return .settled }
      let isOld = candidate.key.instant.seconds < run.now.seconds - run.catchUp
      return isOld ? .missed : .due(former)
    }
  }

  // MARK: State

  /// Records that a first run has started, so that the next run continues if this one is killed.
  public mutating func begin(_ run: Run) {
    if last == nil { last = run.mark }
  }

  /// Records that a reminder was given, or how often it failed.
  ///
  /// - Parameters:
  ///   - key: The key of the reminder.
  ///   - former: The failed attempts of earlier runs, from the verdict.
  ///   - tries: The number of failed attempts; 0 if the reminder was given.
  ///   - run: The run.
  /// - Returns: The line of the record, which may be appended to the text of the ledger.
  @discardableResult
  public mutating func note(
    _ key: ReminderKey, _ former: Former?, tries: Int = 0, run: Run
  ) -> String {
    let entry = Entry(key: key, zone: run.home.name, tries: tries)
    if let former, entries.indices.contains(former.entry) {
      entries[former.entry] = entry
    } else {
      entries.append(entry)
    }
    return entry.line("told")
  }

  /// Records that a run has checked some sources.
  public mutating func finish(_ read: ExactSet, _ run: Run) {
    guard let mark = run.mark else { return }
    if let last, run.now < last.instant { goBack(run, mark) } else { last = mark }
    if let last, last.instant <= run.now { setback = nil }
    for source in read where sources[source].map({ $0.instant <= run.now }) ?? true {
      sources[source] = mark
    }
    forget(read, run)
  }

  /// Handles a clock that shows an earlier time than that of the last run.
  ///
  /// After a day of this, the earlier clock is accepted as right, and reminders that were given too early come again
  /// at their time.
  private mutating func goBack(_ run: Run, _ mark: Mark) {
    let goesOn = setback.map { $0.last <= run.now } ?? false
    setback = Setback(since: goesOn ? setback?.since ?? run.now : run.now, last: run.now)
    guard let setback, run.now.seconds - setback.since.seconds >= 86_400 else { return }
    last = mark
    for (source, own) in sources where own.instant > run.now { sources[source] = mark }
    entries.removeAll { $0.key.instant.seconds > run.now.seconds + 86_400 }
  }

  /// How many seconds a reminder that was given is remembered after its source was last read.
  ///
  /// The zones differ by up to a day, and late reminders are searched a little before that.
  private static let memory = 3 * 86_400

  private mutating func forget(_ read: ExactSet, _ run: Run) {
    sources = sources.filter {
      read.contains($0.key) || $0.value.instant.seconds > run.now.seconds - 90 * 86_400
    }
    entries.removeAll { entry in
      let last = min(sources[entry.key.source]?.instant ?? run.now, run.now)
      let oldest = entry.tries == 0 ? last.seconds - Self.memory : run.now.seconds - run.catchUp
      return entry.key.instant.seconds < oldest
    }
  }
}

extension ReminderLedger.Mark {
  /// The earlier of the two moments: the instant itself, and when a clock in another zone shows the same local time.
  fileprivate func earliest(_ home: Zone) -> Instant { min(instant, home.instant(of: reading)) }
}
