import CLibical
import Glibc
import TaskDates

/// Writes what libical has built, in our own content lines.
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
