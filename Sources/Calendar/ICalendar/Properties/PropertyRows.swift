public import CalendarItems
import ExactText
import TaskDates

/// The property table: which property holds which field of an item.
///
/// Writing an item walks the rows in this order. A change writes the rows in which the old and the new
/// item differ. Reading uses the rows in the other direction. `Docs/iCalendar.md` has a row for each.
enum PropertyRows {
  static let all: [any PropertyRow.Type] = [
    UIDRow.self, StampsRow.self, TitleRow.self, NotesRow.self, DatesRow.self, AfterDoneRow.self,
    StatusRow.self, PercentRow.self, CompletedRow.self, TransparencyRow.self, PriorityRow.self,
    LocationRow.self, AddressRow.self, ClassificationRow.self, ColorRow.self, EstimateRow.self,
    CategoriesRow.self, RelationsRow.self, HintsRow.self, AlarmsRow.self,
  ]

  /// The properties of each row.
  private static let properties = all.map { PropertySet($0.names) }

  /// Calls `body` with each row of which a component has a property.
  static func forEach(of properties: PropertySet, _ body: (any PropertyRow.Type) -> Void) {
    for index in all.indices where !self.properties[index].isDisjoint(with: properties) {
      body(all[index])
    }
  }

  /// The row of a field.
  static func row(of field: ItemField) -> (any PropertyRow.Type)? {
    all.first { $0.fields.contains(field) }
  }
}

// MARK: Texts

private enum UIDRow: SinglePropertyRow {
  static let name = PropertyName.uid
  static let field = ItemField.core(.uid)

  static func value(of item: CalendarItem) -> PropertyValue? { .text(item.uid) }
  static func read(_: inout ItemDecoder, into _: inout CalendarItem) {}
}

private enum TitleRow: SinglePropertyRow {
  static let name = PropertyName.summary
  static let field = ItemField.core(.title)

  static func value(of item: CalendarItem) -> PropertyValue? { .text(item.title) }

  static func read(_ decoder: inout ItemDecoder, into item: inout CalendarItem) {
    item.title = decoder.text(.summary) ?? ""
  }
}

private enum NotesRow: SinglePropertyRow {
  static let name = PropertyName.description
  static let field = ItemField.core(.notes)

  static func value(of item: CalendarItem) -> PropertyValue? { item.notes.map { .text($0) } }

  static func read(_ decoder: inout ItemDecoder, into item: inout CalendarItem) {
    item.notes = decoder.filledText(.description)
  }
}

// MARK: Details

private enum PriorityRow: DetailRow {
  static let name = PropertyName.priority
  static let detail = ItemDetail.priority

  static func value(of detail: ItemDetail.Value) -> PropertyValue? {
    detail.number.map { .integer($0) }
  }

  static func detail(of decoder: inout ItemDecoder) -> ItemDetail.Value? {
    decoder.integer(.priority, 0...9).flatMap { $0 == 0 ? nil : .number($0) }
  }
}

private enum LocationRow: TextDetailRow {
  static let name = PropertyName.location
  static let detail = ItemDetail.location

  static func value(of text: String) -> PropertyValue { .text(text) }
  static func text(of decoder: inout ItemDecoder) -> String? { decoder.filledText(.location) }
}

private enum ClassificationRow: TextDetailRow {
  static let name = PropertyName.classification
  static let detail = ItemDetail.classification

  static func value(of text: String) -> PropertyValue { .word(text) }

  static func text(of decoder: inout ItemDecoder) -> String? {
    decoder.word(.classification)?.uppercased()
  }
}

private enum ColorRow: TextDetailRow {
  static let name = PropertyName.color
  static let detail = ItemDetail.color

  static func value(of text: String) -> PropertyValue { .text(text.lowercased()) }

  static func text(of decoder: inout ItemDecoder) -> String? {
    decoder.filledText(.color)?.lowercased()
  }
}

// MARK: State

private enum StatusRow: SinglePropertyRow {
  static let name = PropertyName.status
  static let field = ItemField.core(.status)
  static let makesVersion = true

