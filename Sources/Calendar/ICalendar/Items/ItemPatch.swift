import CalendarItems
import ExactText
import TaskDates

/// The changes of one item, as changes to the lines of its component.
struct ItemPatch {
  let reading: CalendarReading
  let old: ItemReading
  let new: CalendarItem
  let options: EncodingOptions
  private(set) var edits: LineEdits
  /// Reads the old lines.
  var decoder: ItemDecoder
  /// The zones of dates, by name.
  private let zones: ExactDictionary<Zone>
  /// The line end of the component.
  let ending: [UInt8]
  /// The old and the new item, in the form of the component.
  private(set) var before: ComponentSource
  private(set) var after: ComponentSource
  /// True if the dates are in another zone than before.
  let isMoved: Bool

  init(
    _ reading: CalendarReading, _ old: ItemReading, new: CalendarItem,
    options: EncodingOptions, zones: ExactDictionary<Zone>
  ) {
    self.reading = reading
    self.old = old
    self.new = new
    self.options = options
    self.zones = zones
    let document = reading.document
    edits = LineEdits(document)
    decoder = ItemDecoder(document, reading.limits, zones: reading.zones, anchors: reading.anchors)
    decoder.begin(old.component, in: old.calendar)
    isMoved = !decoder.keepsClock(of: old.item, for: new)
    let first = document.lines[document.components[old.component].lines.lowerBound]
    ending = Array(document.bytes[first.content.upperBound..<first.range.upperBound])
    let form = ComponentForm(recurringDue: options.recurringDue)
    (before, after) = (ComponentSource(old.item, form), ComponentSource(new, form))
    (before, after) = (source(of: old.item), source(of: new))
  }

  private func source(of item: CalendarItem) -> ComponentSource {
    ComponentSource(item, form(of: item))
  }

  /// Writes all changes: the rows of the property table in which the items differ.
  mutating func write(at now: Instant?) {
    var isNewVersion = false
    for row in PropertyRows.all where row.concerns(new.kind) {
      let count = edits.count
      row.patch(&self)
      if row.makesVersion, edits.count > count { isNewVersion = true }
    }
    if !edits.isEmpty, let now { writeStamps(now, isNewVersion: isNewVersion) }
  }

  /// Sets or removes the line of each property of a row.
  mutating func writeLines(of row: any PropertyRow.Type) {
    let (was, now) = (row.values(of: before), row.values(of: after))
    for name in row.names where was[name] != now[name] { set(name, to: now[name].first) }
  }

  /// A zone by its name.
  func zone(of anchor: CalendarItem.Anchor) -> Zone? {
    guard case .zone(let name) = anchor else { return nil }
    var reader = decoder
    return zones[name] ?? reader.zone(of: anchor)
  }

  // MARK: Lines

  /// A line that replaces another, with its parameters except some.
  mutating func replace(
    _ place: Int, dropping: [StaticString] = [], adding: [[UInt8]] = [], with value: [UInt8]
  ) {
    let line = decoder.lines.lines[place]
    let (dropping, adding) = Self.closingColon(of: line.property, dropping, adding: adding)
    edits.replace(
      line.index, with: self.line(line.property, dropping, adding: adding, value: value))
  }

  /// Quotes a TZID with an unquoted colon, because the new value after it would be misread.
  private static func closingColon(
    of property: PropertyLine, _ dropping: [StaticString], adding: [[UInt8]]
  ) -> ([StaticString], [[UInt8]]) {
    guard let tzid = property.zoneWithColon?.tzid, !dropping.contains(where: { "\($0)" == "TZID" })
    else { return (dropping, adding) }
    return (dropping + ["TZID"], adding + [parameter("TZID", tzid)])
  }

  /// A parameter in written form, quoted if necessary.
  static func parameter(_ name: String, _ value: String) -> [UInt8] {
    var writer = ContentLineWriter()
    writer.parameter(name.utf8, Array(value.utf8))
    return Array(writer.bytes.dropFirst())
  }

