import CalendarImports
import CalendarStores
import CompactDictionary
import Diagnostics
import DuecalConfiguration
import ExactText
import ICalendar
import LineState
import StoreAccess
import UserFiles
import WebAddresses

/// A calendar that is imported: a file, a folder of files, an address, a list of a store, or standard input.
struct ImportSource {
  /// Its key in the state, which is the same however the source was named.
  let identity: String
  /// Its name in messages.
  let name: String
  /// Its contents, file by file; empty after `takeInputs`.
  private(set) var inputs: [CalendarInput]
  private let limits: InputLimits
  /// The names and the bytes of its contents after `takeInputs`.
  private var texts: [(name: String, bytes: [UInt8], lines: [Int]?)] = []

  /// True if a part of it could not be read; then missing items do not count as deleted.
  let isIncomplete: Bool

  /// Its components by UID, if they are saved in the state.
  var components: ItemComponents = [:]

  /// The names of its items, if other calendars are imported too.
  var names: Set<ItemName> = []

  init(
    identity: String, name: String, inputs: [CalendarInput], limits: InputLimits,
    isIncomplete: Bool
  ) {
    self.identity = identity
    self.name = name
    self.inputs = inputs
    self.limits = limits
    self.isIncomplete = isIncomplete
  }

  /// Returns the contents, and keeps only their bytes, so that what was read of them can be released.
  mutating func takeInputs() -> [CalendarInput] {
    texts = inputs.map { ($0.name, $0.reading.document.bytes, $0.sourceLines) }
    defer { inputs = [] }
    return inputs
  }

  /// Adds parts of its series that other calendars have.
  mutating func add(_ parts: [CalendarInput]) { inputs += parts }

  /// Reads the contents again if they were taken.
  mutating func readAgain() {
    guard inputs.isEmpty else { return }
    inputs = texts.map { text in
      var input = CalendarInput(
        name: text.name, bytes: text.bytes, limits: limits, threads: Processors.count)
      input.sourceLines = text.lines
      return input
    }
  }
}

/// Reads the sources of an import.
struct ImportSources {
  let options: ImportSourceOptions
  let sources: SourcePaths
  let time: NetworkTime
  let zones: ZoneOptions
  let runEnvironment: RunEnvironment
  /// The state with the calendars that servers sent last; nil if nothing is saved.
  var state: LineRegistry?
  /// Whether calendars from servers are saved there.
  var keepsFetched = true

  /// Reads all sources; reports and skips those that cannot be read.
  func read(_ messages: inout Messages) throws -> [ImportSource] {
    CalendarFiles.checkZones(&messages)
    var seen: ExactSet = []
    let all = try sources.all.flatMap { source -> [ImportSource] in
      switch source {
      case .store(let place): return try lists(of: place, &messages)
      case .path(let path):
        let isRemote = CalendarAddress.isOne(path)
        let found = try isRemote ? fetched(path, &messages) : local(path, &messages)
        return found.map { [$0] } ?? []
      }
    }
    // A calendar that is named twice is one source.
    return all.filter { seen.insert($0.identity).inserted }
  }

  /// Reads the lists of a store, each as a source of its own.
  private func lists(
    of place: StorePlace, _ messages: inout Messages
  ) throws -> [ImportSource] {
    let limits = try options.limits.limits()
    return StoreTexts(runEnvironment, time).lists(of: place, &messages).map { list in
      let inputs = list.elements.compactMap { text in
        read(text.bytes, text.name, limits: limits, messages: &messages)
      }
      return ImportSource(
        identity: list.identity, name: list.label, inputs: inputs, limits: limits,
        isIncomplete: !list.isWhole || inputs.count < list.elements.count)
    }
  }

  private func fetched(_ source: String, _ messages: inout Messages) throws -> ImportSource? {
    let limits = try options.limits.limits()
    let name = CalendarAddress.shown(source)
    guard let bytes = try bytes(at: source, called: name, limits: limits, messages: &messages),
      let input = read(bytes, name, limits: limits, messages: &messages)
    else { return nil }
    return ImportSource(
      identity: name, name: name, inputs: [input], limits: limits, isIncomplete: false)
  }

