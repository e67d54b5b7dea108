import Foundation
import TaskDates

// Prints the moments of rules according to Foundation, a line each, for input lines `moments limit start rule` or `days
// …`. A rule that takes too long ends the program.
let patience = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000

func limitTime(_ microseconds: Int) {
  var limit = itimerval()
  limit.it_value.tv_sec = microseconds / 1_000_000
  limit.it_value.tv_usec = microseconds % 1_000_000
  setitimer(__itimer_which_t(1), &limit, nil)  // ITIMER_VIRTUAL
}

while let question = readLine() {
  let words = question.split(separator: " ")
  guard words.count == 4, let limit = Int(words[1]), let start = Int(words[2]) else { continue }
  limitTime(patience)
  let rule = (try? TaskDates.RecurrenceRule(rrule: String(words[3]))).flatMap(\.foundations)
  let dates = rule?.recurrences(of: Date(timeIntervalSince1970: Double(start))).prefix(limit)
  print(
    dates?.map { String(Int($0.timeIntervalSince1970)) }.joined(separator: ",") ?? "refused")
  limitTime(0)
  fflush(nil)
}