  /// The bytes of a line with the parameters of another.
  func line(
    _ old: PropertyLine, _ dropping: [StaticString], adding: [[UInt8]], value: [UInt8]
  ) -> [UInt8] {
    let kept = old.parameters.filter { parameter in
      !old.isOfEncoding(parameter) && !dropping.contains { old.isNamed($0, at: parameter.name) }
    }
    return line(Array(old.bytes[old.name]), adding + kept.map { old.written($0) }, value: value)
  }

  /// A new line of the component.
  func line(_ name: PropertyName, _ written: WrittenProperty) -> [UInt8] {
    line(Array("\(name.text)".utf8), [written.parameters], value: written.value)
  }

  private func line(_ name: [UInt8], _ parameters: [[UInt8]], value: [UInt8]) -> [UInt8] {
    var writer = ContentLineWriter(ending: ending)
    writer.begin(name)
    for parameter in parameters where !parameter.isEmpty {
      writer.byte(UInt8(ascii: ";"))
      writer.raw(parameter)
    }
    writer.colon()
    writer.raw(value)
    writer.end()
    return writer.bytes
  }

  /// Adds lines after the component's own, before nested components.
  mutating func append(_ bytes: [UInt8]) {
    edits.insert(bytes, before: firstLineAfterProperties)
  }

  private var firstLineAfterProperties: Int {
    let document = reading.document
    let end = document.components[old.component].lines.upperBound - 1
    guard let child = document.children(of: old.component).first else { return end }
    return document.components[child].lines.lowerBound
  }

  /// Adds a line with a value; adds nothing if the value has no written form.
  mutating func append(_ name: PropertyName, _ value: PropertyValue) {
    if let written = WrittenProperty(name, value) { append(line(name, written)) }
  }

  /// Sets the only value of a property, or removes its lines.
  mutating func set(_ name: PropertyName, to value: PropertyValue?) {
    let places = decoder.lines.places(of: name)
    guard let written = value.flatMap({ WrittenProperty(name, $0) }) else {
      for place in places { take(away: place) }
      return
    }
    let dropped: [StaticString] = name.isStamp ? ["VALUE", "TZID"] : []
    if let place = places.first {
      replace(place, dropping: dropped, with: written.value)
    } else {
      append(line(name, written))
    }
  }

  mutating func take(away place: Int) {
    let line = decoder.lines.lines[place].index
    edits.remove(line..<line + 1)
  }

  /// Changes lines elsewhere in the component.
  mutating func edit(_ change: (inout LineEdits) -> Void) { change(&edits) }
}

// MARK: - Hints and stamps

extension ItemPatch {
  mutating func writeHints() {
    for name in [PropertyName.hintLine, .hintPath, .hintKey] {
      let (was, now) = (old.item.hint(name), new.hint(name))
      if was != now { set(name, to: now.map { .hint($0) }) }
    }
  }

  /// Writes the stamps of a new version, although no line of the item changes.
  mutating func stamp(_ now: Instant) { writeStamps(now, isNewVersion: true) }

  private mutating func writeStamps(_ now: Instant, isNewVersion: Bool) {
    let last = old.item.revision
    let stamp = max(now, last?.modified.advanced(by: 1) ?? .epoch)
    set(.stamp, to: .instant(stamp))
    if decoder.lines.place(of: .lastModified) != nil { set(.lastModified, to: .instant(stamp)) }
    guard isNewVersion else { return }
    let next = min((last?.sequence ?? 0) + 1, Int(Int32.max))  // an integer of RFC 5545 has 32 bits
    set(.sequence, to: .integer(next))
  }
}

extension CalendarItem {
  fileprivate func hint(_ name: PropertyName) -> ItemHint? {
    hints.first { $0.name == "\(name.text)" }
  }
}

extension PropertyLine {
  /// A parameter in written form.
  func written(_ parameter: Parameter) -> [UInt8] {
    let name = parameter.name.isEmpty ? [] : Array(bytes[parameter.name]) + [UInt8(ascii: "=")]
    return name + bytes[parameter.values]
  }
}
