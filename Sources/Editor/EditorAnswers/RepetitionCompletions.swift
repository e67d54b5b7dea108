import CalendarItems
import Diagnostics
import ExactText
import TaskBridge
import TaskDates

extension EditorDocument {
  /// The rules that what is typed can become, each with its next three dates.
  func repetitions(_ typed: String, line: Int) -> [CompletionItem] {
    let start = typed.lastIndex(of: " ").map { typed.index(after: $0) } ?? typed.startIndex
    let (head, last) = (String(typed[..<start]), typed[start...].lowercased())
    let ends = Self.ruleWords.filter { $0.hasPrefix(last) }.map { head + $0 }
    let whole = Self.rules.filter { $0.hasPrefix(typed.lowercased()) }
    var seen: Set<Repetition> = []
    var items: [CompletionItem] = []
    for text in [typed] + whole + ends {
      let words = text.trimmingSpaces
      guard let rule = try? Repetition(parsing: words), seen.insert(rule).inserted else { continue }
      let text = rule.text
      items.append(
        CompletionItem(kind: .date, label: text, detail: dates(of: rule, line: line), text: text))
    }
    return Array(items.prefix(40))
  }

  private static let rules = [
    "daily", "weekly", "monthly", "yearly", "every weekday", "every 2 weeks", "every 3 months",
    "monthly on the last day", "weekly on mon", "every 2 weeks on mon, wed",
    "daily after done", "weekly after done", "monthly after done",
  ]
  private static let ruleWords = [
    "day", "days", "week", "weeks", "month", "months", "year", "years", "weekday", "mon", "tue",
    "wed", "thu", "fri", "sat", "sun", "on mon", "on the last day", "after done", "10 times",
    "until 2027-12-31", "2 weeks", "2 months", "3 days",
  ]

  private func dates(of repetition: Repetition, line: Int) -> String {
    let due = fields(line).due?.value ?? .date(clock.today)
    let bound = SeriesDates.Bound(steps: 2000)
    let dates = SeriesDates(
      from: due.startDate, rules: [repetition.rule], isAllDay: due.isAllDay, bound: bound)
    let next = dates.occurrences(from: clock.now).prefix(3)
    let shown = next.map { date in
      due.isAllDay
        ? date.date.spelledShort(in: clock.today.year)
        : "\(date.date.spelledShort(in: clock.today.year)) \(date.time.formattedDate)"
    }
    return shown.joined(separator: ", ")
  }

  /// The alarms that what is typed can become, each with the time at which it rings.
  func reminders(_ typed: String, line: Int) -> [CompletionItem] {
    let lengths = lengths(typed, line: line)
    if typed.trimmingSpaces.isEmpty { return lengths }
    let names = ExactSet(lengths.map(\.label))
    return lengths + timesOfDates(typed, line: line).filter { !names.contains($0.label) }
  }

  /// The lengths before a date, and the times of its day.
  private func lengths(_ typed: String, line: Int) -> [CompletionItem] {
    let typed = typed.trimmingSpaces
    let number = typed.prefix { $0.isASCII && $0.isNumber }
    let texts =
      typed.isEmpty
      ? Self.usualReminders
      : number.utf8.count == typed.utf8.count
        ? ["m", "h", "d", "w", ":00"].map { typed + $0 }
        : [typed] + Self.usualReminders.filter { $0.hasPrefix(typed) }
    var seen: Set<LineFields.Reminder> = []
    return texts.compactMap { text -> CompletionItem? in
      guard let reminder = reader.reminder(text), seen.insert(reminder).inserted else { return nil }
      return CompletionItem(
        kind: .date, label: text, detail: time(of: reminder, line: line), text: text)
    }
  }

  /// The moments that what is typed can become, for `⏰`, which takes no lengths and no days alone.
  func moments(_ typed: String, line: Int) -> [CompletionItem] {
    lengths(typed, line: line).filter { $0.text.contains(":") } + timesOfDates(typed, line: line)
  }

  /// The dates that what is typed can become; a day gets the time from which alarms of days are counted.
  private func timesOfDates(_ typed: String, line: Int) -> [CompletionItem] {
    var seen: Set<LineFields.Reminder> = []
    let dates = DateCompletions(typed, clock, isPast: false, pointsOnly: true).items
    return dates.compactMap { date -> CompletionItem? in
      var item = date
      if !item.text.contains(":") { item.text += " \(dayStart.formattedDate)" }
      guard let reminder = reader.reminder(item.text), seen.insert(reminder).inserted else {
        return nil
      }
      item.detail = time(of: reminder, line: line)
      return item
    }
  }

  private static let usualReminders = ["15m", "30m", "1h", "2h", "1d", "2d", "1w", "9:00"]

  /// When an alarm of a line rings, in words.
  private func time(of reminder: LineFields.Reminder, line: Int) -> String {
    var fields = fields(line)
    fields.reminders = [reminder]
    guard let next = nextAlarm(item(of: line, fields)) else { return "needs a due date" }
    return "rings \(DateMeaning(.dateTime(next), now: clock.now).spelledWithDistance)"
  }
}

extension String {
  var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
