import CalendarImports
import CalendarItems
import CompactDictionary
import Diagnostics
import ExactText
import ICalendar
import LineCodec
import LineState
import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import Testing

/// The import of a calendar into a task file, with its plan.
struct Imported {
  let plan: ImportPlan

  /// The file.
  var text: String { plan.files[0].edited.text }
  /// Its lines.
  var lines: [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
  /// The changes, a word and a title for each.
  var changes: [String] { plan.changes.map { "\($0.kind.rawValue) \($0.title)" } }
  /// The fields in conflict, with the values of both sides.
  var conflicts: [String] {
    plan.changes.flatMap(\.sides).map { "\($0.field): \($0.mine) / \($0.theirs)" }
  }
  var memory: ImportMemory { plan.memory }
}

/// A task file of a test.
func taskFile(
  _ text: String, _ name: String = "inbox.taskpaper", dialect: TaskDialect = .taskPaper
) -> TaskFile {
  TaskFile(
    name: name, identity: name, modified: .epoch, document: TaskDocument(text, dialect: dialect))
}

/// The options of a test, in Berlin unless another zone is given.
func importOptions(
  _ zone: String = "Europe/Berlin", _ change: (inout ImportOptions) -> Void = { _ in }
) throws -> ImportOptions {
  let database = ZoneDatabase()
  let named: @Sendable (String) -> Zone? = { try? database.zone(named: $0) }
  let reader = LineFieldReader { named($0) == nil ? .unknown($0) : nil }
  var options = ImportOptions(
    zone: try database.zone(named: zone), reader: reader, zoneNamed: named)
  change(&options)
  return options
}

/// A calendar around some components; `\n` ends its lines.
func calendar(_ components: String...) -> CalendarInput {
  let lines =
    (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x"] + components + ["END:VCALENDAR", ""])
    .joined(separator: "\n")
  return CalendarInput(
    name: "a.ics", reading: CalendarReading(bytes: Array(lines.replacing("\n", with: "\r\n").utf8)))
}

/// A to-do with some properties.
func todo(_ properties: String, uid: String = "1", title: String = "a") -> String {
  component("VTODO", properties, uid, title)
}

/// An event with some properties.
func event(_ properties: String, uid: String = "1", title: String = "a") -> String {
  component("VEVENT", properties, uid, title)
}

private func component(_ name: String, _ properties: String, _ uid: String, _ title: String)
  -> String
{
  let own = properties.isEmpty ? [] : [properties]
  return
    (["BEGIN:\(name)", "UID:\(uid)", "DTSTAMP:20240101T000000Z", "SUMMARY:\(title)"] + own
    + ["END:\(name)"]).joined(separator: "\n")
}

/// Checks that a plan is the same if the items are read again instead of being in memory, as those of a large calendar.
func expectSameOfItemsReadAgain(
  _ plan: ImportPlan, _ inputs: [CalendarInput], into files: [TaskFile],
  after memory: ImportMemory, _ options: ImportOptions, elsewhere: [ImportMemory] = [],
  _ location: SourceLocation = #_sourceLocation
) {
  let again = ImportPlan(
    inputs.map {
      var input = CalendarInput(
        name: $0.name, bytes: $0.reading.document.bytes, keepsItemsUpTo: 0)
      input.sourceLines = $0.sourceLines
      return input
    }, into: files, after: memory, options: options, elsewhere: elsewhere)
  #expect(
    again.files.map(\.edited.bytes) == plan.files.map(\.edited.bytes), sourceLocation: location)
  #expect(again.changes == plan.changes, sourceLocation: location)
  #expect(again.losses == plan.losses, sourceLocation: location)
  #expect(again.memory == plan.memory, sourceLocation: location)
  #expect(again.items.map(\.item) == plan.items.map(\.item), sourceLocation: location)
}

/// Checks that a plan that does not explain itself, which releases what it no longer needs, has the same result.
func expectSameWithoutExplanations(
  _ plan: ImportPlan, _ inputs: [CalendarInput], into files: [TaskFile],
  after memory: ImportMemory, _ options: ImportOptions, elsewhere: [ImportMemory] = [],
  _ location: SourceLocation = #_sourceLocation
) {
  var options = options
  options.explains = false
  let brief = ImportPlan(
    inputs, into: files, after: memory, options: options, elsewhere: elsewhere)
  #expect(
    brief.files.map(\.edited.bytes) == plan.files.map(\.edited.bytes), sourceLocation: location)
  #expect(brief.memory == plan.memory, sourceLocation: location)
}

