public import FoundationEssentials

/// Conversions between Foundation's `Date` and civil values.
///
/// They require a time zone and have no default for it; see `Docs/DesignText.md`.
extension Date {
  /// The two forms of a single date.
  public enum TMDateFormat: Sendable {
    /// `2024-10-31`
    case date
    /// `2024-10-31 10:31`
    case dateTime

    /// The form as a pattern of Foundation.
    public var string: String {
      switch self {
      case .date: "yyyy-MM-dd"
      case .dateTime: "yyyy-MM-dd HH:mm"
      }
    }

    /// The calendar components of a date in this form.
    public var components: Set<Calendar.Component> {
      switch self {
      case .date: [.year, .month, .day]
      case .dateTime: [.year, .month, .day, .hour, .minute]
      }
    }
  }

  /// The instant of a local date in a zone; nil if the text is not in this form.
  public init?(format: TMDateFormat, _ input: String, in zone: Zone) {
    guard let value = try? DatePayload(parsing: input).value,
      DatePayload(value).description == input
    else { return nil }
    switch (format, value) {
    case (.date, .date(let day)): self.init(date: day, in: zone)
    case (.dateTime, .dateTime(let moment)) where moment.time.second == 0:
      self.init(dateTime: moment, in: zone)
    default: return nil
    }
  }

  /// The first instant of a day in a zone.
  public init(date parameters: DateParameters, in zone: Zone) {
    self.init(dateTime: DateTimeParameters(date: parameters, time: .midnight), in: zone)
  }

  /// The instant of a local time in a zone, chosen by the rule of RFC 5545 (section 3.3.5).
  public init(dateTime parameters: DateTimeParameters, in zone: Zone) {
    self.init(timeIntervalSince1970: Double(zone.instant(of: parameters).seconds))
  }

  /// The local time in a zone, in a form; nil outside of the years 1 to 9999.
  public func string(format: TMDateFormat, in zone: Zone) -> String? {
    switch format {
    case .date: toDateParameters(in: zone)?.formattedDate
    case .dateTime: toDateTimeParameters(in: zone)?.withoutSeconds.formattedDate
    }
  }

  /// The local time in a zone as components; nil outside of the years 1 to 9999.
  public func toDateComponents(format: TMDateFormat, in zone: Zone) -> DateComponents? {
    guard let civil = toDateTimeParameters(in: zone) else { return nil }
    var components = DateComponents(
      year: civil.date.year, month: civil.date.month, day: civil.date.day)
    guard format == .dateTime else { return components }
    components.hour = civil.time.hour
    components.minute = civil.time.minute
    return components
  }

  /// The local day in a zone; nil outside of the years 1 to 9999.
  public func toDateParameters(in zone: Zone) -> DateParameters? {
    toDateTimeParameters(in: zone)?.date
  }

  /// The local time in a zone; nil outside of the years 1 to 9999.
  public func toDateTimeParameters(in zone: Zone) -> DateTimeParameters? {
    let seconds = timeIntervalSince1970.rounded(.down)
    guard abs(seconds) < 1e12 else { return nil }
    return zone.civil(at: Instant(seconds: Int(seconds)))
  }
}

extension DateTimeParameters {
  fileprivate var withoutSeconds: DateTimeParameters {
    advanced(bySeconds: -time.second) ?? self
  }
}

extension String {
  /// The meaning of the string as a payload; nil if it is not a date in any form.
  public func toTMDateType() throws(TMError) -> TMDateType? {
    do {
      return try DatePayload(parsing: self).value
    } catch .endDateNotAfterStartDate(let begin, let end) {
      throw .endDateNotAfterStartDate(begin, end)
    } catch {
      return nil
    }
  }
}
