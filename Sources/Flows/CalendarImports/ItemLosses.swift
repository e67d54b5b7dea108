import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import TaskBridge
import TaskDates

/// The losses of one item.
struct ItemLosses {
  struct Found {
    /// The content line, as an index.
    let line: Int
    let property: String
    let value: String
    let reason: String

    func told(_ input: CalendarInput, _ places: inout LinePlaces) -> ImportLoss {
      let document = input.reading.document
      let offset = document.lines[line].range.lowerBound
      return ImportLoss(
        file: input.name, line: places.place(ofByte: offset).line, property: property,
        value: String(value.prefix(1000)), reason: reason)
    }
  }

  private(set) var losses: [Found] = []
  private let imported: ImportedItem
  private let item: CalendarItem
  private let said: CalendarItem?
  private let line: RoundTrippedItems.Line?
  private let reading: ItemReading
  private let document: ICSDocument
  private let options: ImportOptions
  private let anchors: ExactDictionary<Zone>

  init(
    _ imported: ImportedItem, _ said: CalendarItem?, line: RoundTrippedItems.Line?,
    input: CalendarInput, options: ImportOptions
  ) {
    self.imported = imported
    item = imported.item
    self.said = said
    self.line = line
    reading = input.reading.items[imported.reading]
    document = input.reading.document
    self.options = options
    anchors = input.reading.anchors
  }

  mutating func collect(_ known: ExactSet) {
    collectKept()
    if let said, said.url == item.url, item.url != nil {
      losses.removeAll { $0.property == "URL" }
    }
    guard let said else { return lose("BEGIN", "the line is read as no item") }
    for field in ItemField.allCases { collect(field, said, known: known) }
  }

  /// Reports the part of a field that the line does not keep.
  private mutating func collect(_ field: ItemField, _ said: CalendarItem, known: ExactSet) {
    switch field {
    case .detail(let detail): collect(detail, said)
    case .core(.title): collectTitle(said)
    case .core(.notes): collectNotes(said)
    case .core(.categories): collectCategories(said)
    case .core(.when): collectWhen(said)
    case .core(.start): collectStart(said)
    case .core(.anchor): collectZone(said)
    case .core(.blocksTime): collectTransparency(said)
    case .core(.alarms): collectAlarms(said)
    case .core(.status): collectStatus()
    case .core(.percent): collectPercent(said)
    case .core(.completed): collectCompletion(said)
    case .core(.recurrence): collectSeries(said)
    case .core(.relations): collectRelations(known)
    case .core(.kind), .core(.uid), .core(.occurrence), .core(.replacesFuture): break  // its name
    case .core(.revision), .core(.hints): break  // of this version alone
    }
  }

  // MARK: What is not understood

  /// Stamps, and what only says which version of an item this is, are nobody's loss.
  private static let silent: Set<String> = [
    "BEGIN", "END", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "UID", "X-DUECAL-LINE",
    "X-DUECAL-PATH", "X-DUECAL-KEY", "RECURRENCE-ID",
  ]

  private mutating func collectKept() {
    for index in reading.kept {
      let property = document.property(document.lines[index])
      let name = property.upperName
      guard !Self.silent.contains(name) else { continue }
      losses.append(
        Found(
          line: index, property: name, value: property.valueText,
          reason: "a task file has no place for it"))
    }
  }

  // MARK: What differs

  private mutating func lose(_ property: String, _ reason: String) {
    let lines = document.propertyLines(of: reading.component)
    let index = lines.first { document.property(document.lines[$0]).upperName == property }
    let place = index ?? document.components[reading.component].lines.lowerBound
    let value = index.map { document.property(document.lines[$0]).valueText } ?? ""
    losses.append(Found(line: place, property: property, value: value, reason: reason))
  }

  private mutating func collectTitle(_ said: CalendarItem) {
    let isMarked = item.kind == .event && line?.fields.isDone == true
    let isCalled = line.map { item.isCalled(ItemLine(body: $0.text).title) } ?? false
    if !isMarked, !isCalled, said.title != item.title, !item.title.isEmpty {
      lose("SUMMARY", "a line has no line breaks, and no blanks around its text")
    }
  }

  private mutating func collectNotes(_ said: CalendarItem) {
    if (said.notes ?? "") != (item.notes ?? ""), line?.fields.note == nil {
      let isCut = options.mapping.noteLimit.map { imported.line.notes.count > $0 } ?? false
      lose(
        "DESCRIPTION",
        isCut ? "--notes says how many lines are taken" : "notes are lines of plain text")
    }
  }

  /// Reports a changed detail; if the calendar has none, nothing is lost.
  private mutating func collect(_ detail: ItemDetail, _ said: CalendarItem) {
    guard let tag = DetailTag.all.first(where: { $0.detail == detail }) else { return }
    guard let theirs = item[detail], theirs != tag.standard, said[detail] != theirs else { return }
    let names = detail.propertyNames
    lose(names.first(where: has) ?? names.first ?? detail.rawValue, tag.reason)
  }

  private mutating func collectCategories(_ said: CalendarItem) {
    let words = Set(said.categories.map { $0.lowercased() } + imported.path.map { $0.lowercased() })
    if item.categories.contains(where: { !$0.isEmpty && !words.contains($0.lowercased()) }) {
      lose("CATEGORIES", "a line cannot hold all of its words")
    }
  }

  private mutating func collectWhen(_ said: CalendarItem) {
    let name = item.kind == .event ? "DTSTART" : "DUE"
    if instants(said.when, said) != instants(item.when, item) { lose(name, "a line cannot say it") }
  }

  private mutating func collectStart(_ said: CalendarItem) {
    if instants(said.start, said) != instants(item.start, item) {
      lose("DTSTART", "a line cannot say it")
    }
  }

