import CalendarItems
import ExactText
import TaskDates

/// What changed of one item, as changes to the lines of its component.
struct ItemPatch {
  let reading: CalendarReading
  let old: ItemReading
  let new: CalendarItem
  let options: EncodingOptions
  private(set) var edits: LineEdits
  /// Reads the lines as they were.
  var decoder: ItemDecoder
  /// The zones that dates may be anchored in, by name.
  private let zones: ExactDictionary<Zone>
  /// What ends the component's lines.
  let ending: [UInt8]

  init(
    _ reading: CalendarReading, _ old: ItemReading, _ new: CalendarItem,
    _ options: EncodingOptions, _ zones: ExactDictionary<Zone>
  ) {
    self.reading = reading
    self.old = old
    self.new = new
    self.options = options
    self.zones = zones
    let document = reading.document
    edits = LineEdits(document)
    decoder = ItemDecoder(document, reading.limits, reading.zones, anchors: reading.anchors)
    decoder.begin(old.component, in: old.calendar)
    let first = document.lines[document.components[old.component].lines.lowerBound]
    ending = Array(document.bytes[first.content.upperBound..<first.range.upperBound])
  }

  /// Writes all that changed.
  mutating func write(at now: Instant?) {
    writeTexts()
    writeState()
    let plain = edits
    writeDates()
    writeRecurrence()
    let hasNewDates = edits.count > plain.count || new.status != old.item.status
    writeRelations()
    writeAlarms()
    if !edits.isEmpty, let now { writeStamps(now, isNewVersion: hasNewDates) }
  }

  /// A zone by its name.
  func zone(of anchor: CalendarItem.Anchor) -> Zone? {
    guard case .zone(let name) = anchor else { return nil }
    var reader = decoder
    return zones[name] ?? reader.zone(of: anchor)
  }

  // MARK: Lines

  /// A line in the place of another, with the parameters that it has but for some.
  mutating func replace(
    _ place: Int, dropping: [StaticString] = [], adding: [[UInt8]] = [], with value: [UInt8]
  ) {
    let line = decoder.lines.lines[place]
    let (dropping, adding) = Self.closingColon(of: line.property, dropping, adding)
    edits.replace(
      line.index, with: self.line(line.property, dropping, adding, value))
  }

  /// A TZID with a colon that no quotation marks hold gets them: the value behind it is another.
  private static func closingColon(
    of property: PropertyLine, _ dropping: [StaticString], _ adding: [[UInt8]]
  ) -> ([StaticString], [[UInt8]]) {
    guard let tzid = property.zoneWithColon?.tzid, !dropping.contains(where: { "\($0)" == "TZID" })
    else { return (dropping, adding) }
    return (dropping + ["TZID"], adding + [parameter("TZID", tzid)])
  }

  /// A parameter as it is written, in quotation marks where it must be.
  static func parameter(_ name: String, _ value: String) -> [UInt8] {
    var writer = ContentLineWriter()
    writer.parameter(name.utf8, Array(value.utf8))
    return Array(writer.bytes.dropFirst())
  }

  /// The bytes of a line that looks like another.
  func line(
    _ old: PropertyLine, _ dropping: [StaticString], _ adding: [[UInt8]], _ value: [UInt8]
  ) -> [UInt8] {
    let kept = old.parameters.filter { parameter in
      !dropping.contains { old.isNamed($0, at: parameter.name) }
    }
    return line(Array(old.bytes[old.name]), adding + kept.map { old.written($0) }, value)
  }

  /// A line that is new to the component.
  func line(
    _ name: PropertyName, with value: [UInt8], parameters: [[UInt8]] = []
  ) -> [UInt8] {
    line(Self.raw("\(name.text)"), parameters, value)
  }

  private func line(_ name: [UInt8], _ parameters: [[UInt8]], _ value: [UInt8]) -> [UInt8] {
    var writer = ContentLineWriter(ending: ending)
    writer.begin(name)
    for parameter in parameters {
      writer.byte(UInt8(ascii: ";"))
      writer.raw(parameter)
    }
    writer.colon()
    writer.raw(value)
    writer.end()
    return writer.bytes
  }

  /// Adds lines behind the component's own, before what stands in it.
  mutating func append(_ bytes: [UInt8]) {
    edits.insert(bytes, before: firstLineBehindProperties)
  }