/// Imports a calendar, and checks the invariants of imports: the second and the third import change nothing, the file
/// reads as what was written, and the lines have the content of the items.
///
/// - Parameter losses: The fields that cannot be read back from a line without a hint.
@discardableResult
func imported(
  _ inputs: CalendarInput..., into text: String = "", zone: String = "Europe/Berlin",
  after memory: ImportMemory = ImportMemory(), dialect: TaskDialect = .taskPaper,
  elsewhere: [ImportMemory] = [], losses: Set<String> = [],
  _ location: SourceLocation = #_sourceLocation,
  change: (inout ImportOptions) -> Void = { _ in }
) throws -> Imported {
  let options = try importOptions(zone, change)
  let plan = ImportPlan(
    inputs, into: [taskFile(text, dialect: dialect)], after: memory, options: options,
    elsewhere: elsewhere)
  expectRest(plan, inputs, options, elsewhere: elsewhere, location)
  expectSameOfItemsReadAgain(
    plan, inputs, into: [taskFile(text, dialect: dialect)], after: memory, options,
    elsewhere: elsewhere, location)
  expectSameWithoutExplanations(
    plan, inputs, into: [taskFile(text, dialect: dialect)], after: memory, options,
    elsewhere: elsewhere, location)
  let edited = plan.files[0].edited
  #expect(edited.printed == edited.bytes, sourceLocation: location)
  if memory.isEmpty, text.isEmpty { expectSameContent(plan, inputs, options, losses, location) }
  return Imported(plan: plan)
}

/// Expects that two more imports change nothing.
func expectRest(
  _ plan: ImportPlan, _ inputs: [CalendarInput], _ options: ImportOptions,
  elsewhere: [ImportMemory] = [], _ location: SourceLocation = #_sourceLocation
) {
  var (last, options) = (plan, options)
  options.allowedRemovals = nil
  for _ in 0..<2 where plan.refusal == nil {
    let files = last.files.map { file in
      TaskFile(
        name: file.file.name, identity: file.file.identity, modified: .epoch,
        document: TaskDocument(bytes: file.edited.bytes, dialect: file.edited.dialect))
    }
    let next = ImportPlan(
      inputs, into: files, after: last.memory, options: options, elsewhere: elsewhere)
    #expect(next.files.allSatisfy { !$0.isChanged }, sourceLocation: location)
    #expect(next.files[0].edited.text == last.files[0].edited.text, sourceLocation: location)
    #expect(next.refusal == nil, sourceLocation: location)
    #expect(next.changes.filter { $0.isEdit }.isEmpty, sourceLocation: location)
    #expect(next.memory == last.memory, sourceLocation: location)
    last = next
  }
}

// MARK: The content of lines

/// Expects that each line, exported, becomes the item from which it was imported.
private func expectSameContent(
  _ plan: ImportPlan, _ inputs: [CalendarInput], _ options: ImportOptions, _ losses: Set<String>,
  _ location: SourceLocation
) {
  for item in plan.items where item.hint == nil {
    guard let place = plan.memory.items[item.name]?.place else { continue }
    let back = exported(plan.files[0].edited, line: place.line, item.item, options)
    guard let back else {
      Issue.record("no item: \(plan.files[0].edited.text)", sourceLocation: location)
      continue
    }
    let zones = inputs.reduce(into: ExactDictionary<Zone>()) {
      $0.merge($1.reading.anchors) { first, _ in first }
    }
    let mine = Telling(back.item, options.mapping.zone, back.zones)
    let theirs = Telling(item.item, options.mapping.zone, zones)
    let lost = Set(mine.fields.keys.filter { mine.fields[$0] != theirs.fields[$0] })
    #expect(
      lost == losses, "\(plan.files[0].edited.text)\n\(mine.fields)\n\(theirs.fields)",
      sourceLocation: location)
  }
}

