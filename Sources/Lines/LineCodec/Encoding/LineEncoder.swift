package import CalendarItems
package import ExactText
package import TaskBridge
package import TaskDates
import TaskEditing
package import TaskText

/// Writes items as lines of a document, so that each line gives its item again.
package struct LineEncoder {
  let document: TaskDocument
  let options: LineCodecOptions

  /// Writes lines with the dialect, the settings and the form of tags of a document.
  package init(_ document: TaskDocument, _ options: LineCodecOptions) {
    self.document = document
    self.options = options
  }

  /// How an item becomes a line: with all of its notes, and with the zones of its text.
  ///
  /// - Parameter days: The zone that the line of an item without times names.
  package func mapping(_ zones: ExactDictionary<Zone>, days: Zone? = nil) -> LineMapping {
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

  /// The line of a new item; nil if no line gives such an item.
  ///
  /// - Parameter now: The time of the change, for a sign with the day on which the item was made; nil for no such sign.
  package func line(
    of item: CalendarItem, _ zones: ExactDictionary<Zone>, inProject project: String?,
    now: Instant? = nil
  ) -> ItemLine? {
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
    return withKindTag(item.kind, line)
  }

  /// The day on which an item was made, otherwise today; nil for an item whose own line comes back.
  private func dayOfCreation(of item: CalendarItem, now: Instant?) -> DateParameters? {
    let isOwn = item.hints.contains { ExactString($0.name) == ExactString(LineHint.line) }
    guard !isOwn, let time = item.revision?.created ?? now else { return nil }
    return options.zone.civil(at: time)?.date
  }

  /// A line that becomes an item of a kind, if need be with a tag that says so; nil if no line does.
  package func withKindTag(_ kind: CalendarItem.Kind, _ line: ItemLine) -> ItemLine? {
    let tag = kind == .event ? Vocabulary.Field.event : .todo
    var marked = line
    marked.body += " " + Tag(tag.rawValue).toString
    return [line, marked].first {
      LoneLine(LineSource(line: $0), like: document, options).kind == kind
    }
  }

  /// An item as a line, with notes that are notes in the dialect of the document, too.
  package func text(
    of item: CalendarItem, _ mapping: LineMapping, inProject project: String?
  ) -> ItemLine {
    LineCodecCount.current?.noteWritten(item.title)
    let line = mapping.line(of: item, inProject: project)
    return ItemLine(body: line.body, notes: line.notes(in: document.dialect))
  }
}
