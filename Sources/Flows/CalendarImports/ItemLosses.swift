import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import LineCodec
import TaskBridge
import TaskDates

/// The losses of one item.
struct ItemLosses {
  struct Found {
    /// The index of the content line.
    let line: Int
    let property: String
    let value: String
    let reason: String

    /// The name of the property; a key of Taskwarrior as it is written there.
    private var name: String {
      property.hasPrefix(TaskwarriorExport.prefix)
        ? property.dropFirst(TaskwarriorExport.prefix.count).lowercased() : property
    }

    func loss(_ input: CalendarInput, _ places: inout LinePlaces) -> ImportLoss {
      let document = input.reading.document
      let offset = document.lines[line].range.lowerBound
      let line = places.place(ofByte: offset).line
      let source = input.sourceLines.map { $0.indices.contains(line - 1) ? $0[line - 1] : 1 }
      return ImportLoss(
        file: input.name, line: source ?? line, property: name,
        value: String(value.prefix(1000)), reason: reason)
    }
  }

  private(set) var losses: [Found] = []
  private let imported: ImportedItem
  private let item: CalendarItem
  private let written: CalendarItem?
  private let line: HintedLine?
  private let reading: ItemReading
  private let document: ICSDocument
  private let options: ImportOptions
  private let anchors: ExactDictionary<Zone>

  init(
    _ imported: ImportedItem, _ reading: ItemReading, _ written: CalendarItem?,
    line: HintedLine?, input: CalendarInput, options: ImportOptions
  ) {
    self.imported = imported
    item = imported.own ?? reading.item
    self.written = written
    self.line = line
    self.reading = reading
    document = input.reading.document
    self.options = options
    anchors = input.reading.anchors
  }

  mutating func collect(_ known: ExactSet) {
    collectKept()
    if let written, written.url == item.url, item.url != nil {
      losses.removeAll { $0.property == "URL" }
    }
    guard let written else { return lose("BEGIN", "the line is not read as an item") }
    leaveOutMarkup(written.notes ?? "")
    for field in ItemField.allCases { collect(field, written, known: known) }
  }

  /// Reports the part of a field that the line does not contain.
  private mutating func collect(_ field: ItemField, _ written: CalendarItem, known: ExactSet) {
    switch field {
    case .detail(let detail): collect(detail, written)
    case .core(.title): collectTitle(written)
    case .core(.notes): collectNotes(written)
    case .core(.categories): collectCategories(written)
    case .core(.when): collectWhen(written)
    case .core(.start): collectStart(written)
    case .core(.anchor): collectZone(written)
    case .core(.blocksTime): collectTransparency(written)
    case .core(.alarms): collectAlarms(written)
    case .core(.status): collectStatus()
    case .core(.percent): collectPercent(written)
    case .core(.completed): collectCompletion(written)
    case .core(.recurrence): collectSeries(written)
    case .core(.relations): collectRelations(known)
    case .core(.kind), .core(.uid), .core(.occurrence), .core(.replacesFuture): break  // its name
    case .core(.revision), .core(.hints): break  // of this version alone
    }
  }

  // MARK: Unknown properties

  /// Stamps and versions, whose absence is not a loss.
  private static let silent: Set<String> = [
    "BEGIN", "END", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "UID", "X-DUECAL-LINE",
    "X-DUECAL-PATH", "X-DUECAL-KEY", "RECURRENCE-ID",
  ]

  private mutating func collectKept() {
    for index in reading.kept {
      let property = document.property(document.lines[index])
      let name = property.upperName
      guard !Self.silent.contains(name) else { continue }
      let isOfAlarm = reading.alarms.contains { document.components[$0].lines.contains(index) }
      losses.append(
        Found(
          line: index, property: name, value: property.valueText,
          reason: reason(ofKept: name, isOfAlarm: isOfAlarm)))
    }
  }

  private func reason(ofKept name: String, isOfAlarm: Bool) -> String {
    if isOfAlarm { return "a task file holds only the times of alarms" }
    let isOfSeries = ["RRULE", "EXRULE", "EXDATE", "RDATE"].contains(name)
    return isOfSeries && item.occurrence != nil
      ? "an occurrence has one date, whatever rule it carries"
      : "a task file cannot hold this property"
  }

  // MARK: Changed values

