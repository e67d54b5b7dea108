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
  /// No control character but the tab (RFC 5545, 3.1).
  case lineControl = "line-control"
  /// No empty line (RFC 5545, 3.1).
  case lineBlank = "line-blank"
  /// A content line is a name, parameters, a colon and a value (RFC 5545, 3.1).
  case lineGrammar = "line-grammar"
  // Parameters.
  /// A parameter is a name, an equals sign and values (RFC 5545, 3.1).
  case parameterGrammar = "param-grammar"
  /// Quotes stand around whole values, and where the parameter asks for them (RFC 5545, 3.2).
  case parameterQuote = "param-quote"
  /// A caret begins ^n, ^^ or ^' (RFC 6868, 3.1).
  case parameterCaret = "param-caret"
  /// A parameter stands once on its property (RFC 5545, 3.2).
  case parameterOnce = "param-once"
  /// A parameter of one value has one value (RFC 5545, 3.2).
  case parameterSingle = "param-single"
  /// A parameter with a closed list of values has one of them (RFC 5545, 3.2).
  case parameterWord = "param-enum"
  // The tree.
  /// BEGIN and END are balanced and name the same component; no `END:X` for an X- component.
  case treeBalance = "struct-begin-end"
  /// All content stands in a VCALENDAR (RFC 5545, 3.4).
  case treeRoot = "struct-root"
  /// A calendar has a component (RFC 5545, 3.6).
  case treeEmpty = "struct-empty"
  /// A component stands only in those that may hold it (of the component).
  case treeNesting = "struct-nesting"
  /// A component is registered or experimental (RFC 5545, 3.6).
  case treeUnknown = "struct-unknown"
  /// The properties stand before the components (of the component).
  case treeOrder = "struct-order"
  // Which property stands where.
  /// A required property is there (of the component).
  case propertyRequired = "prop-required"
  /// A property that may stand once stands once (of the component).
  case propertyOnce = "prop-once"
  /// A property stands in a component that it is defined for (of the property).
  case propertyMisplaced = "prop-misplaced"
  /// A property is registered or experimental (RFC 5545, 3.8.8.1).
  case propertyUnknown = "prop-unknown"
  // Values.
  /// VALUE names the type of the value and one that the property allows (RFC 5545, 3.2.20).
  case valueType = "value-param"
  /// VALUE stands where a property has no default type (of the property).
  case valueRequired = "value-required"
  /// A date exists (RFC 5545, 3.3.4).
  case valueDate = "value-date"
  /// A date with time exists (RFC 5545, 3.3.5).
  case valueDateTime = "value-date-time"
  /// A duration follows its grammar (RFC 5545, 3.3.6).
  case valueDuration = "value-duration"
  /// A period has a start and a later end or a positive duration (RFC 5545, 3.3.9).
  case valuePeriod = "value-period"
  /// An integer is one, of 32 bits (RFC 5545, 3.3.8).
  case valueInteger = "value-integer"
  /// A number or duration is in the range of its property (of the property).
  case valueRange = "value-range"
  /// GEO is a latitude and a longitude (of the property).
  case valueGeo = "value-geo"
  /// A URI follows RFC 3986 (RFC 5545, 3.3.13).
  case valueURI = "value-uri"
  /// A UTC offset follows its grammar (RFC 5545, 3.3.14).
  case valueOffset = "value-utc-offset"
  /// Binary content is BASE64 and says so (RFC 5545, 3.3.1).
  case valueBinary = "value-binary"
  /// A property that is in UTC is in UTC (of the property).
  case valueUTC = "value-utc"
  /// A property with a list of values has one of them (of the property).
  case valueToken = "value-token"
  /// REQUEST-STATUS is a code, a text and perhaps data (of the property).
  case valueRequestStatus = "value-request-status"
  /// COLOR is a CSS3 colour name (of the property).
  case valueColor = "value-color"
  /// A backslash begins one of the five escapes (RFC 5545, 3.3.11).
  case textEscape = "text-escape"
  /// Semicolons and commas of a text are escaped (RFC 5545, 3.3.11).
  case textBare = "text-bare"
  /// No category is empty (RFC 5545, 3.8.1.2).
  case categoryEmpty = "categories-empty"
  /// STATUS has a value of its component (RFC 5545, 3.8.1.11).
  case statusValue = "status-value"
  /// STATUS, COMPLETED and PERCENT-COMPLETE of a to-do agree (RFC 5545, 3.8.1.11).
  case statusCompleted = "status-completed"
  // The times of a component.
  /// No TZID on a date or a time in UTC (RFC 5545, 3.2.19).
  case timeZoneless = "time-tzid"
  /// The times of a component have the value type of DTSTART (of the property).
  case timeType = "time-type"
  /// DTSTART and the times beside it all have a zone or none (of the property).
  case timeForm = "time-form"
  /// DUE and DTEND are later than DTSTART (of the property).
  case timeOrder = "time-order"
  /// DURATION excludes DUE and DTEND (of the component).
  case timeSpan = "time-span"
  /// DURATION of a VTODO needs DTSTART (of the component).
  case timeStart = "time-start"
  /// DURATION beside a date is in days or weeks (RFC 5545, 3.8.2.5).
  case timeDays = "time-days"
  /// A VEVENT has DTSTART where the calendar has no METHOD (RFC 5545, 3.6.1).
  case eventStart = "event-dtstart"
  // Recurrence.
  /// A rule is parts of known names and values in range (RFC 5545, 3.3.10).
  case ruleGrammar = "rrule-grammar"
  /// A part of a rule stands once (RFC 5545, 3.3.10).
  case rulePartOnce = "rrule-part-once"
  /// FREQ is the first part, or RSCALE (RFC 5545, 3.3.10).
  case ruleFrequencyFirst = "rrule-freq-first"
  /// COUNT and UNTIL exclude each other (RFC 5545, 3.3.10).
  case ruleCountUntil = "rrule-count-until"
  /// UNTIL has the type and form that DTSTART asks for (RFC 5545, 3.3.10).
  case ruleUntil = "rrule-until"
  /// A numbered weekday stands in monthly and yearly rules (RFC 5545, 3.3.10).
  case ruleNumberedDay = "rrule-byday"
  /// BYSETPOS stands with another BY part (RFC 5545, 3.3.10).
  case ruleSetPosition = "rrule-bysetpos"
  /// BYWEEKNO, BYYEARDAY and BYMONTHDAY stand with a FREQ that has them (RFC 5545, 3.3.10).
  case ruleFrequencyPart = "rrule-freq-part"
  /// No BYHOUR, BYMINUTE or BYSECOND where DTSTART is a date (RFC 5545, 3.3.10).
  case ruleDatePart = "rrule-date-part"
  /// A component with a rule has DTSTART (RFC 5545, 3.8.2.4).
  case ruleStart = "rrule-dtstart"
  /// A component has one RRULE (RFC 5545, 3.8.5.3).
  case ruleOnce = "rrule-once"
  // Alarms.
  /// An alarm has what its ACTION needs (RFC 5545, 3.6.6).
  case alarmContent = "alarm-content"
  /// DURATION and REPEAT of an alarm stand together (RFC 5545, 3.6.6).
  case alarmRepeat = "alarm-repeat"
  /// What a relative TRIGGER counts from is there (RFC 5545, 3.8.6.3).
  case alarmAnchor = "alarm-anchor"
  /// No RELATED on an absolute TRIGGER (RFC 5545, 3.8.6.3).
  case alarmRelated = "alarm-related"
  // Zones.
  /// Each TZID has its VTIMEZONE, unless a slash begins it (RFC 5545, 3.2.19).
  case zoneMissing = "zone-missing"
  /// Each TZID has one VTIMEZONE (RFC 5545, 3.6.5).
  case zoneTwice = "zone-duplicate"
  /// A VTIMEZONE has a STANDARD or DAYLIGHT (RFC 5545, 3.6.5).
  case zoneObservance = "zone-observance"
  /// An observance begins in local time (RFC 5545, 3.6.5).
  case zoneStart = "zone-dtstart"
  /// UNTIL of an observance is in UTC (RFC 5545, 3.3.10).
  case zoneUntil = "zone-until"
  /// A time of the calendar uses each VTIMEZONE (RFC 5545, 3.6.5).
  case zoneUnused = "zone-unused"
  /// A VTIMEZONE says what the earliest time that uses it needs (RFC 5545, 3.6.5).
  case zoneCoverage = "zone-coverage"
  // Names and relations.
  /// A UID is not empty (RFC 5545, 3.8.4.7).
  case uidEmpty = "uid-empty"
  /// UID and RECURRENCE-ID are unique in a calendar (RFC 5545, 3.8.4.7).
  case uidUnique = "uid-unique"
  /// RELTYPE is a registered one, or begins with X- (RFC 5545, 3.2.15).
  case relatedType = "related-reltype"
  /// What RELATED-TO names is in the calendar (RFC 5545, 3.8.4.5).
  case relatedTarget = "related-target"
  /// Nothing is its own ancestor (RFC 5545, 3.8.4.5).
  case relatedCycle = "related-cycle"
  // What libical leaves behind.
  /// No `X-LIC-ERROR`: a line is lost there (RFC 5545, 3.8.8.2).
  case libicalError = "libical-error"
  /// No `ERROR: No Value` (RFC 5545, 3.1).
  case libicalValue = "libical-value"
  /// No TZID of `freeassociation`, which names a file of libical (RFC 5545, 3.8.3.1).
  case libicalZone = "libical-zone"
  /// No `XROOT` around several calendars (RFC 5545, 3.4).
  case libicalRoot = "libical-root"
}