/// A line exported as an item, encoded and read again.
private func exported(
  _ document: TaskDocument, line: Int, _ item: CalendarItem, _ options: ImportOptions
) -> (item: CalendarItem, zones: ExactDictionary<Zone>)? {
  let file = TaskFile(name: "", identity: "", modified: .epoch, document: document)
  var ignored: [Diagnostic] = []
  let fields = options.reader.fields(of: document, line: line, diagnostics: &ignored)
  var export = ExportOptions(zone: options.mapping.zone)
  export.keepsAlarms = true
  if case .named(let name) = fields.zone { export.zones[name] = options.zone(name) }
  let source = ItemMapping.Source(line: line, file: file, path: [], parentUID: nil)
  let kind = fields.exportKind
  let mapping = ItemMapping(export, vocabulary: options.reader.vocabulary)
  let mapped = mapping.item(kind, fields, source: source, uid: "1")
  ignored += mapping.faults(of: mapped, fields, source: source)
  #expect(ignored.filter { $0.severity == .error }.map(\.description) == [])
  var zones = export.zones
  zones[options.mapping.zone.name] = options.mapping.zone
  let bytes = ItemEncoder(zones: zones).lines(of: mapped)
  let reading = CalendarReading(
    bytes: CalendarWriter.start + Array("\r\n".utf8) + bytes + CalendarWriter.end)
  return reading.items.first.map { ($0.item, reading.anchors) }
}

extension LineFields {
  /// The kind of item that `--as auto` exports for a line.
  fileprivate var exportKind: CalendarItem.Kind {
    guard let due else { return .reminder }
    if let kind { return kind }
    switch due.value {
    case .beginEndDate, .days: return .event
    default: return .reminder
    }
  }
}

/// The content of an item, whatever its form.
private struct Telling {
  private(set) var fields: [String: String] = [:]

  init(_ item: CalendarItem, _ zone: Zone, _ zones: ExactDictionary<Zone>) {
    let own: Zone? =
      switch item.anchor {
      case .floating: nil
      case .utc: .utc
      case .zone(let name): zones[name]
      }
    func told(_ date: TMDateType?) -> String {
      guard let date else { return "" }
      guard !date.isAllDay, let own else { return "\(date)" }
      return
        "\(own.instant(of: date.startDate)) \(date.endDate.map { "\(own.instant(of: $0))" } ?? "")"
    }
    fields["kind"] = item.kind.rawValue
    fields["title"] = item.title
    fields["notes"] = item.notes ?? ""
    fields["when"] = told(item.when)
    fields["start"] = told(item.start)
    let isDone = item.status == .completed || item.status == nil && item.percent == 100
    let isPlain = [nil, .needsAction, .confirmed].contains(item.status)
    fields["status"] = isDone ? "done" : isPlain ? "" : item.status?.rawValue
    fields["completed"] = item.completed.map { "\($0.seconds / 60)" } ?? ""
    fields["percent"] = "\(item.percent ?? (isDone ? 100 : 0))"
    fields["priority"] = item.priority.map { "\($0)" } ?? ""
    fields["estimate"] = item.kind == .event ? item.estimate?.text ?? "" : ""
    fields["location"] = item.location ?? ""
    fields["url"] = item.url ?? ""
    fields["class"] = item.classification ?? "PUBLIC"
    fields["categories"] = item.categories.joined(separator: "|")
    guard let recurrence = item.recurrence else { return }
    fields["rules"] = recurrence.rules.map { "\($0)" }.joined(separator: "|")
    fields["except"] = recurrence.except.map(told).joined(separator: "|")
    fields["also"] = recurrence.also.map(told).joined(separator: "|")
  }
}
