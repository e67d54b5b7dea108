/// The spelling of a payload: the choices of the writer that do not change its meaning.
public struct DateSpelling: Hashable, Sendable {
  /// The spelling of one end of a range, or of the only date.
  struct Point: Hashable, Sendable {
    var hasShortYear = false
    var padsMonth = true
    var padsDay = true
    var padsHour = true
    var hasMinutes = true
    var hasSeconds = false
    /// True for a time that has the am or pm of the end of its range: `3:30 - 5pm`.
    var sharesHalf = false
  }

  /// The texts next to the numbers, if they differ from duecal's own.
  struct Words: Hashable, Sendable {
    /// The texts next to the numbers of one end.
    struct Point: Hashable, Sendable {
      /// The text between day and time: a space, several, or `T`.
      var beforeTime = " "
      /// The spaces and letters after a 12-hour time; empty for a 24-hour one.
      var meridiem = ""
    }

    var leading = ""
    var trailing = ""
    var first = Point()
    var second = Point()
    var between = " - "
  }

  var first = Point()
  var second = Point()
  /// True if a range within one day names the day at both ends.
  public internal(set) var namesEndDay: Bool
  /// Empty if all texts are duecal's own, as in most payloads, which so need no string.
  private var unusual: [Words] = []

  init(between: String = " - ", namesEndDay: Bool = false) {
    self.namesEndDay = namesEndDay
    if between != " - " { self.between = between }
  }

  /// duecal's own spelling: a dash within a day, `thru` from one day to another.
  init(for value: TMDateType) {
    let isWithinDay =
      switch value {
      case .beginEndDate(let begin, let end): begin.date == end.date
      case .days: false
      case .date, .dateTime, .period: true
      }
    self.init(between: isWithinDay ? " - " : " thru ")
  }
}

extension DateSpelling {
  /// The texts next to the numbers.
  var words: Words {
    get { unusual.first ?? Words() }
    set { unusual = newValue == Words() ? [] : [newValue] }
  }

  /// The text between the two ends of a range, with its spaces.
  public internal(set) var between: String {
    get { words.between }
    set { words.between = newValue }
  }

  func print(_ period: DatePeriod) -> String {
    guard period.unit == .month else { return period.formattedDate }
    return first.print(year: period.year, month: period.number)
  }
}

extension DateSpelling.Point {
  func print(_ day: DateParameters) -> String {
    let number = padsDay ? day.day.zeroPadded() : String(day.day)
    return "\(print(year: day.year, month: day.month))-\(number)"
  }

  func print(year: Int, month: Int) -> String {
    let isShort = hasShortYear && (2000...2099).contains(year)
    let year = isShort ? (year % 100).zeroPadded() : year.zeroPadded(to: 4)
    return "\(year)-\(padsMonth ? month.zeroPadded() : String(month))"
  }

  func print(_ moment: DateTimeParameters, _ words: DateSpelling.Words.Point) -> String {
    print(moment.date) + words.beforeTime + print(moment.time, words)
  }

  func print(_ time: TimeParameters, _ words: DateSpelling.Words.Point) -> String {
    let isHalfDay = !words.meridiem.isEmpty || sharesHalf
    let hour = isHalfDay ? (time.hour + 11) % 12 + 1 : time.hour
    var text = padsHour ? hour.zeroPadded() : String(hour)
    if hasMinutes || !isHalfDay || time.minute > 0 || time.second > 0 {
      text += ":\(time.minute.zeroPadded())"
    }
    if hasSeconds || time.second > 0 { text += ":\(time.second.zeroPadded())" }
    return text + words.meridiem(of: time)
  }
}

extension DateSpelling {
  /// The beginning of a range within a day, written so that it is read again as the same time.
  func printBegin(_ begin: DateTimeParameters, before end: DateTimeParameters) -> String {
    var (point, words) = (first, words.first)
    let meridiem = self.words.second.meridiem
    if begin.date == end.date, !namesEndDay, words.meridiem.isEmpty, !meridiem.isEmpty {
      point.sharesHalf =
        first.sharesHalf && begin.time.onDial.sharingHalf(of: end.time) == begin.time
      let isRead = point.sharesHalf || begin.time.sharingHalf(of: end.time) == begin.time
      if !isRead { words.meridiem = meridiem }
    } else {
      point.sharesHalf = false
    }
    return point.print(begin, words)
  }
}

extension TimeParameters {
  /// The time as a dial of twelve hours shows it, with hours from 1 to 12.
  fileprivate var onDial: TimeParameters {
    let dial = secondOfDay % 43_200
    return TimeParameters(secondOfDay: dial < 3600 ? dial + 43_200 : dial) ?? self
  }
}

extension DateSpelling.Words.Point {
  /// The letters that were written, with the `a` or `p` that fits the time.
  fileprivate func meridiem(of time: TimeParameters) -> String {
    let letter = time.hour < 12 ? "a" : "p"
    return String(
      meridiem.map { character in
        switch character {
        case "a", "p": Character(letter)
        case "A", "P": Character(letter.uppercased())
        default: character
        }
      })
  }
}