  static func value(of item: CalendarItem) -> PropertyValue? {
    item.status.map { .word($0.rawValue) }
  }

  static func read(_ decoder: inout ItemDecoder, into item: inout CalendarItem) {
    item.status = decoder.status(of: item.kind)
  }
}

/// PERCENT-COMPLETE of 100 replaces a missing STATUS.
private enum PercentRow: SinglePropertyRow {
  static let name = PropertyName.percent
  static let field = ItemField.core(.percent)
  static let kind: CalendarItem.Kind? = .reminder

  static func value(of item: CalendarItem) -> PropertyValue? { item.percent.map { .integer($0) } }

  static func read(_ decoder: inout ItemDecoder, into item: inout CalendarItem) {
    item.percent = decoder.integer(.percent, 0...100)
    if item.status == nil, item.percent == 100 { item.status = .completed }
  }
}

/// COMPLETED replaces a missing STATUS.
private enum CompletedRow: SinglePropertyRow {
  static let name = PropertyName.completed
  static let field = ItemField.core(.completed)
  static let kind: CalendarItem.Kind? = .reminder

  static func value(of item: CalendarItem) -> PropertyValue? { item.completed.map { .instant($0) } }

  static func read(_ decoder: inout ItemDecoder, into item: inout CalendarItem) {
    item.completed = decoder.instant(.completed)
    if item.status == nil, item.completed != nil { item.status = .completed }
  }
}

private enum TransparencyRow: SinglePropertyRow {
  static let name = PropertyName.transparency
  static let field = ItemField.core(.blocksTime)
  static let kind: CalendarItem.Kind? = .event

  static func value(of item: CalendarItem) -> PropertyValue? {
    .word(item.blocksTime ? "OPAQUE" : "TRANSPARENT")
  }

  static func read(_ decoder: inout ItemDecoder, into item: inout CalendarItem) {
    item.blocksTime = decoder.word(.transparency)?.uppercased() != "TRANSPARENT"
  }
}

// MARK: Stamps

/// A change writes the stamps last, once it is known what changes.
private enum StampsRow: PropertyRow {
  static let names: [PropertyName] = [.stamp, .created, .lastModified, .sequence]
  static let fields: [ItemField] = [.core(.revision)]

  static func write(_ source: ComponentSource, to add: PropertyValues.Taker) {
    let revision = source.item.revision ?? Revision(modified: .epoch)
    add(.stamp, .instant(revision.modified))
    add(.created, revision.created.map { .instant($0) })
    add(.lastModified, .instant(revision.modified))
    add(.sequence, .integer(revision.sequence))
  }

  static func read(_ decoder: inout ItemDecoder, into item: inout CalendarItem) {
    decoder.readRevision(&item)
  }

  static func patch(_: inout ItemPatch) {}
}

// MARK: Dates

/// The dates of an item, its repetition, and the occurrence that it is.
///
/// They are one row, because all have one clock and a rule counts from DTSTART. See `ComponentDates`
/// and `SeriesStarts`.
private enum DatesRow: PropertyRow {
  static let names: [PropertyName] = [
    .recurrenceID, .start, .due, .end, .duration, .rule, .exceptRule, .exceptions, .additions,
    .allDay,
  ]
  static let fields: [ItemField] = [
    .core(.when), .core(.start), .core(.anchor), .core(.recurrence), .core(.occurrence),
    .core(.replacesFuture),
  ]
  static let makesVersion = true

  static func write(_ source: ComponentSource, to add: PropertyValues.Taker) {
    source.writeOccurrence(to: add)
    source.writeDates(to: add)
    source.writeSeries(to: add)
  }

  static func read(_ decoder: inout ItemDecoder, into item: inout CalendarItem) {
    decoder.readDates(&item)
  }

  static func patch(_ patch: inout ItemPatch) {
    patch.writeDates()
    patch.writeRecurrence()
  }
}

/// No property of RFC 5545 counts from the last completion, so this one is our own.
private enum AfterDoneRow: PropertyRow {
  static let names: [PropertyName] = [.afterDone]
  static let fields: [ItemField] = [.core(.recurrence)]
  static let makesVersion = true