  private var firstLineBehindProperties: Int {
    let document = reading.document
    let end = document.components[old.component].lines.upperBound - 1
    guard let child = document.children(of: old.component).first else { return end }
    return document.components[child].lines.lowerBound
  }

  /// Sets the one value of a property, or takes its lines away.
  mutating func set(_ name: PropertyName, to value: [UInt8]?) {
    let places = decoder.lines.places(of: name)
    guard let value else {
      for place in places { take(away: place) }
      return
    }
    let dropped: [StaticString] = name.isStamp ? ["VALUE", "TZID"] : []
    if let place = places.first {
      replace(place, dropping: dropped, with: value)
    } else {
      append(line(name, with: value))
    }
  }

  mutating func take(away place: Int) {
    let line = decoder.lines.lines[place].index
    edits.remove(line..<line + 1)
  }

  /// Puts new bytes in the place of lines elsewhere in the component.
  mutating func edit(_ change: (inout LineEdits) -> Void) { change(&edits) }
}

// MARK: - Values

extension ItemPatch {
  static func text(_ text: String) -> [UInt8] {
    var writer = ContentLineWriter()
    writer.text(text)
    return writer.bytes
  }

  static func raw(_ text: String) -> [UInt8] { Array(text.utf8) }

  static func stamp(_ instant: Instant) -> [UInt8] {
    raw((instant.utc?.compact ?? "19700101T000000") + "Z")
  }

  mutating func writeTexts() {
    let was = old.item
    if new.uid != was.uid { set(.uid, to: Self.text(new.uid)) }
    if new.title != was.title { set(.summary, to: Self.text(new.title)) }
    if new.notes != was.notes { set(.description, to: new.notes.map(Self.text)) }
    if new.location != was.location { set(.location, to: new.location.map(Self.text)) }
    if new.url != was.url { set(.url, to: new.url.map(Self.raw)) }
    if new.classification != was.classification {
      set(.classification, to: new.classification.map(Self.raw))
    }
    for name in [PropertyName.hintLine, .hintPath, .hintKey] { writeHint(name) }
  }

  private mutating func writeHint(_ name: PropertyName) {
    func values(_ item: CalendarItem) -> [String]? {
      item.extensions.first { $0.name == "\(name.text)" }?.values
    }
    guard values(new) != values(old.item) else { return }
    let value = values(new).map { $0.map(Self.text).joined(separator: [UInt8(ascii: ",")]) }
    set(name, to: value.map { Array($0) })
  }

  mutating func writeState() {
    let was = old.item
    if new.status != was.status { set(.status, to: (new.status?.rawValue).map(Self.raw)) }
    if new.percent != was.percent { set(.percent, to: new.percent.map { Self.raw(String($0)) }) }
    if new.completed != was.completed { set(.completed, to: new.completed.map(Self.stamp)) }
    if new.priority != was.priority {
      set(.priority, to: new.priority.map { Self.raw(String($0)) })
    }
    if new.blocksTime != was.blocksTime, new.kind == .event {
      set(.transparency, to: Self.raw(new.blocksTime ? "OPAQUE" : "TRANSPARENT"))
    }
    if new.kind == .reminder, new.estimate != was.estimate {
      set(.estimatedDuration, to: (new.estimate?.duration).map(Self.raw))
    }
  }

  private mutating func writeStamps(_ now: Instant, isNewVersion: Bool) {
    let last = old.item.revision
    let stamp = max(now, last?.modified.advanced(by: 1) ?? .epoch)
    set(.stamp, to: Self.stamp(stamp))
    if decoder.lines.place(of: .lastModified) != nil { set(.lastModified, to: Self.stamp(stamp)) }
    guard isNewVersion else { return }
    let next = min((last?.sequence ?? 0) + 1, Int(Int32.max))  // an integer of RFC 5545 has 32 bits
    set(.sequence, to: Self.raw(String(next)))
  }
}

extension PropertyLine {
  /// A parameter as it is written.
  func written(_ parameter: Parameter) -> [UInt8] {
    let name = parameter.name.isEmpty ? [] : Array(bytes[parameter.name]) + [UInt8(ascii: "=")]
    return name + bytes[parameter.values]
  }
}
