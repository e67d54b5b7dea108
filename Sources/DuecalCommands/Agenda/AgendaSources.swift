import ArgumentParser
import CalendarAddresses
import ICalendar
import UserFiles

/// How the sources of a list are read: task files, calendars, folders of both, addresses.
struct AgendaSources: ParsableArguments {
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var network: NetworkOptions

  /// Reads sources; one that cannot be read is said and left out.
  ///
  /// - Parameters:
  ///   - paths: Files, folders of them, addresses, or `-` for standard input.
  ///   - condition: The queries that lines are asked for by; nil for none.
  func items(
    at paths: [String], _ choice: SourceItems.Choice, where condition: WhereOptions? = nil,
    _ clock: RunClock, _ surroundings: Surroundings, _ messages: inout Messages
  ) throws -> SourceItems {
    try CalendarNetwork.prepare(for: paths)
    let limits = try limits.limits()
    var choice = choice
    choice.configuration = surroundings.configuration
    var calendars: [SourceCalendar] = []
    func read(_ bytes: [UInt8], _ name: String, _ messages: inout Messages) {
      if calendars.isEmpty { CalendarFiles.checkZones(&messages) }
      let reading = CalendarFiles.reading(bytes, name, limits, notes: false, &messages)
      let calendar = SourceCalendar(name, reading)
      for group in calendar.groups { group.sayOlder(in: name, &messages) }
      calendars.append(calendar)
    }
    let tasks = reading.read(
      paths.filter { !CalendarAddress.isOne($0) }, &messages, surroundings,
      calendarsInFolders: true, calendar: read)
    for address in paths.filter(CalendarAddress.isOne) {
      guard let bytes = network.bytes(at: address, limit: limits.bytes, &messages) else { continue }
      read(bytes, CalendarAddress.shown(address), &messages)
    }
    choice.lines = try condition?.lines(
      of: tasks.files, now: clock.now, surroundings.configuration.vocabulary, &messages)
    return SourceItems(tasks.files, calendars, clock, choice)
  }
}
