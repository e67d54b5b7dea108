/// The rules for the value of a property: its section, its types, and whether it is a list.
struct PropertySpec {
  let section: RFCSection
  /// The allowed value types, the default first.
  let types: [ValueType]
  /// True if the value is a list separated by commas.
  let isList: Bool
  /// True if there is no default type, so that VALUE is required.
  let needsType: Bool

  /// Reads a row of the table without its name.
  fileprivate init?(_ section: Substring, _ types: Substring) {
    let parts = section.split(separator: "/")
    guard let last = parts.last, let number = parts.count == 2 ? Int(parts[0]) : 5545 else {
      return nil
    }
    self.section = RFCSection(String(last), of: number)
    self.types = types.split { ",*!".contains($0) }.compactMap { ValueType(rawValue: String($0)) }
    isList = types.last == "*"
    needsType = types.last == "!"
  }
}

/// A value type (RFC 5545, section 3.3), or a property's own form.
enum ValueType: String {
  case binary = "BINARY"
  case calendarAddress = "CAL-ADDRESS"
  case date = "DATE"
  case dateTime = "DATE-TIME"
  case duration = "DURATION"
  case integer = "INTEGER"
  case period = "PERIOD"
  case rule = "RECUR"
  case text = "TEXT"
  case uid = "UID"
  case uri = "URI"
  case offset = "UTC-OFFSET"
  case xmlReference = "XML-REFERENCE"
  case geo = "GEO"
  case requestStatus = "REQUEST-STATUS"
  case version = "VERSION"

  /// The name of the type in VALUE.
  var declared: String {
    switch self {
    case .geo: "FLOAT"
    case .requestStatus, .version: "TEXT"
    default: rawValue
    }
  }
}

/// The properties of the standards.
enum PropertyTable {
  static let specs: [String: PropertySpec] = {
    var specs: [String: PropertySpec] = [:]
    for row in table.split(separator: "\n") {
      let words = row.split(separator: " ")
      specs[String(words[0])] = PropertySpec(words[1], words[2])
    }
    return specs
  }()

