import ExactText
import TaskDates

/// Reads the header `Retry-After` (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// The seconds to wait: from a number, or until a date by the clock of the server.
  static func seconds(_ value: String, serverDate: String?) -> Int? {
    if let seconds = Int(value) { return seconds >= 0 ? seconds : nil }
    guard let then = HTTPDate.seconds(value), let now = serverDate.flatMap(HTTPDate.seconds) else {
      return nil
    }
    return max(0, then - now)
  }
}

/// An HTTP date: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The seconds since 1970; nil if the text is not such a date.
  static func seconds(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, let day = Int(words[1]), let year = Int(words[3]),
      let month = months.firstIndex(of: String(words[2])), (1970...9999).contains(year)
    else { return nil }
    let time = words[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]),
      (0...60).contains(time[2])
    else { return nil }
    let date = try? DateParameters(year: year, month: month + 1, day: day)
    return date.map { $0.dayNumber * 86_400 + time[0] * 3600 + time[1] * 60 + time[2] }
  }
}