  private mutating func lose(_ property: String, _ reason: String) {
    let lines = document.propertyLines(of: reading.component)
    let index = lines.first { document.property(document.lines[$0]).upperName == property }
    let place = index ?? document.components[reading.component].lines.lowerBound
    let value = index.map { document.property(document.lines[$0]).valueText } ?? ""
    losses.append(Found(line: place, property: property, value: value, reason: reason))
  }

  /// Leaves out the notes in HTML that an item has as well as DESCRIPTION, if the line has all of their words and links.
  private mutating func leaveOutMarkup(_ notes: String) {
    losses.removeAll { loss in
      ["X-ALT-DESC", "STYLED-DESCRIPTION"].contains(loss.property)
        && MarkupText.isHeld(TextValue.text(Array(loss.value.utf8)[...]), by: notes)
    }
  }

  private mutating func collectTitle(_ written: CalendarItem) {
    let isMarked = item.kind == .event && line?.fields.isDone == true
    let isCalled = line.map { item.isCalled(ItemLine(body: $0.text).title) } ?? false
    if !isMarked, !isCalled, written.title != item.title, !item.title.isEmpty {
      lose("SUMMARY", "a line cannot hold line breaks, or spaces around its text")
    }
  }

  private mutating func collectNotes(_ written: CalendarItem) {
    if Self.withoutLastBreaks(written.notes) != Self.withoutLastBreaks(item.notes),
      line?.fields.note == nil, !MarkupText.isHeld(item.notes ?? "", by: written.notes ?? "")
    {
      let isCut = options.mapping.noteLimit.map { imported.line.notes.count > $0 } ?? false
      lose(
        "DESCRIPTION",
        isCut ? "--notes limits the number of lines" : "notes can hold only lines of plain text")
    }
  }

  /// Notes without the line feeds at their end, which other programs write and nobody misses.
  private static func withoutLastBreaks(_ notes: String?) -> Substring {
    var text = (notes ?? "")[...]
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }

  /// Reports a changed detail; if the calendar has none, nothing is lost.
  private mutating func collect(_ detail: ItemDetail, _ written: CalendarItem) {
    guard let tag = DetailTag.all.first(where: { $0.detail == detail }) else { return }
    guard let theirs = item[detail], theirs != tag.standard, written[detail] != theirs else {
      return
    }
    let names = detail.propertyNames
    lose(names.first(where: has) ?? names.first ?? detail.rawValue, tag.reason)
  }

  private mutating func collectCategories(_ written: CalendarItem) {
    let words = Set(
      written.categories.map { $0.lowercased() } + imported.path.map { $0.lowercased() })
    if item.categories.contains(where: { !$0.isEmpty && !words.contains($0.lowercased()) }) {
      lose("CATEGORIES", "a line cannot hold all categories")
    }
  }

  private mutating func collectWhen(_ written: CalendarItem) {
    let name = item.kind == .event ? "DTSTART" : "DUE"
    if instants(written.when, written) != instants(item.when, item) {
      lose(name, "a line cannot express this value")
    }
  }

  private mutating func collectStart(_ written: CalendarItem) {
    if let day = item.start, day.isAllDay,
      [written.start?.firstDay, shownStart(written)].contains(day.firstDay)
    {
      return
    }
    // A day beside a timed due date is its 00:00.
    let isDue = item.when?.isAllDay
    let (mine, theirs) = (written.start?.typed(isAllDay: isDue), item.start?.typed(isAllDay: isDue))
    if instants(mine, written) != instants(theirs, item) {
      lose("DTSTART", "a line cannot express this value")
    }
  }

  /// The day of a start at 00:00 in the zone of the line; nil for other times.
  private func shownStart(_ written: CalendarItem) -> DateParameters? {
    guard let start = written.start, !start.isAllDay, let zone = zone(of: written.anchor) else {
      return nil
    }
    let shown = (line?.zone ?? options.mapping.zone).civil(at: zone.instant(of: start.startDate))
    return shown?.time == .midnight ? shown?.date : nil
  }

