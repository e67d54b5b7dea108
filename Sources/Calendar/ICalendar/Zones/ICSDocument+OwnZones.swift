import ExactText

extension ICSDocument {
  /// True for a VTIMEZONE in the form of `TimeZoneEncoder`, in a calendar that duecal wrote.
  ///
  /// A calendar of duecal may have VTIMEZONEs of other programs, whose properties have another order.
  func isWritten(byDuecal zone: Int) -> Bool {
    guard let calendar = components[zone].parent, isOwn(calendar) else { return false }
    return children(of: zone).allSatisfy { child in
      let names = propertyLines(of: child).map { property(lines[$0]).upperName }
      return names == Self.order || names == Self.order + ["RRULE"]
    }
  }

  private static let order = ["DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "TZNAME"]

  /// True if duecal is the program that wrote a calendar.
  func isOwn(_ calendar: Int) -> Bool {
    propertyLines(of: calendar).lazy.map { self.property(self.lines[$0]) }
      .first { $0.isNamed("PRODID") }?.valueText == CalendarWriter.productID
  }

  /// True if duecal wrote all calendars of the file.
  package var isOwn: Bool { components(named: "VCALENDAR").allSatisfy(isOwn) }
}
