import ExactText
import TaskDates

/// Times in headers of HTTP (RFC 9110, section 5.6.7).
package enum HTTPDate {
  /// A time, such as `Sun, 06 Nov 1994 08:49:37 GMT`; nil for one that no calendar has.
  ///
  /// - Parameter seconds: The time in seconds since 1970.
  package static func text(_ seconds: Int) -> String? {
    guard let time = Instant(seconds: seconds).utc else { return nil }
    let date = time.date
    let clock = time.time.secondOfDay
    let parts = [clock / 3600, clock / 60 % 60, clock % 60].map { $0.zeroPadded() }
    return "\(days[date.weekday.rawValue - 1]), \(date.day.zeroPadded()) \(months[date.month - 1]) "
      + "\(date.year.zeroPadded(to: 4)) \(parts.joined(separator: ":")) GMT"
  }

  /// Reads the form that all programs write today; nil for anything else, which is then ignored as the standard says.
  package static func seconds(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", words[0].hasSuffix(","),
      let day = Int(words[1]), let month = months.firstIndex(of: String(words[2])),
      let year = Int(words[3]), (1970...9999).contains(year), let second = secondOfDay(words[4]),
      let date = try? DateParameters(year: year, month: month + 1, day: day)
    else { return nil }
    return date.dayNumber * 86_400 + second
  }

  private static func secondOfDay(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.count == 2 ? Int($0) : nil }
    guard parts.count == 3, numbers.count == 3, (0..<24).contains(numbers[0]),
      (0..<60).contains(numbers[1]), (0..<61).contains(numbers[2])
    else { return nil }
    return numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
  }

  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
