public import ExactText
public import TaskDates

/// What a job that reminds somebody remembers from run to run: up to when each source was looked at, and
/// which reminders were given of late.
///
/// A run looks at what came since the last one, and a little before that: what is written down there was
/// given, and what is not is told late. So a line that is typed when its moment has just passed is not
/// lost, and the clock may be set back, or be that of another zone.
public struct ReminderLedger: Hashable, Sendable {
  /// A moment of a run.
  public struct Mark: Hashable, Sendable {
    let instant: Instant
    /// What the clock of the person's zone showed.
    let reading: DateTimeParameters
  }

  /// A reminder that was given, or that could not be.
  struct Entry: Hashable, Sendable {
    let key: ReminderKey
    /// The person's zone at the time.
    let zone: String
    /// How often it was tried in vain; 0 for one that was given.
    let tries: Int
  }

  /// Runs while the clock is behind the last run.
  struct Setback: Hashable, Sendable {
    let since: Instant
    let last: Instant
  }

  /// What former runs tried.
  public struct Former: Hashable, Sendable {
    fileprivate let entry: Int
    /// How often it was tried in vain.
    public let tries: Int
  }

  /// What becomes of a reminder.
  public enum Verdict: Hashable, Sendable {
    /// It was given before, or came long before its line was written.
    case settled
    /// It is to be given; where former runs tried in vain, how.
    case due(Former?)
    /// It came too long ago to be told one by one.
    case missed
  }

  /// A run: what time it is, and how far back it tells reminders one by one.
  public struct Run: Sendable {
    let now: Instant
    let home: Zone
    let catchUp: Int

    /// Describes a run.
    ///
    /// - Parameters:
    ///   - now: The moment of the run.
    ///   - home: The person's zone.
    ///   - catchUp: For how many seconds a reminder that was missed is told by itself.
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

  /// Remembers nothing.
  public init() {}

  /// How long before the last run, or before the first, reminders are looked for: so late a line may be
  /// typed, and so much is told again if what was remembered is lost.
  public static let grace = 15 * 60

  // MARK: A run

  /// The first moment at which a reminder of a source may have come that nobody was told of.
  public func start(of source: String, _ run: Run) -> Instant {
    let job = start(of: run)
    let own = sources[source].map { $0.earliest(run.home) } ?? job
    return min(job, own).advanced(by: -Self.grace)
  }

  /// The first moment at which a run has to look for reminders of a source, those that could not be given
  /// among them.
  public func scanStart(of source: String, _ run: Run) -> Instant {
    let failed = entries.filter { $0.tries > 0 }.map(\.key.instant).min()
    return min(start(of: source, run), failed ?? run.now)
  }

  /// Up to when former runs came.
  private func start(of run: Run) -> Instant {
    guard let last else { return run.now }
    let start = min(last.earliest(run.home), run.now)
    guard let setback else { return start }
    guard run.now >= last.instant else { return min(setback.last, run.now) }
    // A clock that was weeks behind had not been set yet, and what it showed means nothing.
    let isNear = setback.last.seconds > last.instant.seconds - run.catchUp
    return isNear ? min(setback.last, start) : start
  }

  /// What becomes of the reminders that a run found, each in the place of its candidate.
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

  // MARK: What is remembered

  /// Remembers that a first run is under way, so that one that is killed is taken up by the next.
  public mutating func begin(_ run: Run) {
    if last == nil { last = run.mark }
  }

  /// Remembers that a reminder was given, or that it was tried in vain so many times.
  ///
  /// - Parameters:
  ///   - key: What the reminder is known by.
  ///   - former: What former runs tried, as the verdict says.
  ///   - tries: How often it was tried in vain; 0 for one that was given.
  ///   - run: The run that did.
  /// - Returns: The line that says it, which may be put behind the text of the ledger.
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

  /// Remembers that a run has looked at some sources.
  public mutating func finish(_ read: ExactSet, _ run: Run) {
    guard let mark = run.mark else { return }
    if let last, run.now < last.instant { goBack(run, mark) } else { last = mark }
    if let last, last.instant <= run.now { setback = nil }
    for source in read where sources[source].map({ $0.instant <= run.now }) ?? true {
      sources[source] = mark
    }
    forget(read, run)
  }

  /// The clock is behind the last run.
  ///
  /// Once it has been for a day, it is the clock that is right: what was
  /// given too early comes again at its time.
  private mutating func goBack(_ run: Run, _ mark: Mark) {
    let goesOn = setback.map { $0.last <= run.now } ?? false
    setback = Setback(since: goesOn ? setback?.since ?? run.now : run.now, last: run.now)
    guard let setback, run.now.seconds - setback.since.seconds >= 86_400 else { return }
    last = mark
    for (source, own) in sources where own.instant > run.now { sources[source] = mark }
    entries.removeAll { $0.key.instant.seconds > run.now.seconds + 86_400 }
  }

  /// How long a reminder that was given is remembered after its source was last read: zones are a day
  /// apart, and what is told late is looked for a little earlier.
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
  /// When a person whose clock shows the same in another zone now was there.
  fileprivate func earliest(_ home: Zone) -> Instant { min(instant, home.instant(of: reading)) }
}
