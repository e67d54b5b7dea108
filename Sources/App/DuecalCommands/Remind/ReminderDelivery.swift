import Processes
import TaskDates

/// How reminders are given.
enum ReminderChannel {
  /// As lines on standard output.
  case print
  /// As a command for each, its words filled in.
  case command([String])
  /// As notifications of the desktop.
  case notification

  /// The name that a job of this kind has where none is given.
  var jobName: String {
    switch self {
    case .print: "print"
    case .command: "exec"
    case .notification: "notify"
    }
  }
}

/// Gives reminders one by one.
struct ReminderDelivery {
  let channel: ReminderChannel
  let now: Instant
  /// Whether it is said how late reminders are told: not of a window that somebody asks for.
  let saysLateness: Bool
  let runEnvironment: RunEnvironment
  /// How many seconds a command may take.
  let timeout: Int
  /// True if standard output is kept for a document.
  let printsDocument: Bool

  /// Gives one; what went wrong is returned.
  func give(_ reminder: FoundReminder) -> String? {
    switch channel {
    case .print:
      if !printsDocument { Output.standard.print(line(of: reminder)) }
      return nil
    case .command(let words):
      let said = ReminderWords(reminder, now)
      let environment = runEnvironment.environment.merging(said.variables) { $1 }
      return run(words.map(said.filled), environment)
    case .notification:
      return run(
        Notification(reminder, late: lateText(reminder)).words,
        Notification.environment(runEnvironment))
    }
  }

  /// A reminder as it is printed.
  func line(of reminder: FoundReminder) -> String { reminder.line(late: lateText(reminder)) }

  private func lateText(_ reminder: FoundReminder) -> String? {
    saysLateness ? reminder.lateText(now) : nil
  }

  private func run(_ words: [String], _ environment: [String: String]) -> String? {
    Output.standard.flush()
    Output.error.flush()
    let command = SpawnedCommand(
      words: words, environment: environment, printsOnError: printsDocument)
    return command.run(atMost: timeout).map { "\(words.first ?? "") \($0)" }
  }
}
