import CalendarStores
import DuecalConfiguration
import ExactText
import ICalendar
import UserFiles
import WebAddresses

extension AgendaSourceOptions {
  /// Reads task files, calendars, folders of both, addresses and stores; reports and skips those that cannot be read.
  ///
  /// - Parameters:
  ///   - paths: Files, folders of them, addresses, stores, or `-` for standard input.
  ///   - condition: The queries that lines have to match; nil for none.
  func items(
    at paths: [String], _ choice: SourceItems.Choice, where condition: WhereOptions? = nil,
    clock: RunClock, runEnvironment: RunEnvironment, messages: inout Messages
  ) throws -> SourceItems {
    let sources = try SourcePaths(paths, runEnvironment)
    let limits = try limits()
    var choice = choice
    choice.configuration = runEnvironment.configuration
    var calendars: [SourceCalendar] = []
    func add(
      _ bytes: [UInt8], _ name: String, list: String? = nil, source: String,
      messages: inout Messages
    ) {
      if calendars.isEmpty { CalendarFiles.checkZones(&messages) }
      let reading = CalendarFiles.reading(
        bytes, name, limits: limits, notes: false, messages: &messages)
      calendars.append(SourceCalendar(name, reading, list: list, source: source))
    }
    let tasks = read(
      sources.files, besides: sources.all.count - sources.files.count, messages: &messages,
      runEnvironment: runEnvironment, calendarsInFolders: true,
      needsProse: condition?.isGiven == true
    ) { bytes, name, path, messages in add(bytes, name, source: path, messages: &messages) }
    tasks.reportTaskless(&messages)
    for address in sources.addresses {
      let bytes = CalendarNetwork.bytes(
        at: address, limit: limits.bytes, time: time, messages: &messages)
      guard let bytes else { continue }
      add(bytes, CalendarAddress.shown(address), source: address, messages: &messages)
    }
    let stores = StoreTexts(runEnvironment, time)
    let isNamed = !(choice.projects + choice.tags).isEmpty
    let filter = isNamed ? StoredTextFilter() : choice.stored
    let lists = sources.stores.flatMap {
      stores.contents(of: $0, needing: filter, limits: limits, &messages)
    }
    for list in lists {
      for content in list.elements {
        switch content {
        case .nothing: continue
        case .item(let item, let name):
          if calendars.isEmpty { CalendarFiles.checkZones(&messages) }
          calendars.append(
            SourceCalendar(name, item, list: list.identity, source: list.identity))
        case .other(let text):
          if let failure = text.failure {
            messages.reportUnreadable(text, failure)
            continue
          }
          add(
            text.bytes, text.name, list: list.identity, source: list.identity,
            messages: &messages)
        }
      }
    }
    SourceCalendar.join(&calendars, &messages)
    for calendar in calendars { calendar.reportOlder(&messages) }
    choice.lines = try condition?.lines(
      of: tasks.files, now: clock.now, vocabulary: runEnvironment.configuration.vocabulary,
      messages: &messages)
    let stored = lists.compactMap { list in list.lines.map { (list.identity, $0) } }
    return SourceItems(tasks.files, calendars, storedLists: stored, clock: clock, choice: choice)
  }
}
