import CLibical
import CalendarItems
import ExactText
import Glibc
import Synchronization
import TaskDates

/// A component of libical, freed when the handle ends.
///
/// Only this file, `LibicalReader` and `Libical` use C. Every handle of libical has the same type in Swift, so none
/// leaves this type; strings are copied before the next call, and only functions whose strings we must free are called.
/// A component's properties are walked once, and nothing else is requested meanwhile, because libical keeps its cursor
/// inside of the component.
struct ComponentHandle: ~Copyable {
  /// The kind of a component.
  enum Kind {
    case reminder, event, alarm
  }

  /// libical's number for each property, looked up once; for libical an unknown property is an extension.
  private static let kinds = PropertyName.allCases.map { icalproperty_string_to_kind("\($0.text)") }

  /// The names of properties by libical's numbers; libical itself searches a list each time.
  private static let names: [StaticString?] = {
    var names = [StaticString?](
      repeating: nil, count: kinds.reduce(0) { max($0, Int($1.rawValue) + 1) })
    for (name, kind) in zip(PropertyName.allCases, kinds)
    where kind != ICAL_X_PROPERTY && kind != ICAL_NO_PROPERTY {
      names[Int(kind.rawValue)] = name.text
    }
    return names
  }()

  private let raw: OpaquePointer

  init?(_ kind: Kind) {
    let number =
      switch kind {
      case .reminder: ICAL_VTODO_COMPONENT
      case .event: ICAL_VEVENT_COMPONENT
      case .alarm: ICAL_VALARM_COMPONENT
      }
    guard let raw = icalcomponent_new(number) else { return nil }
    self.raw = raw
  }

  deinit { icalcomponent_free(raw) }

  private consuming func released() -> OpaquePointer {
    let raw = self.raw
    discard self
    return raw
  }
}

/// Caches the words of properties such as STATUS as libical's values, and copies them for each item.
///
/// libical itself searches a list of all words of all properties each time.
private enum KnownWords {
  private struct Word: Hashable {
    let text: ExactString
    let kind: UInt32
  }

  /// The maximum number of cached words, more than RFC 5545 has; libical reads further ones each time.
  private static let most = 64
  private static let words = Mutex<[Word: OpaquePointer]>([:])

  /// A new value; nil if libical does not know the word.
  static func value(of text: String, _ kind: icalvalue_kind) -> OpaquePointer? {
    words.withLock { words in
      let word = Word(text: ExactString(text), kind: kind.rawValue)
      if let known = words[word] { return icalvalue_new_clone(known) }
      guard let value = icalvalue_new_from_string(kind, text) else { return nil }
      if words.count < most, let copy = icalvalue_new_clone(value) { words[word] = copy }
      return value
    }
  }
}

// MARK: - Building

extension ComponentHandle {
  /// Adds a property with a value; adds nothing if the value has no written form.
  ///
  /// An instant after the year 9999 has none.
  borrowing func add(_ name: PropertyName, _ value: PropertyValue?) {
    switch value {
    case nil: break
    case .text(let text): add(name, text: text)
    case .uri(let uri): add(name, Self.withoutNULs(uri).withCString { icalvalue_new_uri($0) })
    case .word(let word): add(name, word: word)
    case .integer(let integer): add(name, icalvalue_new_integer(Int32(clamping: integer)))
    case .span(let span): add(name, span: span)
    case .instant(let instant):
      if let utc = instant.utc { add(name, moment: utc, anchor: .utc) }
    case .date(.day(let day), _): add(name, day: day)
    case .date(.moment(let moment), let anchor): add(name, moment: moment, anchor: anchor)
    case .futureFrom(let date, let anchor):
      add(name, .date(date, anchor))
      setRangeOfOccurrence()
    case .period(let start, let end, let anchor): add(name, from: start, to: end, anchor: anchor)
    case .rule(let rule): add(name, rule: rule)
    case .relation(let relation): add(name, relation)
    case .trigger(let span, let anchor): add(name, trigger: span, anchor: anchor)
    case .hint(let hint): add(hint)
    case .alarm(let alarm, let title): add(alarm, title: title)
    }
  }

  /// Adds a text without NUL characters, at which libical's strings end.
  private borrowing func add(_ name: PropertyName, text: String) {
    add(name, Self.newText(text))
  }

  private static func newText(_ text: String) -> OpaquePointer? {
    withoutNULs(text).withCString { icalvalue_new_text($0) }
  }

