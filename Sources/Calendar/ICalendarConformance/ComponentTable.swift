/// The rules for a component: its required, single and allowed properties, and its nested components.
struct ComponentSpec {
  let section: RFCSection
  let required: [String]
  let once: Set<String>
  let known: Set<String>
  let children: Set<String>

  init(
    _ section: RFCSection, _ required: String, once: String = "", many: String = "",
    children: String = ""
  ) {
    self.section = section
    self.required = Self.words(required)
    self.once = Set(Self.words(required) + Self.words(once))
    known = self.once.union(Self.words(many))
    self.children = Set(Self.words(children))
  }

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}

/// The components of the standards (RFC 5545, section 3.6, with 7808, 7953, 7986, 9073, 9074, 9253).
enum ComponentTable {
  static let specs: [String: ComponentSpec] = [
    "VCALENDAR": ComponentSpec(
      RFCSection("3.6"), "PRODID VERSION",
      once: "CALSCALE METHOD UID LAST-MODIFIED URL REFRESH-INTERVAL SOURCE COLOR",
      many: "NAME DESCRIPTION CATEGORIES IMAGE " + others,
      children: "VEVENT VTODO VJOURNAL VFREEBUSY VTIMEZONE VAVAILABILITY"),
    "VEVENT": ComponentSpec(
      RFCSection("3.6.1"), "UID DTSTAMP", once: itemOnce + "TRANSP DTEND", many: itemMany,
      children: "VALARM " + places),
    "VTODO": ComponentSpec(
      RFCSection("3.6.2"), "UID DTSTAMP", once: itemOnce + "COMPLETED PERCENT-COMPLETE DUE",
      many: itemMany, children: "VALARM " + places),
    "VJOURNAL": ComponentSpec(
      RFCSection("3.6.3"), "UID DTSTAMP",
      once: "CLASS CREATED DTSTART LAST-MODIFIED ORGANIZER RECURRENCE-ID SEQUENCE STATUS SUMMARY "
        + "URL COLOR",
      many: "ATTACH ATTENDEE CATEGORIES COMMENT CONTACT DESCRIPTION EXDATE RELATED-TO RDATE RRULE "
        + "EXRULE REQUEST-STATUS IMAGE " + others, children: places),
    "VFREEBUSY": ComponentSpec(
      RFCSection("3.6.4"), "UID DTSTAMP", once: "CONTACT DTSTART DTEND ORGANIZER URL",
      many: "ATTENDEE COMMENT FREEBUSY REQUEST-STATUS " + others, children: places),
    "VTIMEZONE": ComponentSpec(
      RFCSection("3.6.5"), "TZID", once: "LAST-MODIFIED TZURL TZUNTIL", many: "TZID-ALIAS-OF XML",
      children: "STANDARD DAYLIGHT"),
    "STANDARD": observance,
    "DAYLIGHT": observance,
    "VALARM": ComponentSpec(
      RFCSection("3.6.6"), "ACTION TRIGGER",
      once: "DURATION REPEAT DESCRIPTION SUMMARY ACKNOWLEDGED UID PROXIMITY",
      many: "ATTACH ATTENDEE RELATED-TO " + others, children: "VLOCATION"),
    "VAVAILABILITY": ComponentSpec(
      RFCSection("3.1", of: 7953), "UID DTSTAMP",
      once: "BUSYTYPE CLASS CREATED DESCRIPTION DTSTART DTEND DURATION LAST-MODIFIED LOCATION "
        + "ORGANIZER PRIORITY SEQUENCE SUMMARY URL",
      many: "CATEGORIES COMMENT CONTACT " + others, children: "AVAILABLE " + places),
    "AVAILABLE": ComponentSpec(
      RFCSection("3.1", of: 7953), "UID DTSTAMP DTSTART",
      once: "CREATED DESCRIPTION DTEND DURATION LAST-MODIFIED LOCATION RECURRENCE-ID SUMMARY",
      many: "CATEGORIES COMMENT CONTACT EXDATE RDATE RRULE " + others),
    "PARTICIPANT": ComponentSpec(
      RFCSection("7.1", of: 9073), "UID PARTICIPANT-TYPE",
      once: "CALENDAR-ADDRESS CREATED DESCRIPTION DTSTAMP GEO LAST-MODIFIED PRIORITY SEQUENCE "
        + "STATUS SUMMARY URL",
      many: "ATTACH CATEGORIES COMMENT CONTACT LOCATION REQUEST-STATUS RELATED-TO RESOURCES "
        + others, children: "VLOCATION VRESOURCE"),
    "VLOCATION": ComponentSpec(
      RFCSection("7.2", of: 9073), "UID", once: "DESCRIPTION GEO LOCATION-TYPE NAME URL",
      many: "RELATED-TO " + others),
    "VRESOURCE": ComponentSpec(
      RFCSection("7.3", of: 9073), "UID", once: "DESCRIPTION GEO NAME RESOURCE-TYPE",
      many: "RELATED-TO " + others),
  ]

  /// The properties whose components are known; all others are allowed everywhere.
  static let defined = specs.values.reduce(into: Set<String>()) { $0.formUnion($1.known) }

  private static let others = "XML CONCEPT LINK REFID STYLED-DESCRIPTION STRUCTURED-DATA "
  private static let places = "PARTICIPANT VLOCATION VRESOURCE "
  private static let itemOnce =
    "CLASS CREATED DESCRIPTION DTSTART DURATION GEO LAST-MODIFIED LOCATION ORGANIZER PRIORITY "
    + "RECURRENCE-ID SEQUENCE STATUS SUMMARY URL COLOR "
  private static let itemMany =
    "ATTACH ATTENDEE CATEGORIES COMMENT CONTACT EXDATE REQUEST-STATUS RELATED-TO RESOURCES RDATE "
    + "RRULE EXRULE CONFERENCE IMAGE " + others
  private static let observance = ComponentSpec(
    RFCSection("3.6.5"), "DTSTART TZOFFSETFROM TZOFFSETTO", many: "RRULE COMMENT RDATE TZNAME XML")
}