  private mutating func collectZone(_ written: CalendarItem) {
    guard let name = item.anchor.zoneName, !isAllDay, !options.mapping.isZoneKnown(name),
      anchors[name].map({ !options.mapping.isZoneKnown($0.name) }) ?? true
    else { return }
    // A single time is the same instant on any clock; a series is not.
    guard written.anchor.zoneName == nil || item.recurs && anchors[name] != nil else { return }
    lose(
      name: "TZID", of: has("DTSTART") ? "DTSTART" : "DUE", value: name,
      reason: item.recurs && anchors[name] != nil
        ? "no time zone of the system has these times on all dates of the series"
        : "the system does not know this time zone")
  }

  private mutating func collectTransparency(_ written: CalendarItem) {
    if item.kind == .event, written.blocksTime != item.blocksTime, has("TRANSP") {
      lose("TRANSP", "a range is shown as busy, a single date as free")
    }
  }

  private mutating func collectAlarms(_ written: CalendarItem) {
    if Set(written.alarms.map(\.trigger)).count < Set(item.alarms.map(\.trigger)).count {
      losses.append(
        Found(
          line: reading.alarms.first.map { document.components[$0].lines.lowerBound }
            ?? document.components[reading.component].lines.lowerBound,
          property: "VALARM", value: "\(item.alarms.count) alarms",
          reason: "@remind cannot express all of them"))
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

  /// The instants of a date, in whatever zone it is.
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

  /// True for an item in an unknown zone.
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
    if item.kind == .event, item.status == .tentative {
      lose("STATUS", "a line cannot express this status")
    }
  }

  private mutating func collectPercent(_ written: CalendarItem) {
    if let percent = item.percent, percent != written.percent ?? 0 {
      lose("PERCENT-COMPLETE", "the state of the line implies another percentage")
    }
  }

  private mutating func collectCompletion(_ written: CalendarItem) {
    if let completed = item.completed, written.completed != completed {
      let isMinute = written.completed.map { $0.seconds / 60 == completed.seconds / 60 } ?? false
      lose(
        "COMPLETED",
        isMinute ? "a line cannot hold seconds" : "the state of the line has no time of completion")
    }
  }

  private mutating func collectSeries(_ written: CalendarItem) {
    guard let theirs = item.recurrence else { return }
    if !theirs.exceptRules.isEmpty { lose("EXRULE", "a line cannot express this value") }
    if let fields = line?.fields, fields.isDone { return collectSeries(theirs, ofDone: fields) }
    let mine = written.recurrence
    if theirs.rules != mine?.rules ?? [] || theirs.isAfterDone != mine?.isAfterDone ?? false {
      let name = theirs.isAfterDone ? "X-DUECAL-AFTER-DONE" : "RRULE"
      lose(name, "@repeat can hold one rule, which counts due dates")
    }
    if exceptions(of: item) != exceptions(of: written) {
      lose("EXDATE", "a line cannot express all of these dates")
    }
    if Set(theirs.also) != Set(mine?.also ?? []) {
      lose("RDATE", "a line cannot express all of these dates")
    }
  }

  /// The excluded dates; a day excludes the time that the series has on it.
  private func exceptions(of item: CalendarItem) -> Set<TMDateType> {
    let dates = item.recurrence?.except ?? []
    guard let time = item.seriesDate, !time.isAllDay else { return Set(dates) }
    return Set(
      dates.map { date in
        date.isAllDay
          ? .dateTime(DateTimeParameters(date: date.firstDay, time: time.startDate.time)) : date
      })
  }

  /// Compares the rule of a completed line, which no longer repeats but still has its `@repeat`.
  private mutating func collectSeries(_ theirs: Recurrence, ofDone fields: LineFields) {
    if !theirs.rules.isEmpty, fields.repetition == nil || theirs.rules.count > 1 {
      lose("RRULE", "@repeat can hold one rule, which counts due dates")
    }
    if !theirs.except.isEmpty, fields.except.isEmpty {
      lose("EXDATE", "a line cannot express all of these dates")
    }
    if !theirs.also.isEmpty, fields.also.isEmpty {
      lose("RDATE", "a line cannot express all of these dates")
    }
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

  /// Why a line does not contain a relation.
  private func fault(of property: PropertyLine, _ known: ExactSet) -> String? {
    switch (property.text(of: "RELTYPE") ?? "PARENT").uppercased() {
    case "SIBLING": return "a line cannot express siblings"
    case "PARENT":
      let isKnown = known.contains(TextValue.text(property.bytes[property.value]))
      return isKnown ? nil : "its parent item is not in this import"
    default: return nil
    }
  }
}
