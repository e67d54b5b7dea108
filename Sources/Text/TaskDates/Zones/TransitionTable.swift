/// All transitions of a zone in one sorted table: the explicit ones, and 400 years of those that its rule generates,
/// after which the calendar repeats.
struct TransitionTable: Sendable {
  /// The beginning of each observance; the first has no beginning.
  private(set) var starts: [Int] = [.min]
  private(set) var observances: [Zone.Observance]
  /// The number of explicit transitions; the ones after them come from the rule.
  private(set) var explicitCount = 0
  /// The second from which on the table repeats every 400 years; `Int.max` without a rule.
  private var cycleStart = Int.max

  /// The second after which the rule generates every transition; nil if it generates none.
  private(set) var ruleStart: Int?

  /// 400 years in seconds.
  private static let cycle = 146_097 * 86_400

  init(
    first: Zone.Observance, changes: [(at: Instant, to: Zone.Observance)], rule: ZoneRule?
  ) {
    observances = [first]
    // Zone files end some lists with a transition to the observance that is already in force.
    for change in changes where change.at.seconds > starts[starts.count - 1] {
      if change.to != observances[observances.count - 1] { append(change.at.seconds, change.to) }
    }
    explicitCount = starts.count - 1
    if let rule {
      extend(by: rule)
      ruleStart = start(of: rule)
    }
  }

  private mutating func append(_ start: Int, _ observance: Zone.Observance) {
    starts.append(start)
    observances.append(observance)
  }

  /// Adds the transitions that the rule generates after the last explicit one, or from 1900 on if there is none.
  private mutating func extend(by rule: ZoneRule) {
    guard rule.changes else {
      if let last = observances.last, starts.count == 1, last != rule.standard {
        observances = [rule.standard]
      }
      return
    }
    let last = starts.count == 1 ? Self.year1900 : starts[starts.count - 1]
    let year = DateTimeParameters(secondNumber: last)?.date.year ?? 1970
    for year in year...(year + 402) {
      for (start, observance) in rule.transitions(in: year) where start > last {
        append(start, observance)
      }
    }
    cycleStart = last + 2 * 366 * 86_400
  }

  /// The second after which a rule generates every transition, of which zone files list many one by one.
  private func start(of rule: ZoneRule) -> Int? {
    var first = explicitCount + 1
    // A rule that begins after the year 9999 generates none.
    guard rule.changes, first + 1 < starts.count else { return nil }
    while first > 1, let change = rule.transition(before: starts[first]),
      change.0 == starts[first - 1], change.1 == observances[first - 1]
    {
      first -= 1
    }
    // The observance before the first of them may be one that the rule does not know.
    let isKnown = observances[first - 1].offset == rule.opposite(of: observances[first])
    return starts[isKnown ? first : first + 1]
  }

  private static let year1900 = -2_208_988_800

  /// The second from which on the table repeats from `cycleStart`; `Int.max` if it does not.
  var cycleEnd: Int { cycleStart < .max ? cycleStart + Self.cycle : .max }

  /// The equivalent second in the cycle, within the table.
  func reduced(_ second: Int) -> Int {
    guard cycleStart < .max, second >= cycleStart + Self.cycle else { return second }
    return cycleStart + (second - cycleStart) % Self.cycle
  }

  /// The observance in force at a second of UTC.
  func index(of second: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= second { low = middle } else { high = middle }
    }
    return low
  }

  private func end(of index: Int) -> Int {
    index + 1 < starts.count ? starts[index + 1] : .max
  }

  /// The instants of a local time in seconds.
  func instants(ofSecond civil: Int) -> CivilInstants {
    let local = reduced(civil)
    let shift = civil - local
    let guess = index(of: local)
    let second = local - observances[guess].offset
    // Offsets are within 26 hours of UTC: further away from a transition there is only one answer.
    if second - Self.reach > starts[guess], second + Self.reach < end(of: guess) {
      return .one(Instant(seconds: second + shift))
    }
    return nearChange(local, shift: shift, around: guess)
  }

  private static let reach = 28 * 3600

  /// Tries all observances that could be in force around a local time.
  private func nearChange(_ local: Int, shift: Int, around guess: Int) -> CivilInstants {
    var first = guess
    while first > 0, starts[first] > local - Self.reach { first -= 1 }
    var found: [Int] = []
    var gap = 0
    var index = first
    while index < starts.count, starts[index] <= local + Self.reach || index == first {
      let second = local - observances[index].offset
      if second >= starts[index], second < end(of: index) { found.append(second) }
      if second >= end(of: index) { gap = index }  // the last one that ended before this reading
      index += 1
    }
    let instants = found.map { Instant(seconds: $0 + shift) }
    if instants.count == 1 { return .one(instants[0]) }
    if let first = instants.first, let last = instants.last {
      return .fold(first: first, second: last)
    }
    let after = min(gap + 1, starts.count - 1)
    return .gap(
      before: Instant(seconds: local - observances[gap].offset + shift),
      after: Instant(seconds: local - observances[after].offset + shift))
  }
}
