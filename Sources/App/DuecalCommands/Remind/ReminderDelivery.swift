import Processes
import TaskDates

/// How reminders are delivered.
enum ReminderChannel {
  /// As lines on standard output.
  case print
  /// By a command for each reminder, with its placeholders filled in.
  case command([String])
  /// As desktop notifications.
  case notification

  /// The default name of a job of this kind.
  var jobName: String {
    switch self {
    case .print: "print"
    case .command: "exec"
    case .notification: "notify"
    }
  }
}

/// Delivers reminders one by one.
struct ReminderDelivery {
  let channel: ReminderChannel
  let now: Instant
  /// Whether the text has how late a reminder is; it does not if the run has a window of time.
  let showsLateness: Bool
  let runEnvironment: RunEnvironment
  /// The time limit of a command, in seconds.
  let timeout: Int
  /// True if standard output is used for a JSON document.
  let printsDocument: Bool

  /// Delivers a reminder; returns the reason if that fails.
  func give(_ reminder: FoundReminder) -> String? {
    switch channel {
    case .print:
      if !printsDocument { Output.standard.print(line(of: reminder)) }
      return nil
    case .command(let words):
      let filler = ReminderWords(reminder, now)
      let environment = runEnvironment.environment.merging(filler.variables) { $1 }
      return run(words.map(filler.filled), environment)
    case .notification:
      return run(
        Notification(reminder, late: lateText(reminder)).words,
        Notification.environment(runEnvironment))
    }
  }

  /// A reminder in the form in which it is printed.
  func line(of reminder: FoundReminder) -> String { reminder.line(late: lateText(reminder)) }

  private func lateText(_ reminder: FoundReminder) -> String? {
    showsLateness ? reminder.lateText(now) : nil
  }

  private func run(_ words: [String], _ environment: [String: String]) -> String? {
    Output.standard.flush()
    Output.error.flush()
    let command = SpawnedCommand(
      words: words, environment: environment, printsOnError: printsDocument)
    return command.run(atMost: timeout).map { "\(words.first ?? "") \($0)" }
  }
}
