import ExactText
import TaskBridge
import TaskDates
import TaskText

/// Merges alarms.
extension LineMerge {
  /// An alarm of the line, as the calendar names it.
  private struct Reminder {
    var name: String
    /// True if the line has an older moment of the alarm, which has moved with its date.
    var isOutdated = false
  }

  /// What becomes of a tag.
  private enum Outcome {
    case keep
    case erase
    case become(String)
  }

  /// Replaces the alarms that the calendar changed, each in its place, and removes and adds the others.
  mutating func mergeReminders() {
    let reminders = reminders
    let names = ExactSet(reminders.values.map(\.name))
    let before = then.members(of: .remind)
    var added = now.members(of: .remind).filter { !before.contains($0) && !names.contains($0) }
    var line = edited
    let spans = line.spans(of: .remind)
    let outcomes = spans.map { span in
      outcome(reminders[line.document.payload(of: span) ?? ""], &added)
    }
    for (span, outcome) in zip(spans, outcomes).reversed() {
      switch outcome {
      case .keep: break
      case .erase: line.erase(span)
      case .become(let name): line.replace(span, of: .remind, with: name)
      }
    }
    for member in added { line.add(member, to: .remind) }
    guard line.body != body else { return }
    body = line.body
    changed.append(Vocabulary.Field.remind.rawValue)
  }

  private func outcome(_ reminder: Reminder?, _ added: inout [String]) -> Outcome {
    guard let reminder else { return .keep }
    if now.members(of: .remind).contains(reminder.name) {
      return reminder.isOutdated ? .become(reminder.name) : .keep
    }
    guard then.members(of: .remind).contains(reminder.name) else { return .keep }
    return added.isEmpty ? .erase : .become(added.removeFirst())
  }

  /// The alarms of the line, by their payloads.
  private var reminders: ExactDictionary<Reminder> {
    let payloads = (mine.payloads[.remind] ?? []).map { $0 ?? "" }
    var reminders = mine.members(of: .remind).map { Reminder(name: $0) }
    if let shown = shown?.members(of: .remind), shown.count == reminders.count {
      // The moment of a series reads as a distance, but the calendar may have it as an instant.
      let before = ExactSet(then.members(of: .remind))
      reminders = zip(reminders, shown).map { own, shown in
        before.contains(own.name) && !before.contains(shown) ? own : Reminder(name: shown)
      }
      findOutdated(&reminders)
    }
    return ExactDictionary(zip(payloads, reminders).map { ($0, $1) }) { first, _ in first }
  }

  /// Finds the alarms whose moments are no longer those of the item: they have moved with its date.
  private func findOutdated(_ reminders: inout [Reminder]) {
    let before = then.members(of: .remind)
    let names = ExactSet(reminders.map(\.name))
    var moved = before.filter { Self.isMoment($0) && !names.contains($0) }
    for index in reminders.indices where !moved.isEmpty {
      let name = reminders[index].name
      guard Self.isMoment(name), !before.contains(name) else { continue }
      reminders[index] = Reminder(name: moved.removeFirst(), isOutdated: true)
    }
  }

  private static func isMoment(_ name: String) -> Bool {
    (try? DatePayload(parsing: name))?.value.hasTime ?? false
  }
}