  /// The calendar at an address; the saved copy if the server reports that it has not changed.
  private func bytes(
    at source: String, called name: String, limits: InputLimits, messages: inout Messages
  ) throws -> [UInt8]? {
    let last = try state?.fetched(from: name)
    let validators = last.map {
      FetchValidators(url: $0.url, etag: $0.etag, lastModified: $0.lastModified)
    }
    switch CalendarNetwork.fetch(
      source, validators: validators, byteLimit: limits.bytes, time: time)
    {
    case .calendar(let calendar):
      reportMoved(calendar.movedTo, name, messages: &messages)
      try keep(calendar, name)
      return calendar.bytes
    case .unchanged(let moved):
      reportMoved(moved, name, messages: &messages)
      messages.log("\(name): unchanged on the server")
      return last?.bytes
    case .failed(let failure):
      messages.reportUnfetched(failure, at: source)
      return nil
    }
  }

  private func reportMoved(
    _ address: CalendarAddress?, _ name: String, messages: inout Messages
  ) {
    guard let address else { return }
    messages.warn("\(name): the calendar has moved for good; expected \(address)")
  }

  private func keep(_ calendar: FetchedCalendar, _ name: String) throws(StateError) {
    guard keepsFetched, let validators = calendar.validators else { return }
    try state?.save(
      FetchedSource(
        url: validators.url, etag: validators.etag, lastModified: validators.lastModified,
        bytes: calendar.bytes), from: name)
  }

  private func local(_ source: String, _ messages: inout Messages) throws -> ImportSource? {
    let limits = try options.limits.limits()
    let search = FileSearch(
      endings: CalendarFiles.endings, subject: "calendars",
      rules: runEnvironment.configuration.folderRules)
    var isIncomplete = false
    var inputs: [CalendarInput] = []
    for (name, _) in search.files(at: source, &isIncomplete, messages: &messages) {
      guard let bytes = bytes(name, &messages),
        let input = read(bytes, name, limits: limits, messages: &messages)
      else {
        isIncomplete = true
        continue
      }
      inputs.append(input)
    }
    guard !inputs.isEmpty else { return nil }
    return ImportSource(
      identity: source == "-" ? "-" : CanonicalPath.of(source), name: source, inputs: inputs,
      limits: limits, isIncomplete: isIncomplete || source == "-")  // it may differ each time
  }

  private func bytes(_ name: String, _ messages: inout Messages) -> [UInt8]? {
    do throws(FileError) {
      return name == "-"
        ? try FileSnapshot.standardInput().bytes : try FileSnapshot.read(name).bytes
    } catch {
      messages.reportUnreadable(error)
      return nil
    }
  }

  /// Reads the JSON of `task export`; nil, after a report, if the bytes are not that.
  private func readTaskwarrior(
    _ bytes: [UInt8], _ name: String, limits: InputLimits, messages: inout Messages
  ) -> CalendarInput? {
    do {
      let export = try TaskwarriorExport(
        parsing: bytes, zone: try zones.resolvedZone(runEnvironment))
      var input = CalendarInput(
        name: name, bytes: export.calendar, limits: limits, threads: Processors.count)
      input.sourceLines = export.lines
      if export.deletedCount > 0 {
        let isOne = export.deletedCount == 1
        messages.warn(
          "\(name): \(export.deletedCount) deleted \(isOne ? "task is" : "tasks are") left out")
      }
      return input
    } catch let fault as TaskwarriorExport.Fault {
      messages.report(fault.diagnostic, file: name)
      messages.note(.dataError)
    } catch {
      messages.note(error as? ExitStatus ?? .dataError)
    }
    return nil
  }

  /// Reads a calendar; nil, after a report, if the bytes are not a calendar, so that they do not count as an empty one.
  private func read(
    _ bytes: [UInt8], _ name: String, limits: InputLimits, messages: inout Messages
  ) -> CalendarInput? {
    if TaskwarriorExport.mayBeOne(bytes) {
      return readTaskwarrior(bytes, name, limits: limits, messages: &messages)
    }
    let input = CalendarInput(
      name: name, bytes: bytes, limits: limits, threads: Processors.count)
    let reading = input.reading
    if !reading.isCalendar, let fault = CalendarFiles.taskFault(bytes, name) {
      messages.report(fault, file: name)
      messages.note(.dataError)
      return nil
    }
    for diagnostic in reading.diagnostics { messages.report(diagnostic, file: name) }
    guard reading.isCalendar else {
      if reading.diagnostics.isEmpty {
        messages.report(
          Diagnostic(
            .error, at: Place(line: 1, column: 1),
            message: "the file does not contain a calendar; expected BEGIN:VCALENDAR"), file: name)
      }
      messages.note(.dataError)
      return nil
    }
    return input
  }
}
