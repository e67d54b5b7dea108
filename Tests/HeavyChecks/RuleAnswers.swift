import TaskDates

/// Prints the moments of rules, a line each, for lines `moments limit start rule` or `days …`; the start is included if
/// there is a `+` before it.
enum RuleAnswers {
  static func run() {
    while let question = readLine() {
      let words = question.split(separator: " ")
      guard words.count == 4, let limit = Int(words[1]), let start = Int(words[2]),
        let moment = DateTimeParameters(secondNumber: start)
      else { continue }
      print(answer(words[0], limit, moment, String(words[3])))
    }
  }

  private static func answer(
    _ kind: Substring, _ limit: Int, _ start: DateTimeParameters, _ text: String
  ) -> String {
    do {
      let dates = RuleDates(
        try RecurrenceRule(rrule: text), from: start, isAllDay: kind.hasSuffix("days"),
        countsStart: kind.hasPrefix("+"))
      return dates.prefix(limit).map { String($0.secondNumber) }.joined(separator: ",")
    } catch {
      return "\(error)"
    }
  }
}
