import Diagnostics
import ICalendar

/// Dates, times and periods, and their zones (RFC 5545, sections 3.2.19 and 3.3).
extension ConformanceCheck {
  mutating func judgeMoments(
    _ property: CheckedProperty, _ spec: PropertySpec, type: ValueType,
    in content: inout ComponentContent
  ) {
    let zone = property.text(of: "TZID")
    for item in Self.items(of: property, spec) {
      guard var moment = read(item, type, property: property, spec: spec) else { continue }
      pin(&moment, to: zone, property: property, content: content)
      if PropertyTable.utcOnly.contains(property.name), moment.form != .utc {
        add(
          .valueUTC, property, at: item.startIndex, by: spec.section,
          message: "\(property.name) is \(moment.words); expected one in UTC, with a Z")
      }
      if content.moments[property.name] == nil { content.moments[property.name] = moment }
    }
  }

  /// The values of a property.
  static func items(of property: CheckedProperty, _ spec: PropertySpec) -> [ArraySlice<UInt8>] {
    guard spec.isList else { return [property.value] }
    return property.value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
  }

  private mutating func read(
    _ item: ArraySlice<UInt8>, _ type: ValueType, property: CheckedProperty, spec: PropertySpec
  ) -> CalendarMoment? {
    do throws(MomentFault) {
      return try Self.moment(item, type)
    } catch {
      if PropertyTable.stamps.contains(property.name), CalendarMoment.isInYearZero(item) {
        return nil  // Google Calendar writes so where it does not know when
      }
      let rule: ConformanceRule =
        type == .period ? .valuePeriod : type == .date ? .valueDate : .valueDateTime
      guard !judgeLooks(of: item, type, property: property, spec: spec) else { return nil }
      add(
        rule, property, at: item.startIndex,
        message:
          "\(item.quoted) is not a value of \(property.name)\(error.why); expected "
          + "\(error.expected)")
      return nil
    }
  }

  /// The moment of a value; for a period its beginning.
  static func moment(
    _ item: ArraySlice<UInt8>, _ type: ValueType
  ) throws(MomentFault) -> CalendarMoment {
    if type == .period { return try CalendarMoment.periodStart(item) }
    let moment = try CalendarMoment(item)
    guard moment.isDate == (type == .date) else {
      throw MomentFault(expected: "a \(type.rawValue)")
    }
    return moment
  }

  /// Reports that a value has another type than VALUE or the default, if that is the error.
  mutating func judgeLooks(
    of item: ArraySlice<UInt8>, _ type: ValueType, property: CheckedProperty, spec: PropertySpec
  ) -> Bool {
    guard let looks = CalendarMoment.type(of: item), looks != type, spec.types.contains(looks)
    else { return false }
    let expected =
      looks == spec.types[0] && !spec.needsType ? "no VALUE" : "VALUE=\(looks.rawValue)"
    add(
      .valueType, property, at: item.startIndex,
      message:
        "\(item.quoted) is a \(looks.rawValue) where \(property.name) is a \(type.rawValue); "
        + "expected \(expected), or a \(type.rawValue)")
    return true
  }

  /// Sets the zone of a moment to that of its property, and notes the use of the zone.
  private mutating func pin(
    _ moment: inout CalendarMoment, to name: String?, property: CheckedProperty,
    content: ComponentContent
  ) {
    guard let name else { return }
    let isObservance = content.name == "STANDARD" || content.name == "DAYLIGHT"
    guard moment.isFloating || isObservance && moment.isDate else {
      add(
        .timeZoneless, property,
        message: "\(property.name) has a TZID on \(moment.words); expected TZID on local times only"
      )
      return
    }
    moment.form = .zoned(name)
    // These have no zone, which other rules check.
    guard !isObservance, !PropertyTable.utcOnly.contains(property.name) else { return }
    calendar.zones.use(
      moment, named: name, by: property.name,
      at: document.lines[property.index].range.lowerBound)
  }
}

extension ConformanceCheck {
  /// Checks that DTSTART and DTEND of a VFREEBUSY are in UTC.
  mutating func judgeFreeBusy(_ content: ComponentContent) {
    for name in ["DTSTART", "DTEND"] {
      guard let moment = content.moments[name], moment.form != .utc,
        let property = first(name, of: content)
      else { continue }
      add(
        .valueUTC, property, by: content.spec?.section,
        message: "\(name) of a VFREEBUSY is \(moment.words); expected one in UTC, with a Z")
    }
  }
}
