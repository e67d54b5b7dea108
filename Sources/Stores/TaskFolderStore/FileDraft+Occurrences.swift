import CalendarItems
import CalendarStores
import ExactText
import LineCodec
import LineState
import TaskBridge
import TaskDates
import TaskText

/// The changed occurrences of a series: each that takes place has a line of its own, and the line of the series leaves out
/// its date.
extension FileDraft {
  /// Writes the changed fields of a series, and of its changed occurrences, into their lines.
  mutating func mergeSeries(
    _ before: ItemContent, _ after: ItemContent, into index: Int, of project: String?
  ) throws(StoreError) {
    let shown = known.items[index].shownOccurrences
    let then = LineSeries(before, showing: shown)
    let now = LineSeries(after, showing: after.showableOccurrences)
    if let line = known.items[index].line {
      try merge(
        before.like(then.item), after.like(now.item), into: line, from: known.items[index].source,
        of: project)
    }
    guard !shown.isEmpty || !now.occurrences.isEmpty else { return }
    let new = try merge(then, now, of: index, before, after)
    guard let line = known.items[index].line else { return }
    try show(new, of: index, after.zones, in: .after(line))
  }

  /// Merges the occurrences that lines show, and returns those that they do not show yet.
  private mutating func merge(
    _ then: LineSeries, _ now: LineSeries, of index: Int, _ before: ItemContent,
    _ after: ItemContent
  ) throws(StoreError) -> [(name: String, part: SeriesLines.Part)] {
    let pairs = Self.pairs(then, now)
    let known = self.known.items[index].occurrences
    self.known.items[index].occurrences = []
    for occurrence in known {
      guard let old = then[occurrence.name], let name = pairs[occurrence.name], let new = now[name]
      else {
        if let line = occurrence.line { removeLine(line) }
        continue
      }
      guard let line = occurrence.line else {
        if !hasLine(new, after.zones) { add(name, line: nil, occurrence.source, to: index) }
        continue
      }
      if old.item != new.item {
        try merge(
          before.like(old.item), after.like(new.item), into: line, from: occurrence.source, of: nil)
      }
      add(name, line: line, occurrence.source, to: index)
    }
    let shown = self.known.items[index].shownOccurrences
    return now.occurrences.filter { !shown.contains($0.name) }
  }

  /// The present names of the occurrences of a series by their old ones; if it was moved, they have others on the same days.
  private static func pairs(_ then: LineSeries, _ now: LineSeries) -> ExactDictionary<String> {
    let (old, new) = (then.occurrences, now.occurrences)
    var pairs: ExactDictionary<String> = [:]
    for (name, _) in old where now[name] != nil { pairs[name] = name }
    var left = new.filter { pairs[$0.name] == nil }
    for (name, part) in old where pairs[name] == nil {
      let place = left.firstIndex { $0.part.date.firstDay == part.date.firstDay }
      if let place { pairs[name] = left.remove(at: place).name }
    }
    return pairs
  }

  private mutating func add(
    _ name: String, line: Int?, _ source: LineSource, to index: Int
  ) {
    known.items[index].occurrences.append(
      KnownTaskFile.Occurrence(name: name, line: line, source: source))
  }

  /// Gives occurrences their lines.
  ///
  /// - Parameter container: The place of the first one; that of their series if it is new, too.
  mutating func show(
    _ occurrences: [(name: String, part: SeriesLines.Part)], of index: Int,
    _ zones: ExactDictionary<Zone>, in container: Container
  ) throws(StoreError) {
    let project = path(of: container).last
    for (name, part) in occurrences.sorted(by: { $0.part.date.startDate < $1.part.date.startDate })
    {
      guard hasLine(part, zones) else {
        known.items[index].occurrences.append(KnownTaskFile.Occurrence(withoutLine: name))
        continue
      }
      var line = movedLine?.line(ofOccurrence: name, in: file.document.dialect)
      if line == nil { line = try self.line(of: part.item, zones, inProject: project) }
      guard let line else { continue }
      let source = LineSource(line: line)
      add(name, line: Self.unplaced, source, to: index)
      let place = KnownOccurrence(item: index, occurrence: known.items[index].occurrences.count - 1)
      add(NewLine(owner: .occurrence(place), line: line, path: path(of: container)), in: container)
    }
  }

  /// True if an occurrence has a line of its own: it takes place, and no event is over.
  private func hasLine(_ part: SeriesLines.Part, _ zones: ExactDictionary<Zone>) -> Bool {
    part.hasLine(LastOccurrence(now: now, home: options.zone, zones: zones))
  }
}

extension ItemContent {
  /// An item with the zones of this one.
  fileprivate func like(_ item: CalendarItem) -> ItemContent { ItemContent(item, zones: zones) }
}
