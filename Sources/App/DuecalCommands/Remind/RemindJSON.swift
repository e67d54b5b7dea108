import Agenda
import TaskDates

/// A reminder as `remind --json` prints it.
struct ReminderJSON: JSONValue {
  let reminder: FoundReminder
  /// How late it is told, in seconds.
  let late: Int
  /// Why it could not be given, nil where it was.
  let failure: String?

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("at", reminder.instant.utc.map { "\($0.iso)Z" })
      json.member("failure", failure)
      json.member(
        "item",
        ItemJSON(
          item: reminder.item, tags: reminder.tags, project: reminder.project,
          source: reminder.source))
      json.member("late", late)
      json.member("local", reminder.candidate.key.reading.iso)
    }
  }
}

/// What `remind --json` prints.
struct RemindJSON: JSONValue {
  let reminders: [ReminderJSON]
  /// How many came too long ago to be told one by one.
  let missed: Int
  let messages: [MessageJSON]

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("messages", messages)
      json.member("missed", missed)
      json.member("reminders", reminders)
    }
  }
}
