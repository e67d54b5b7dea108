import ExactText
import TaskBridge
import TaskDates
import TaskText

/// A few words that an editor shows in a line without them being in the text.
public struct EditorHint: Hashable, Sendable {
  /// The byte before which they are shown.
  public let offset: Int
  /// The words.
  public let label: String
}

extension EditorDocument {
  /// The hints of some lines, and when one of them becomes wrong: distances of dates, and numbers of open tasks.
  public func hints(in lines: Range<Int>, _ facts: LineFacts) -> TimedAnswer<[EditorHint]> {
    var hints: [EditorHint] = []
    var changes: Instant?
    for number in lines.clamped(to: text.lines.indices) {
      guard let (hint, end) = hint(number, facts) else { continue }
      hints.append(hint)
      changes = min(changes ?? end, end)
    }
    return TimedAnswer(hints, changes: changes)
  }

  private func hint(_ number: Int, _ facts: LineFacts) -> (EditorHint, Instant)? {
    switch text.lines[number].kind {
    case .task: dateHint(number, facts)
    case .project: countHint(number, facts)
    case .note, .blank: nil
    }
  }

  /// The distance of the due date, after its tag.
  private func dateHint(_ number: Int, _ facts: LineFacts) -> (EditorHint, Instant)? {
    let line = text.lines[number]
    guard facts.isOpen(number),
      let span = text.tags[line.tags].first(where: { reader.field(of: $0, in: text) == .due })
    else { return nil }
    let fields = fields(number)
    guard let value = fields.due?.value else { return nil }
    let zone = zone(of: fields)
    let meaning = DateMeaning(value, now: zone.civil(at: clock.instant) ?? clock.now)
    let hint = EditorHint(offset: span.range.upperBound, label: meaning.distance)
    return (hint, clock.instant.advanced(by: meaning.secondsToChange))
  }

  /// The number of open tasks, after the name of a project.
  private func countHint(_ number: Int, _ facts: LineFacts) -> (EditorHint, Instant)? {
    let block = file.outline.subtree(of: number)
    let counts = facts.counts(block, clock)
    guard counts.open > 0 else { return nil }
    let late = counts.late > 0 ? ", \(counts.late) late" : ""
    let hint = EditorHint(
      offset: text.lines[number].body.upperBound, label: "\(counts.open) open\(late)")
    return (hint, facts.nextChange(block, clock))
  }

  /// The zone of the times of a line.
  func zone(of fields: LineFields) -> Zone {
    if case .named(let name)? = fields.zone { return zones[name] ?? clock.zone }
    return clock.zone
  }
}
