import ICalendar

extension CalendarReading {
  /// The offset of the first component in the bytes that `init(components:)` reads.
  static let componentsStart = start.count

  private static let start = CalendarWriter.start + Array("\r\n".utf8)

  /// Reads components as a calendar, of any size.
  init(components: some Collection<UInt8>) {
    self.init(bytes: Self.start + components + CalendarWriter.end, limits: .unlimitedSize)
  }
}
