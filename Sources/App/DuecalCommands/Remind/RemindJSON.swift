import Agenda
import TaskDates

/// A reminder as `remind --json` prints it.
struct ReminderJSON: JSONValue {
  let reminder: FoundReminder
  /// How late it is delivered, in seconds.
  let late: Int
  /// The reason why it could not be delivered; nil if it was.
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

/// The document of `remind --json`.
struct RemindJSON: JSONValue {
  let reminders: [ReminderJSON]
  /// The number of reminders that are too old to be delivered one by one.
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