  private borrowing func add(_ hint: ItemHint) {
    guard let property = icalproperty_new(ICAL_X_PROPERTY) else { return }
    hint.name.withCString { icalproperty_set_x_name(property, $0) }
    if hint.values.count == 1 {
      icalproperty_set_value(property, Self.newText(hint.values[0]))
    } else {
      let list = Self.list(hint.values.map(Self.withoutNULs))
      icalproperty_set_value(property, list.withCString { icalvalue_new_x($0) })
    }
    icalcomponent_add_property(raw, property)
  }

  private borrowing func add(_ alarm: Alarm, title: String) {
    guard let child = ComponentHandle(.alarm) else { return }
    alarm.write(title: title) { child.add($0, $1) }
    icalcomponent_add_component(raw, child.released())
  }

  private static func withoutNULs(_ text: String) -> String {
    var text = text
    let hasNUL = text.withUTF8 { bytes in
      bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
    }
    guard hasNUL else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\0" }))
  }

  /// Texts as one value, each escaped.
  private static func list(_ texts: [String]) -> String {
    var writer = ContentLineWriter()
    for (index, text) in texts.enumerated() {
      if index > 0 { writer.comma() }
      writer.text(text)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Adds one of the words of a property; adds the text unchanged if libical does not know it.
  private borrowing func add(_ name: PropertyName, word: String) {
    let word = Self.withoutNULs(word)
    let kind = icalproperty_kind_to_value_kind(Self.kind(of: name))
    add(name, KnownWords.value(of: word, kind) ?? icalvalue_new_x(word))
  }

  private static func kind(of name: PropertyName) -> icalproperty_kind {
    kinds[Int(name.rawValue)]
  }

  private borrowing func add(_ name: PropertyName, day: DateParameters) {
    guard Self.holds(day) else {
      add(name, icalvalue_new_x(day.compact), parameter: icalparameter_new_value(ICAL_VALUE_DATE))
      return
    }
    add(name, icalvalue_new_date(Self.time(day)))
  }

  /// False for a day after the year 3000, which libical considers invalid.
  private static func holds(_ day: DateParameters) -> Bool { day.year <= 3000 }

  /// Adds a period of a series, `start/end`, for which libical has no list.
  private borrowing func add(
    _ name: PropertyName, from start: DateTimeParameters, to end: DateTimeParameters,
    anchor: CalendarItem.Anchor
  ) {
    let mark = anchor == .utc ? "Z" : ""
    guard let value = icalvalue_new_x("\(start.compact)\(mark)/\(end.compact)\(mark)"),
      let property = icalproperty_new(Self.kind(of: name))
    else { return }
    icalproperty_set_value(property, value)
    icalproperty_add_parameter(property, icalparameter_new_value(ICAL_VALUE_PERIOD))
    if let zone = anchor.zoneName {
      icalproperty_add_parameter(property, icalparameter_new_tzid(zone))
    }
    icalcomponent_add_property(raw, property)
  }

  /// Marks that the occurrence also replaces all later ones.
  private borrowing func setRangeOfOccurrence() {
    let property = icalcomponent_get_first_property(raw, ICAL_RECURRENCEID_PROPERTY)
    guard let property, let range = icalparameter_new_range(ICAL_RANGE_THISANDFUTURE) else {
      return
    }
    icalproperty_add_parameter(property, range)
  }

  /// A local time: in UTC, in the zone of a TZID, or floating.
  private borrowing func add(
    _ name: PropertyName, moment: DateTimeParameters, anchor: CalendarItem.Anchor
  ) {
    let isUTC = anchor == .utc
    let tzid = anchor.zoneName.flatMap { $0.withCString { icalparameter_new_tzid($0) } }
    guard Self.holds(moment.date) else {
      let isTrigger = name == .trigger
      let type = isTrigger ? icalparameter_new_value(ICAL_VALUE_DATETIME) : nil
      add(name, icalvalue_new_x(moment.compact + (isUTC ? "Z" : "")), parameter: type ?? tzid)
      return
    }
    var time = Self.time(moment.date)
    time.is_date = 0
    time.hour = Int32(moment.time.hour)
    time.minute = Int32(moment.time.minute)
    time.second = Int32(moment.time.second)
    if isUTC { time.zone = icaltimezone_get_utc_timezone() }
    add(name, icalvalue_new_datetime(time), parameter: tzid)
  }

  private borrowing func add(_ name: PropertyName, span: TimeSpan) {
    add(name, icalvalue_new_duration(icaldurationtype_from_string(span.duration)))
  }

  private borrowing func add(
    _ name: PropertyName, trigger span: TimeSpan, anchor: Alarm.Anchor
  ) {
    let duration = icaldurationtype_from_string(span.duration)
    let trigger = icaltriggertype(time: icaltime_null_time(), duration: duration)
    let end = anchor == .due ? icalparameter_new_related(ICAL_RELATED_END) : nil
    add(name, icalvalue_new_trigger(trigger), parameter: end)
  }

  private borrowing func add(_ name: PropertyName, _ relation: Relation) {
    let type =
      relation.kind == .parent
      ? nil : icalparameter_new_from_value_string(ICAL_RELTYPE_PARAMETER, relation.kind.rawValue)
    add(name, icalvalue_new_text(Self.withoutNULs(relation.uid)), parameter: type)
  }

  /// Adds a rule; adds its text unchanged if libical does not understand all of it.
  ///
  /// A rule with RSCALE is not passed to libical, which never frees the name of the calendar.
  private borrowing func add(_ name: PropertyName, rule: RecurrenceRule) {
    guard rule.otherParts.isEmpty else { return add(name, icalvalue_new_x(rule.rrule)) }
    var recurrence = icalrecurrencetype_from_string(rule.rrule)
    add(
      name,
      Self.holds(rule, &recurrence) ? icalvalue_new_recur(recurrence) : icalvalue_new_x(rule.rrule))
  }

  /// True if libical read a rule correctly: an INTERVAL that is too large for it overflows.
  private static func holds(_ rule: RecurrenceRule, _ recurrence: inout icalrecurrencetype) -> Bool
  {
    guard recurrence.freq != ICAL_NO_RECURRENCE,
      let text = icalrecurrencetype_as_string_r(&recurrence)
    else { return false }
    defer { icalmemory_free_buffer(text) }
    return (try? RecurrenceRule(rrule: String(cString: text))) == rule
  }

  private borrowing func add(
    _ name: PropertyName, _ value: OpaquePointer?, parameter: OpaquePointer? = nil
  ) {
    guard let value else { return }
    let kind = Self.kind(of: name)
    guard let property = icalproperty_new(kind) else {
      icalvalue_free(value)
      return
    }
    if kind == ICAL_X_PROPERTY { icalproperty_set_x_name(property, "\(name.text)") }
    icalproperty_set_value(property, value)
    if let parameter { icalproperty_add_parameter(property, parameter) }
    icalcomponent_add_property(raw, property)
  }

  private static func time(_ day: DateParameters) -> icaltimetype {
    var time = icaltime_null_time()
    time.year = Int32(day.year)
    time.month = Int32(day.month)
    time.day = Int32(day.day)
    time.is_date = 1
    return time
  }
}

// MARK: - Reading

extension ComponentHandle {
  /// Writes the component that libical built, in our own lines.
  borrowing func write(to writer: inout ContentLineWriter) {
    Self.write(raw, to: &writer)
  }

  /// The written form of the first property: its parameters and its value; nil if there is none.
  borrowing func firstProperty() -> WrittenProperty? {
    guard let property = icalcomponent_get_first_property(raw, ICAL_ANY_PROPERTY) else {
      return nil
    }
    var (parameters, value) = (ContentLineWriter(), ContentLineWriter())
    Self.writeParameters(of: property, to: &parameters)
    Self.writeValue(of: property, to: &value)
    return WrittenProperty(
      parameters: Array(parameters.bytes.dropFirst()), value: value.bytes)
  }

  private static func write(_ component: OpaquePointer, to writer: inout ContentLineWriter) {
    let name = bytes(icalcomponent_kind_to_string(icalcomponent_isa(component)))
    writer.line("BEGIN", name)
    writeProperties(of: component, to: &writer)
    var children = icalcomponent_begin_component(component, ICAL_ANY_COMPONENT)
    while let child = icalcompiter_deref(&children) {
      write(child, to: &writer)
      icalcompiter_next(&children)
    }
    writer.line("END", name)
  }

  /// Writes the properties in order; adjacent properties of one list become one line.
  private static func writeProperties(
    of component: OpaquePointer, to writer: inout ContentLineWriter
  ) {
    var next = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
    while let property = next {
      next = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
      writer.begin(name(of: property))
      writeParameters(of: property, to: &writer)
      writer.colon()
      writeValue(of: property, to: &writer)
      while let follower = next, areOneList(property, follower) {
        writer.comma()
        writeValue(of: follower, to: &writer)
        next = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
      }
      writer.end()
    }
  }

  private static func areOneList(_ first: OpaquePointer, _ second: OpaquePointer) -> Bool {
    let kind = icalproperty_isa(first)
    guard kind == icalproperty_isa(second), valueKind(first) == valueKind(second) else {
      return false
    }
    return kind == ICAL_CATEGORIES_PROPERTY || kind == ICAL_EXDATE_PROPERTY
      || kind == ICAL_RDATE_PROPERTY
  }

  private static func valueKind(_ property: OpaquePointer) -> icalvalue_kind {
    icalvalue_isa(icalproperty_get_value(property))
  }

  private static func name(of property: OpaquePointer) -> UnsafeBufferPointer<UInt8> {
    let kind = icalproperty_isa(property)
    if kind == ICAL_X_PROPERTY { return bytes(icalproperty_get_x_name(property)) }
    guard let name = names.dropFirst(Int(kind.rawValue)).first ?? nil else {
      return bytes(icalproperty_kind_to_string(kind))
    }
    return UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
  }

  private static func writeParameters(
    of property: OpaquePointer, to writer: inout ContentLineWriter
  ) {
    if let type = valueType(of: property, icalproperty_isa(property)) {
      writer.parameter("VALUE".utf8, type.utf8)
    }
    var parameter = icalproperty_get_first_parameter(property, ICAL_ANY_PARAMETER)
    while let found = parameter {
      write(parameter: found, to: &writer)
      parameter = icalproperty_get_next_parameter(property, ICAL_ANY_PARAMETER)
    }
  }

  /// The VALUE parameter of a property whose value does not have the default type.
  private static func valueType(
    of property: OpaquePointer, _ kind: icalproperty_kind
  ) -> String? {
    switch icalvalue_isa(icalproperty_get_value(property)) {
    case ICAL_DATE_VALUE: "DATE"
    case ICAL_DATETIME_VALUE where kind == ICAL_TRIGGER_PROPERTY: "DATE-TIME"
    default: nil
    }
  }

  private static func write(parameter: OpaquePointer, to writer: inout ContentLineWriter) {
    if icalparameter_isa(parameter) == ICAL_TZID_PARAMETER {
      writer.parameter("TZID".utf8, bytes(icalparameter_get_tzid(parameter)))
      return
    }
    guard let text = icalparameter_as_ical_string_r(parameter) else { return }
    defer { icalmemory_free_buffer(text) }
    let pair = bytes(text).split(separator: UInt8(ascii: "="), maxSplits: 1)
    if pair.count == 2 { writer.parameter(pair[0], pair[1]) }
  }

  private static func writeValue(of property: OpaquePointer, to writer: inout ContentLineWriter) {
    guard let value = icalproperty_get_value(property) else { return }
    switch icalvalue_isa(value) {
    case ICAL_TEXT_VALUE: writer.text(bytes(icalvalue_get_text(value)))
    case ICAL_X_VALUE: writer.raw(bytes(icalvalue_get_x(value)))
    case ICAL_DATE_VALUE: write(icalvalue_get_date(value), to: &writer)
    case ICAL_DATETIME_VALUE: write(icalvalue_get_datetime(value), to: &writer)
    case ICAL_DURATION_VALUE: write(icalvalue_get_duration(value), to: &writer)
    case ICAL_TRIGGER_VALUE: write(icalvalue_get_trigger(value).duration, to: &writer)
    default:
      guard let text = icalvalue_as_ical_string_r(value) else { return }
      writer.raw(bytes(text))
      icalmemory_free_buffer(text)
    }
  }

  /// Writes a length of time; libical omits the minutes between hours and seconds, which RFC 5545 requires (section
  /// 3.3.6).
  private static func write(_ length: icaldurationtype, to writer: inout ContentLineWriter) {
    let days = Int(length.weeks) * 7 + Int(length.days)
    let seconds = (Int(length.hours) * 60 + Int(length.minutes)) * 60 + Int(length.seconds)
    let span = TimeSpan(days: days, seconds: seconds)
    writer.raw((length.is_neg != 0 ? span.negated : span).duration.utf8)
  }

  /// Writes a date or a moment digit by digit, without a string of libical.
  private static func write(_ time: icaltimetype, to writer: inout ContentLineWriter) {
    writer.number(time.year, digits: 4)
    writer.number(time.month, digits: 2)
    writer.number(time.day, digits: 2)
    guard time.is_date == 0 else { return }
    writer.byte(UInt8(ascii: "T"))
    writer.number(time.hour, digits: 2)
    writer.number(time.minute, digits: 2)
    writer.number(time.second, digits: 2)
    if icaltime_is_utc(time) != 0 { writer.byte(UInt8(ascii: "Z")) }
  }

  /// The bytes of a C string, without a copy: they are valid until libical is called to change something.
  private static func bytes(_ text: UnsafePointer<CChar>?) -> UnsafeBufferPointer<UInt8> {
    guard let text else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeRawPointer(text).withMemoryRebound(to: UInt8.self, capacity: 1) {
      UnsafeBufferPointer(start: $0, count: strlen(text))
    }
  }
}

extension ContentLineWriter {
  fileprivate mutating func line(_ name: StaticString, _ value: UnsafeBufferPointer<UInt8>) {
    begin(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    colon()
    raw(value)
    end()
  }
}
