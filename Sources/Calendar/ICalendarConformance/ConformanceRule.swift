/// A rule that an .ics file can break.
///
/// The name is what `duecal check --json` prints and what `Docs/Conformance.md` explains.
public enum ConformanceRule: String, CaseIterable, Sendable {
  // Lines and characters.
  /// No byte order mark (RFC 5545, 3.1).
  case lineMark = "line-bom"
  /// Every line ends with CR LF (RFC 5545, 3.1).
  case lineEnding = "line-crlf"
  /// No line is longer than 75 octets (RFC 5545, 3.1).
  case lineLength = "line-length"
  /// The octets are valid UTF-8 (RFC 5545, 3.1.4).
  case lineUTF8 = "line-utf8"
  /// No fold inside a UTF-8 sequence (RFC 5545, 3.1).
  case lineFold = "line-fold-character"
  /// No control character except the tab (RFC 5545, 3.1).
  case lineControl = "line-control"
  /// No empty line (RFC 5545, 3.1).
  case lineBlank = "line-blank"
  /// A content line is a name, parameters, a colon and a value (RFC 5545, 3.1).
  case lineGrammar = "line-grammar"
  // Parameters.
  /// A parameter is a name, an equals sign and values (RFC 5545, 3.1).
  case parameterGrammar = "param-grammar"
  /// Quotation marks are around whole values, and present if the parameter requires them (RFC 5545, 3.2).
  case parameterQuote = "param-quote"
  /// A caret begins ^n, ^^ or ^' (RFC 6868, 3.1).
  case parameterCaret = "param-caret"
  /// A property has no parameter twice, except X- parameters (RFC 5545, 3.2).
  case parameterOnce = "param-once"
  /// A parameter of one value has one value (RFC 5545, 3.2).
  case parameterSingle = "param-single"
  /// A parameter with a closed list of values has one of them (RFC 5545, 3.2).
  case parameterWord = "param-enum"
  // The tree.
  /// Each BEGIN has an END with the same name; `END:X` does not end `BEGIN:X-NAME` (RFC 5545, 3.4).
  case treeBalance = "struct-begin-end"
  /// All content is inside a VCALENDAR (RFC 5545, 3.4).
  case treeRoot = "struct-root"
  /// A calendar has a component (RFC 5545, 3.6).
  case treeEmpty = "struct-empty"
  /// A component is only in components that may contain it (of the component).
  case treeNesting = "struct-nesting"
  /// A component is registered or experimental (RFC 5545, 3.6).
  case treeUnknown = "struct-unknown"
  /// The properties of a component come before the components in it (of the component).
  case treeOrder = "struct-order"
  // The places of properties.
  /// Required properties are present (of the component).
  case propertyRequired = "prop-required"
  /// A property that may occur only once is not repeated (of the component).
  case propertyOnce = "prop-once"
  /// A property is in a component that it is defined for (of the property).
  case propertyMisplaced = "prop-misplaced"
  /// A property is registered or experimental (RFC 5545, 3.8.8.1).
  case propertyUnknown = "prop-unknown"
  // Values.
  /// VALUE names a type that the property allows, and the value is of that type (RFC 5545, 3.2.20).
  case valueType = "value-param"
  /// VALUE is present if the property has no default type (of the property).
  case valueRequired = "value-required"
  /// A date exists (RFC 5545, 3.3.4).
  case valueDate = "value-date"
  /// A date with time exists (RFC 5545, 3.3.5).
  case valueDateTime = "value-date-time"
  /// A duration follows its grammar (RFC 5545, 3.3.6).
  case valueDuration = "value-duration"
  /// A period has a start and a later end or a positive duration (RFC 5545, 3.3.9).
  case valuePeriod = "value-period"
  /// An integer follows its grammar and fits into 32 bits (RFC 5545, 3.3.8).
  case valueInteger = "value-integer"
  /// A number or duration is in the range of its property (of the property).
  case valueRange = "value-range"
  /// GEO is a latitude and a longitude (of the property).
  case valueGeo = "value-geo"
  /// A URI has a scheme and only characters that RFC 3986 allows (RFC 5545, 3.3.13).
  case valueURI = "value-uri"
  /// A UTC offset follows its grammar (RFC 5545, 3.3.14).
  case valueOffset = "value-utc-offset"
  /// Binary content is BASE64 and declared as such (RFC 5545, 3.3.1).
  case valueBinary = "value-binary"
  /// A time that must be in UTC is in UTC (of the property).
  case valueUTC = "value-utc"
  /// A property with a fixed list of words has one of them (of the property).
  case valueToken = "value-token"
  /// REQUEST-STATUS is a code, a text and optional data (of the property).
  case valueRequestStatus = "value-request-status"
  /// COLOR is a CSS3 colour name (of the property).
  case valueColor = "value-color"
  /// A backslash begins one of the escapes `\\ \; \, \n \N` (RFC 5545, 3.3.11).
  case textEscape = "text-escape"
  /// Semicolons and commas in a text have a backslash before them (RFC 5545, 3.3.11).
  case textBare = "text-bare"
  /// No category is empty (RFC 5545, 3.8.1.2).
  case categoryEmpty = "categories-empty"
  /// STATUS has a value that its component allows (RFC 5545, 3.8.1.11).
  case statusValue = "status-value"
  /// STATUS, COMPLETED and PERCENT-COMPLETE of a to-do do not contradict each other (RFC 5545, 3.8.1.11).
  case statusCompleted = "status-completed"
  // The times of a component.
  /// No TZID on a date or a time in UTC (RFC 5545, 3.2.19).
  case timeZoneless = "time-tzid"
  /// DUE, DTEND, EXDATE, RDATE and RECURRENCE-ID have the value type of DTSTART (of the property).
  case timeType = "time-type"
  /// DTSTART and these times all have a zone, or all have none (of the property).
  case timeForm = "time-form"
  /// DUE and DTEND are later than DTSTART; if DUE of a repeating to-do equals DTSTART, that is a note (of the property).
  case timeOrder = "time-order"
  /// A component with DURATION has neither DUE nor DTEND (of the component).
  case timeSpan = "time-span"
  /// A VTODO with DURATION has DTSTART (of the component).
  case timeStart = "time-start"
  /// DURATION is in days or weeks if DTSTART is a date (RFC 5545, 3.8.2.5).
  case timeDays = "time-days"
  /// A VEVENT has DTSTART if the calendar has no METHOD (RFC 5545, 3.6.1).
  case eventStart = "event-dtstart"
  // Recurrence.
  /// A rule has FREQ, and only parts with known names and values in range (RFC 5545, 3.3.10).
  case ruleGrammar = "rrule-grammar"
  /// A rule has no part twice (RFC 5545, 3.3.10).
  case rulePartOnce = "rrule-part-once"
  /// The first part is FREQ or RSCALE (RFC 5545, 3.3.10).
  case ruleFrequencyFirst = "rrule-freq-first"
  /// A rule does not have both COUNT and UNTIL (RFC 5545, 3.3.10).
  case ruleCountUntil = "rrule-count-until"
  /// UNTIL has the type and form that DTSTART requires (RFC 5545, 3.3.10).
  case ruleUntil = "rrule-until"
  /// Weekdays with a number, such as 2MO, are only in monthly and yearly rules without BYWEEKNO (RFC 5545, 3.3.10).
  case ruleNumberedDay = "rrule-byday"
  /// A rule with BYSETPOS has another BY part (RFC 5545, 3.3.10).
  case ruleSetPosition = "rrule-bysetpos"
  /// BYWEEKNO, BYYEARDAY and BYMONTHDAY are only in rules with a FREQ that allows them (RFC 5545, 3.3.10).
  case ruleFrequencyPart = "rrule-freq-part"
  /// No BYHOUR, BYMINUTE or BYSECOND if DTSTART is a date (RFC 5545, 3.3.10).
  case ruleDatePart = "rrule-date-part"
  /// A component with a rule has DTSTART (RFC 5545, 3.8.2.4).
  case ruleStart = "rrule-dtstart"
  /// A component has one RRULE (RFC 5545, 3.8.5.3).
  case ruleOnce = "rrule-once"
  // Alarms.
  /// An alarm has the properties that its ACTION needs; AUDIO has one ATTACH at most (RFC 5545, 3.6.6).
  case alarmContent = "alarm-content"
  /// An alarm has both DURATION and REPEAT, or neither (RFC 5545, 3.6.6).
  case alarmRepeat = "alarm-repeat"
  /// The item has the start or the end that a relative TRIGGER counts from (RFC 5545, 3.8.6.3).
  case alarmAnchor = "alarm-anchor"
  /// No RELATED on a TRIGGER that is a time (RFC 5545, 3.8.6.3).
  case alarmRelated = "alarm-related"
  // Zones.
  /// Each TZID has a VTIMEZONE, unless it begins with a slash (RFC 5545, 3.2.19).
  case zoneMissing = "zone-missing"
  /// Each TZID has one VTIMEZONE (RFC 5545, 3.6.5).
  case zoneTwice = "zone-duplicate"
  /// A VTIMEZONE has an observance (STANDARD or DAYLIGHT) (RFC 5545, 3.6.5).
  case zoneObservance = "zone-observance"
  /// DTSTART of an observance is a local time without a zone (RFC 5545, 3.6.5).
  case zoneStart = "zone-dtstart"
  /// UNTIL of an observance is in UTC (RFC 5545, 3.3.10).
  case zoneUntil = "zone-until"
  /// A time of the calendar uses each VTIMEZONE, unless the calendar has only VTIMEZONEs (RFC 5545, 3.6.5).
  case zoneUnused = "zone-unused"
  /// The first observance of a VTIMEZONE begins no later than any time that uses it (RFC 5545, 3.6.5).
  case zoneCoverage = "zone-coverage"
  // Names and relations.
  /// A UID is not empty (RFC 5545, 3.8.4.7).
  case uidEmpty = "uid-empty"
  /// No two items of a calendar have the same UID and the same RECURRENCE-ID, or the same UID and none (RFC 5545,
  /// 3.8.4.7).
  case uidUnique = "uid-unique"
  /// RELTYPE is a registered one, or begins with X- (RFC 5545, 3.2.15).
  case relatedType = "related-reltype"
  /// The item that RELATED-TO names is in the calendar (RFC 5545, 3.8.4.5).
  case relatedTarget = "related-target"
  /// No item is its own ancestor (RFC 5545, 3.8.4.5).
  case relatedCycle = "related-cycle"
  // Traces of libical.
  /// No `X-LIC-ERROR`, which libical writes in place of a line that it lost (RFC 5545, 3.8.8.2).
  case libicalError = "libical-error"
  /// No `ERROR: No Value`, which libical writes for a missing value (RFC 5545, 3.1).
  case libicalValue = "libical-value"
  /// No TZID of `freeassociation`, which names a file of libical (RFC 5545, 3.8.3.1).
  case libicalZone = "libical-zone"
  /// No `XROOT`, which libical writes around several calendars (RFC 5545, 3.4).
  case libicalRoot = "libical-root"
}
