import Glibc
import TaskDates

/// Measures how long it takes to find that a rule has no further moment, a line each: `start rule`.
///
/// It prints microseconds of processor time, including the time to read the rule's text and to find the first moment
/// after the start, if there is one.
enum RuleTimes {
  static func run() {
    while let question = readLine() {
      let words = question.split(separator: " ")
      guard words.count == 2, let second = Int(words[0]),
        let start = DateTimeParameters(secondNumber: second)
      else { continue }
      let begin = nanoseconds
      let moment = first(of: String(words[1]), from: start)
      print((nanoseconds - begin) / 1000, moment)
    }
  }

  private static func first(of text: String, from start: DateTimeParameters) -> String {
    do {
      var dates = RuleDates(try RecurrenceRule(rrule: text), from: start, countsStart: false)
      return dates.next().map { String($0.secondNumber) } ?? "none"
    } catch {
      return "none: \(error)"
    }
  }

  private static var nanoseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
