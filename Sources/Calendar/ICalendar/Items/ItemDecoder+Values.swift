import CalendarItems
import Diagnostics
import ExactText
import TaskDates

// MARK: - Dates and lengths as written

extension ItemDecoder {
  /// The date of the first property of a name.
  mutating func date(_ name: PropertyName) -> DecodedDate? {
    guard let place = lines.place(of: name) else { return nil }
    return dates(at: place).first
  }

  /// The dates of a line.
  mutating func dates(at place: Int) -> [DecodedDate] {
    let line = lines.lines[place]
    let answers = Array(lines.answers(to: line))
    var dates: [DecodedDate] = []
    for (value, answer) in zip(lines.values(of: line), answers) {
      if value.isEmpty { continue }
      guard let date = date(value, answer, at: place) else { continue }
      dates.append(date)
    }
    if !dates.isEmpty, lines.lines[place].fate == .kept { lines.set(.understood, at: place) }
    return dates
  }

  /// A date as libical reads it, otherwise as a client may mean it.
  mutating func date(
    _ bytes: ArraySlice<UInt8>, _ answer: LibicalValue?, at place: Int
  ) -> DecodedDate? {
    var read = answer
    if read == nil {
      read = ValueReader.date(bytes)
      reportSpelling(of: bytes, read, at: place)
    }
    switch read {
    case .day(let day)?: return DecodedDate(value: .day(day), anchor: .floating, zone: nil)
    case .moment(let moment, let isUTC)?:
      return day(of: moment, bytes, at: place) ?? pinned(moment, isUTC: isUTC, at: place)
    default:
      let text = String(decoding: bytes.prefix(80), as: UTF8.self)
      refuse(place, "\(text.quoted) is not a date; expected one such as 20261203T150000")
      return nil
    }
  }

  /// The day of a time whose parameters call it a date, as calcurse writes it; nil for any other time.
  private mutating func day(
    of moment: DateTimeParameters, _ bytes: ArraySlice<UInt8>, at place: Int
  ) -> DecodedDate? {
    let line = lines.lines[place]
    guard line.property.text(of: "VALUE")?.uppercased() == "DATE", line.name?.isStamp == false
    else { return nil }
    let text = String(decoding: bytes.prefix(80), as: UTF8.self)
    report(
      .warning, at: place,
      message:
        "\(text.quoted) is read as \(moment.date.compact), because of VALUE=DATE; expected that form"
    )
    return DecodedDate(value: .day(moment.date), anchor: .floating, zone: nil)
  }

  /// Reports how a date is read that is not written as RFC 5545 requires.
  private mutating func reportSpelling(
    of bytes: ArraySlice<UInt8>, _ read: LibicalValue?, at place: Int
  ) {
    let wanted: String
    switch read {
    case .day(let day)?: wanted = day.compact
    case .moment(let moment, let isUTC)?: wanted = moment.compact + (isUTC ? "Z" : "")
    default: return
    }
    guard !wanted.utf8.elementsEqual(bytes) else { return }
    let text = String(decoding: bytes.prefix(80), as: UTF8.self)
    report(
      .warning, at: place, message: "\(text.quoted) is read as \(wanted); expected that form")
  }

  private mutating func pinned(
    _ moment: DateTimeParameters, isUTC: Bool, at place: Int
  ) -> DecodedDate {
    let property = lines.lines[place].property
    let floating = DecodedDate(value: .moment(moment), anchor: .floating, zone: nil)
    if isUTC { return DecodedDate(value: .moment(moment), anchor: .utc, zone: nil) }
    guard let tzid = property.text(of: "TZID"), !tzid.isEmpty else { return floating }
    guard let meaning = zones.zone(of: property, inCalendar: calendar) else {
      let reason = zones.reason(forTZID: property.zoneWithColon?.tzid ?? tzid)
      report(.error, at: place, message: "\(reason); the time is read without a zone")
      return floating
    }
    if meaning.zone.isUTC { return DecodedDate(value: .moment(moment), anchor: .utc, zone: nil) }
    let name = name(of: meaning)
    note(meaning.zone, as: name)
    let date = DecodedDate(value: .moment(moment), anchor: .zone(name), zone: meaning.zone)
    if let begins = meaning.begins, let instant = date.instant, instant < begins {
      report(
        .warning, at: place,
        message: "the VTIMEZONE \(tzid.quoted) has no rule for times before its first one")
    }
    return date
  }

  /// A stamp: one without a zone is read as UTC, as old clients mean it; a day is read as its noon.
  mutating func instant(_ name: PropertyName) -> Instant? {
    guard let place = lines.place(of: name), !isInYearZero(place),
      let date = dates(at: place).first
    else { return nil }
    if let instant = date.instant { return instant }
    switch date.value {
    case .moment(let moment):
      report(
        .note, at: place,
        message: "\(name.text) has no zone and is read as UTC; expected a Z after it")
      return Instant(seconds: moment.secondNumber)
    case .day(let day):
      report(
        .note, at: place,
        message: "\(name.text) has no time and is read as noon; expected a time in UTC")
      return Instant(seconds: day.dayNumber * 86_400 + 43_200)
    }
  }

  /// True for a stamp in the year 0, before the first year of calendars.
  ///
  /// Google Calendar writes `CREATED:00001231T000000Z` for an unknown time; it is ignored.
  private func isInYearZero(_ place: Int) -> Bool {
    let line = lines.lines[place]
    guard let name = line.name, [.created, .lastModified, .stamp].contains(name) else {
      return false
    }
    return ValueReader.isInYearZero(line.property.bytes[line.property.value])
  }

  /// A length of time.
  mutating func span(_ name: PropertyName) -> TimeSpan? {
    guard let place = lines.place(of: name) else { return nil }
    return span(at: place)
  }

  mutating func span(at place: Int) -> TimeSpan? {
    let line = lines.lines[place]
    let value = line.property.bytes[line.property.value]
    var span: TimeSpan?
    if case .span(let read)?? = lines.answers(to: line).first, ValueReader.isUsable(read) {
      span = read
    } else {
      span = ValueReader.span(value)
      if let span, !ValueReader.isPlainSpan(value) {
        report(
          .warning, at: place,
          message: "\(line.property.valueText.quoted) is read as \(span.duration)")
      }
    }
    guard let span else {
      let text = line.property.valueText
      if !text.isEmpty {
        refuse(place, "\(text.quoted) is not a length of time; expected one such as PT15M")
      }
      return nil
    }
    lines.set(.understood, at: place)
    return span
  }
}
