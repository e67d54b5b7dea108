import TaskDates

/// Every day from 1990 to 2050, walked one by one without the library's arithmetic: the reference for periods and
/// relative dates.
struct WalkedCalendar {
  struct Day {
    let year: Int
    let month: Int
    let day: Int
    /// From Monday, 1, to Sunday, 7.
    let weekday: Int
    let weekYear: Int
    let week: Int

    /// The day, its week, its month and its year, in the order of the units.
    var names: [String] {
      [
        "\(year)-\(pad(month))-\(pad(day))", "\(weekYear)-W\(pad(week))", "\(year)-\(pad(month))",
        "\(year)",
      ]
    }

    private func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  }

  let days: [Day]

  init() {
    // 1990-01-01 was a Monday, and the first day of 1990-W01.
    var days: [Day] = []
    var (year, month, day, weekday, weekYear, week) = (1990, 1, 1, 1, 1990, 1)
    while year <= 2050 {
      days.append(
        Day(
          year: year, month: month, day: day, weekday: weekday, weekYear: weekYear, week: week))
      day += 1
      if day > Self.length(month, year) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
      weekday = weekday == 7 ? 1 : weekday + 1
      guard weekday == 1 else { continue }
      // The week that contains 4 January is the first of its year.
      let isFirst = month == 12 && day >= 29 || month == 1 && day <= 4
      week = isFirst ? 1 : week + 1
      if isFirst { weekYear += 1 }
    }
    self.days = days
  }

  private static func length(_ month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }
}