  static func write(_ source: ComponentSource, to add: PropertyValues.Taker) {
    guard source.writesAll, let recurrence = source.item.recurrence, recurrence.isAfterDone
    else { return }
    for rule in recurrence.rules { add(.afterDone, .rule(rule)) }
  }

  static func read(_ decoder: inout ItemDecoder, into item: inout CalendarItem) {
    decoder.readAfterDone(&item)
  }

  static func patch(_ patch: inout ItemPatch) { patch.writeAfterDone() }
}

/// An event at a time lasts as long as its estimate, which is its DURATION.
private enum EstimateRow: PropertyRow {
  static let names: [PropertyName] = [.estimatedDuration]
  static let fields: [ItemField] = [.detail(.estimate)]

  static func write(_ source: ComponentSource, to add: PropertyValues.Taker) {
    guard source.writesAll, !source.dates.lastsEstimate else { return }
    add(.estimatedDuration, source.item.estimate.map { .span($0) })
  }

  static func read(_ decoder: inout ItemDecoder, into item: inout CalendarItem) {
    let isLength = item.kind == .event && item.when?.isPoint == true
    if !isLength { item.estimate = decoder.span(.estimatedDuration) }
  }
}

// MARK: Lists

private enum CategoriesRow: PropertyRow {
  static let names: [PropertyName] = [.categories]
  static let fields: [ItemField] = [.core(.categories)]

  static func write(_ source: ComponentSource, to add: PropertyValues.Taker) {
    for category in source.item.categories { add(.categories, .text(category)) }
  }

  static func read(_ decoder: inout ItemDecoder, into item: inout CalendarItem) {
    decoder.readCategories(&item)
  }

  static func patch(_ patch: inout ItemPatch) { patch.writeCategories() }
}

private enum RelationsRow: PropertyRow {
  static let names: [PropertyName] = [.related]
  static let fields: [ItemField] = [.core(.relations)]

  static func write(_ source: ComponentSource, to add: PropertyValues.Taker) {
    for relation in source.item.relations { add(.related, .relation(relation)) }
  }

  static func read(_ decoder: inout ItemDecoder, into item: inout CalendarItem) {
    decoder.readRelations(&item)
  }

  static func patch(_ patch: inout ItemPatch) { patch.writeRelations() }
}

private enum HintsRow: PropertyRow {
  static let names: [PropertyName] = [.hintLine, .hintPath, .hintKey]
  static let fields: [ItemField] = [.core(.hints)]

  static func write(_ source: ComponentSource, to add: PropertyValues.Taker) {
    for hint in source.item.hints { add(.hintLine, .hint(hint)) }
  }

  static func read(_ decoder: inout ItemDecoder, into item: inout CalendarItem) {
    decoder.readHints(&item)
  }

  static func patch(_ patch: inout ItemPatch) { patch.writeHints() }
}

/// The components of alarms; they are read last, because each is a separate component.
private enum AlarmsRow: PropertyRow {
  static let names: [PropertyName] = [.trigger]
  static let fields: [ItemField] = [.core(.alarms)]

  static func write(_ source: ComponentSource, to add: PropertyValues.Taker) {
    for alarm in source.item.alarms { add(.trigger, .alarm(alarm, title: source.item.title)) }
  }

  static func read(_: inout ItemDecoder, into _: inout CalendarItem) {}

  static func patch(_ patch: inout ItemPatch) { patch.writeAlarms() }
}

extension TMDateType {
  /// True for a time without an end.
  fileprivate var isPoint: Bool { if case .dateTime = self { true } else { false } }
}

extension ItemDetail {
  /// The names of the properties that hold the detail, its own property first.
  public var propertyNames: [String] {
    let rows = PropertyRows.all.filter { $0.fields.contains(.detail(self)) }
    return rows.flatMap { $0.names }.map { "\($0.text)" }
      + (self == .estimate ? ["DURATION"] : [])
  }
}