  /// Each property with its section, of RFC 5545 unless a number comes first, and its types; `*` marks a list, `!` a
  /// required VALUE.
  private static let table = """
    CALSCALE 3.7.1 TEXT
    METHOD 3.7.2 TEXT
    PRODID 3.7.3 TEXT
    VERSION 3.7.4 VERSION
    ATTACH 3.8.1.1 URI,BINARY
    CATEGORIES 3.8.1.2 TEXT*
    CLASS 3.8.1.3 TEXT
    COMMENT 3.8.1.4 TEXT
    DESCRIPTION 3.8.1.5 TEXT
    GEO 3.8.1.6 GEO
    LOCATION 3.8.1.7 TEXT
    PERCENT-COMPLETE 3.8.1.8 INTEGER
    PRIORITY 3.8.1.9 INTEGER
    RESOURCES 3.8.1.10 TEXT*
    STATUS 3.8.1.11 TEXT
    SUMMARY 3.8.1.12 TEXT
    COMPLETED 3.8.2.1 DATE-TIME
    DTEND 3.8.2.2 DATE-TIME,DATE
    DUE 3.8.2.3 DATE-TIME,DATE
    DTSTART 3.8.2.4 DATE-TIME,DATE
    DURATION 3.8.2.5 DURATION
    FREEBUSY 3.8.2.6 PERIOD*
    TRANSP 3.8.2.7 TEXT
    TZID 3.8.3.1 TEXT
    TZNAME 3.8.3.2 TEXT
    TZOFFSETFROM 3.8.3.3 UTC-OFFSET
    TZOFFSETTO 3.8.3.4 UTC-OFFSET
    TZURL 3.8.3.5 URI
    ATTENDEE 3.8.4.1 CAL-ADDRESS
    CONTACT 3.8.4.2 TEXT
    ORGANIZER 3.8.4.3 CAL-ADDRESS
    RECURRENCE-ID 3.8.4.4 DATE-TIME,DATE
    RELATED-TO 3.8.4.5 TEXT,UID,URI
    URL 3.8.4.6 URI
    UID 3.8.4.7 TEXT
    EXDATE 3.8.5.1 DATE-TIME,DATE*
    EXRULE 2445/4.8.5.2 RECUR
    RDATE 3.8.5.2 DATE-TIME,DATE,PERIOD*
    RRULE 3.8.5.3 RECUR
    ACTION 3.8.6.1 TEXT
    REPEAT 3.8.6.2 INTEGER
    TRIGGER 3.8.6.3 DURATION,DATE-TIME
    CREATED 3.8.7.1 DATE-TIME
    DTSTAMP 3.8.7.2 DATE-TIME
    LAST-MODIFIED 3.8.7.3 DATE-TIME
    SEQUENCE 3.8.7.4 INTEGER
    REQUEST-STATUS 3.8.8.3 REQUEST-STATUS
    XML 6321/4.2 TEXT
    TZUNTIL 7808/7.1 DATE-TIME
    TZID-ALIAS-OF 7808/7.2 TEXT
    BUSYTYPE 7953/3.2 TEXT
    NAME 7986/5.1 TEXT
    REFRESH-INTERVAL 7986/5.7 DURATION!
    SOURCE 7986/5.8 URI!
    COLOR 7986/5.9 TEXT
    IMAGE 7986/5.10 URI,BINARY!
    CONFERENCE 7986/5.11 URI!
    LOCATION-TYPE 9073/6.1 TEXT*
    PARTICIPANT-TYPE 9073/6.2 TEXT
    RESOURCE-TYPE 9073/6.3 TEXT
    CALENDAR-ADDRESS 9073/6.4 CAL-ADDRESS
    STYLED-DESCRIPTION 9073/6.5 TEXT,URI!
    STRUCTURED-DATA 9073/6.6 TEXT,BINARY,URI!
    ACKNOWLEDGED 9074/6.1 DATE-TIME
    PROXIMITY 9074/8.1 TEXT
    CONCEPT 9253/8.1 URI
    LINK 9253/8.2 URI,UID,XML-REFERENCE,TEXT!
    REFID 9253/8.3 TEXT
    ESTIMATED-DURATION 3.8.8.1 DURATION
    X-DUECAL-AFTER-DONE 3.8.8.2 RECUR
    X-DUECAL-LINE 3.8.8.2 TEXT
    X-DUECAL-PATH 3.8.8.2 TEXT*
    X-DUECAL-KEY 3.8.8.2 TEXT*
    X-DUECAL-PROJECT 3.8.8.2 TEXT*
    """

  /// Properties that are always in UTC.
  static let utcOnly: Set<String> = [
    "DTSTAMP", "CREATED", "LAST-MODIFIED", "COMPLETED", "ACKNOWLEDGED", "TZUNTIL", "FREEBUSY",
    "TRIGGER",
  ]

  /// The times of changes, which not every program knows.
  static let stamps: Set<String> = ["DTSTAMP", "CREATED", "LAST-MODIFIED"]

  /// The values of STATUS by component.
  static let status: [String: [String]] = [
    "VEVENT": ["TENTATIVE", "CONFIRMED", "CANCELLED"],
    "VTODO": ["NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED"],
    "VJOURNAL": ["DRAFT", "FINAL", "CANCELLED"],
  ]

  /// Properties whose text is a word, with the words; empty if any registered one is allowed.
  static let words: [String: [String]] = [
    "VERSION": ["2.0"], "CALSCALE": ["GREGORIAN"], "TRANSP": ["OPAQUE", "TRANSPARENT"],
    "METHOD": [], "CLASS": [], "ACTION": [], "BUSYTYPE": [], "PROXIMITY": [],
    "PARTICIPANT-TYPE": [], "RESOURCE-TYPE": [],
  ]

  /// The allowed numbers of properties.
  static let ranges: [String: ClosedRange<Int>] = [
    "PERCENT-COMPLETE": 0...100, "PRIORITY": 0...9, "SEQUENCE": 0...2_147_483_647,
    "REPEAT": 0...2_147_483_647,
  ]

  /// The values of RELTYPE (RFC 5545, 9074, 9253).
  static let relations: Set<String> = [
    "PARENT", "CHILD", "SIBLING", "FINISHTOSTART", "FINISHTOFINISH", "STARTTOFINISH",
    "STARTTOSTART", "FIRST", "NEXT", "DEPENDS-ON", "REFID", "CONCEPT", "SNOOZE",
  ]
}
