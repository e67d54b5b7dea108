import CalendarItems
import CalendarStores
import ExactText
import LineState
import TaskBridge
import TaskDates
import TaskEditing
import TaskText

/// Writes items as lines of a document, so that each line gives its item again.
struct ItemLines {
  private let document: TaskDocument
  private let options: TaskFolderOptions

  init(_ document: TaskDocument, _ options: TaskFolderOptions) {
    self.document = document
    self.options = options
  }

  /// How an item becomes a line: with all of its notes, and with the zones of its text.
  ///
  /// - Parameter days: The zone that the line of an item without times names.
  func mapping(_ zones: ExactDictionary<Zone>, days: Zone? = nil) -> LineMapping {
    var mapping = LineMapping.Options(zone: options.zone)
    mapping.zoneOfDays = days
    mapping.zones = zones.merging([options.zone.name: options.zone]) { first, _ in first }
    let database = options.zones
    mapping.isZoneKnown = { (try? database.zone(named: $0)) != nil }
    mapping.dayStart = options.dayStart
    mapping.noteLimit = nil
    mapping.excludesDays = true
    mapping.closesOnLineClock = true
    mapping.takesHints = true
    return LineMapping(mapping, options.vocabulary)
  }

  /// The line of a new item.
  ///
  /// - Parameter now: The time of the change, for a sign with the day on which the item was made; nil for no such sign.
  func line(
    of item: CalendarItem, _ zones: ExactDictionary<Zone>, inProject project: String?,
    now: Instant? = nil
  ) throws(StoreError) -> ItemLine {
    var line = text(of: item, mapping(zones), inProject: project)
    let mark: LineMark =
      switch item.status {
      case .completed: .done
      case .cancelled: .cancelled
      default: .none
      }
    // The form of a line does not depend on its zone.
    let reader = LineFieldReader(vocabulary: options.vocabulary, isZoneKnown: { _ in nil })
    line.body = document.inOwnForm(
      line.body(in: document, marked: mark), reader, isImported: true,
      writtenOn: dayOfCreation(of: item, now: now))
    return try said(item.kind, line)
  }

  /// The day on which an item was made, otherwise today; nil for an item whose own line comes back.
  private func dayOfCreation(of item: CalendarItem, now: Instant?) -> DateParameters? {
    let isOwn = item.hints.contains { ExactString($0.name) == ExactString(LineHint.line) }
    guard !isOwn, let time = item.revision?.created ?? now else { return nil }
    return options.zone.civil(at: time)?.date
  }

  /// A line that becomes an item of a kind, if need be with a tag that says so.
  func said(_ kind: CalendarItem.Kind, _ line: ItemLine) throws(StoreError) -> ItemLine {
    let tag = kind == .event ? Vocabulary.Field.event : .todo
    var marked = line
    marked.body += " " + Tag(tag.rawValue).toString
    for line in [line, marked] where becomes(line) == kind { return line }
    throw .invalid("no line of a task file is such \(kind == .event ? "an event" : "a reminder")")
  }

  private func becomes(_ line: ItemLine) -> CalendarItem.Kind? {
    let source = KnownTaskFile.Source(line: line, path: [], parent: nil)
    return SourceItem(source, like: document, options).kind
  }

  /// An item as a line, with notes that are notes in the dialect of the document, too.
  func text(of item: CalendarItem, _ mapping: LineMapping, inProject project: String?) -> ItemLine {
    LineCodecCount.current?.noteWritten(item.title)
    return shielded(mapping.line(of: item, inProject: project))
  }

  /// A line whose notes are notes in the dialect of the document, too.
  private func shielded(_ line: ItemLine) -> ItemLine {
    ItemLine(body: line.body, notes: line.notes(in: document.dialect))
  }
}