  private mutating func collectZone(_ said: CalendarItem) {
    if let name = item.anchor.zoneName, said.anchor.zoneName == nil, !isAllDay,
      !options.mapping.isZoneKnown(name),
      anchors[name].map({ !options.mapping.isZoneKnown($0.name) }) ?? true
    {
      lose(
        name: "TZID", of: has("DTSTART") ? "DTSTART" : "DUE", value: name,
        reason: "the system has no such zone")
    }
  }

  private mutating func collectTransparency(_ said: CalendarItem) {
    if item.kind == .event, said.blocksTime != item.blocksTime, has("TRANSP") {
      lose("TRANSP", "a range blocks its time, and a single date does not")
    }
  }

  private mutating func collectAlarms(_ said: CalendarItem) {
    if Set(said.alarms.map(\.trigger)).count < Set(item.alarms.map(\.trigger)).count {
      losses.append(
        Found(
          line: reading.alarms.first.map { document.components[$0].lines.lowerBound }
            ?? document.components[reading.component].lines.lowerBound,
          property: "VALARM", value: "\(item.alarms.count) alarms",
          reason: "not each of them can stand in @remind"))
    }
  }

  private var isAllDay: Bool { (item.when ?? item.start)?.isAllDay ?? true }

  private mutating func lose(name: String, of property: String, value: String, reason: String) {
    let count = losses.count
    lose(property, reason)
    guard let last = losses.last, losses.count > count else { return }
    losses[count] = Found(line: last.line, property: name, value: value, reason: reason)
  }

  private func has(_ property: String) -> Bool {
    document.propertyLines(of: reading.component).contains {
      document.property(document.lines[$0]).upperName == property
    }
  }

  /// When something is, in whatever zone it is said.
  private func instants(_ date: TMDateType?, _ item: CalendarItem) -> [Int] {
    guard let date else { return [] }
    let last = date.lastDay.dayNumber
    guard !date.isAllDay, !isUnknown, let zone = zone(of: item.anchor) else {
      return [date.startDate.secondNumber, date.endDate?.secondNumber ?? last]
    }
    return [
      zone.instant(of: date.startDate).seconds,
      date.endDate.map { zone.instant(of: $0).seconds } ?? 0,
    ]
  }

  /// True for an item in a zone that nobody knows.
  private var isUnknown: Bool {
    if case .zone(let name) = item.anchor { anchors[name] == nil } else { false }
  }

  private func zone(of anchor: CalendarItem.Anchor) -> Zone? {
    switch anchor {
    case .floating: options.mapping.zone
    case .utc: .utc
    case .zone(let name): anchors[name] ?? options.zone(name)
    }
  }

  private mutating func collectStatus() {
    if item.kind == .event, item.status == .tentative { lose("STATUS", "a line has no such state") }
  }

  private mutating func collectPercent(_ said: CalendarItem) {
    if let percent = item.percent, percent != said.percent ?? 0 {
      lose("PERCENT-COMPLETE", "the line's state says another")
    }
  }

  private mutating func collectCompletion(_ said: CalendarItem) {
    if let completed = item.completed, said.completed != completed {
      let isMinute = said.completed.map { $0.seconds / 60 == completed.seconds / 60 } ?? false
      lose("COMPLETED", isMinute ? "a line has no seconds" : "the line's state has no such moment")
    }
  }

  private mutating func collectSeries(_ said: CalendarItem) {
    guard let theirs = item.recurrence else { return }
    if !theirs.exceptRules.isEmpty { lose("EXRULE", "a line cannot say it") }
    if let fields = line?.fields, fields.isDone { return collectSeries(theirs, ofDone: fields) }
    let mine = said.recurrence
    if theirs.rules != mine?.rules ?? [] || theirs.isAfterDone != mine?.isAfterDone ?? false {
      let name = theirs.isAfterDone ? "X-DUECAL-AFTER-DONE" : "RRULE"
      lose(name, "@repeat says one rule, of due dates")
    }
    if Set(theirs.except) != Set(mine?.except ?? []) { lose("EXDATE", "a line cannot say all") }
    if Set(theirs.also) != Set(mine?.also ?? []) { lose("RDATE", "a line cannot say all") }
  }

  /// A done line no longer repeats, but still shows its rule.
  private mutating func collectSeries(_ theirs: Recurrence, ofDone fields: LineFields) {
    if !theirs.rules.isEmpty, fields.repetition == nil || theirs.rules.count > 1 {
      lose("RRULE", "@repeat says one rule, of due dates")
    }
    if !theirs.except.isEmpty, fields.except.isEmpty { lose("EXDATE", "a line cannot say all") }
    if !theirs.also.isEmpty, fields.also.isEmpty { lose("RDATE", "a line cannot say all") }
  }

  private mutating func collectRelations(_ known: ExactSet) {
    guard !item.relations.isEmpty else { return }
    for index in document.propertyLines(of: reading.component) {
      let property = document.property(document.lines[index])
      guard property.isNamed("RELATED-TO"), let reason = fault(of: property, known) else {
        continue
      }
      losses.append(
        Found(line: index, property: "RELATED-TO", value: property.valueText, reason: reason))
    }
  }

  /// Why a line does not say a relation.
  private func fault(of property: PropertyLine, _ known: ExactSet) -> String? {
    switch (property.text(of: "RELTYPE") ?? "PARENT").uppercased() {
    case "SIBLING": return "a line has no siblings"
    case "PARENT":
      let isKnown = known.contains(TextValue.text(property.bytes[property.value]))
      return isKnown ? nil : "the item that it is a part of is not here"
    default: return nil
    }
  }
}
