import ExactText
import TaskBridge
import TaskDates
public import TaskText

/// What hints and lenses count: for each line whether it is an open task, and when it is due.
///
/// It is kept from one state of a text to the next, and reads only the lines that differ.
public struct LineFacts: Sendable {
  private enum State: UInt8, Sendable {
    case none, open, closed
  }

  private struct Fact: Sendable {
    var state = State.none
    /// The second at which the task is late, as `DateTimeParameters.secondNumber` counts; `.max` if it is never.
    var lateAt = Int.max
  }

  /// Tasks of a part of a file.
  public struct Counts: Hashable, Sendable {
    /// The open tasks.
    public var open = 0
    /// The completed and cancelled tasks.
    public var closed = 0
    /// The open tasks whose due date has passed.
    public var late = 0
    /// The open tasks that are due today, and not late.
    public var today = 0
  }

  private var facts: [Fact] = []
  private var day: DateParameters?

  /// Creates facts about no text.
  public init() {}

  /// Reads a text, or only its changed lines.
  ///
  /// - Parameters:
  ///   - new: The present state of the text.
  ///   - change: What has changed since the last update; nil to read all lines, as on another day.
  public mutating func update(_ new: EditorDocument, after change: LineChange? = nil) {
    if let lines = change?.lines, day == new.clock.today {
      facts.replaceSubrange(lines.old, with: lines.new.map { Self.fact($0, new) })
    } else {
      facts = new.text.lines.indices.map { Self.fact($0, new) }
    }
    day = new.clock.today
  }

  private static func fact(_ number: Int, _ document: EditorDocument) -> Fact {
    let text = document.text
    let line = text.lines[number]
    guard line.kind == .task else { return Fact() }
    if text.isClosed(line, document.vocabulary) { return Fact(state: .closed) }
    let hasDue = text.tags[line.tags].contains {
      document.vocabulary.field(of: $0, in: text) == .due
    }
    guard hasDue, let due = document.fields(number).due?.value else { return Fact(state: .open) }
    return Fact(state: .open, lateAt: due.endSecond)
  }

  /// The tasks of some lines.
  public func counts(_ lines: Range<Int>, _ clock: EditorClock) -> Counts {
    var counts = Counts()
    let now = clock.now.secondNumber
    let tonight = (clock.today.dayNumber + 1) * 86_400
    for fact in facts[lines.clamped(to: facts.indices)] {
      switch fact.state {
      case .none: break
      case .closed: counts.closed += 1
      case .open:
        counts.open += 1
        if fact.lateAt <= now {
          counts.late += 1
        } else if fact.lateAt <= tonight {
          counts.today += 1
        }
      }
    }
    return counts
  }

  /// True if a line is an open task.
  func isOpen(_ line: Int) -> Bool { facts.indices.contains(line) && facts[line].state == .open }

  /// The next instant at which a count becomes wrong: midnight, or a time of today that passes.
  func nextChange(_ lines: Range<Int>, _ clock: EditorClock) -> Instant {
    let now = clock.now.secondNumber
    let next = facts[lines.clamped(to: facts.indices)].lazy
      .filter { $0.state == .open && $0.lateAt > now }.map(\.lateAt).min()
    guard let next, next < (clock.today.dayNumber + 1) * 86_400,
      let moment = DateTimeParameters(secondNumber: next)
    else { return clock.midnight }
    return min(clock.midnight, clock.zone.instant(of: moment))
  }
}
