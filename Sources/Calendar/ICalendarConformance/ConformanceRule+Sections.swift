import Diagnostics

/// A section of a standard, as messages name it.
struct RFCSection: Hashable, CustomStringConvertible {
  private let number: Int
  private let section: String

  /// Creates a section, of RFC 5545 by default.
  init(_ section: String, of number: Int = 5545) {
    self.section = section
    self.number = number
  }

  var description: String { "RFC \(number), section \(section)" }
}

extension ConformanceRule {
  /// The severity of the rule.
  ///
  /// It is an error if the standard says MUST or its grammar does not allow the line. It is a warning if the standard
  /// says SHOULD, if names may be newer than this table, or if the content contradicts itself.
  var severity: Severity { Self.warnings.contains(self) ? .warning : .error }

  private static let warnings: Set<ConformanceRule> = [
    .lineMark, .lineLength, .lineFold, .parameterCaret, .treeUnknown, .propertyUnknown,
    .categoryEmpty, .statusCompleted, .ruleOnce, .zoneUnused, .zoneCoverage, .relatedType,
    .relatedTarget, .relatedCycle, .libicalZone,
  ]

  /// The section of the rule, unless its property or component has a more specific one.
  var section: RFCSection { Self.sections[self] ?? RFCSection("3.6") }

  private static let sections: [ConformanceRule: RFCSection] = [
    .lineMark: RFCSection("3.1"), .lineEnding: RFCSection("3.1"), .lineLength: RFCSection("3.1"),
    .lineUTF8: RFCSection("3.1.4"), .lineFold: RFCSection("3.1"), .lineControl: RFCSection("3.1"),
    .lineBlank: RFCSection("3.1"), .lineGrammar: RFCSection("3.1"),
    .parameterGrammar: RFCSection("3.1"), .parameterQuote: RFCSection("3.2"),
    .parameterCaret: RFCSection("3.1", of: 6868), .parameterOnce: RFCSection("3.2"),
    .parameterSingle: RFCSection("3.2"), .parameterWord: RFCSection("3.2"),
    .treeBalance: RFCSection("3.4"), .treeRoot: RFCSection("3.4"),
    .propertyMisplaced: RFCSection("3.8"), .propertyUnknown: RFCSection("3.8.8.1"),
    .valueType: RFCSection("3.2.20"), .valueRequired: RFCSection("5", of: 7986),
    .valueDate: RFCSection("3.3.4"), .valueDateTime: RFCSection("3.3.5"),
    .valueDuration: RFCSection("3.3.6"), .valuePeriod: RFCSection("3.3.9"),
    .valueInteger: RFCSection("3.3.8"), .valueURI: RFCSection("3.3.13"),
    .valueOffset: RFCSection("3.3.14"), .valueBinary: RFCSection("3.3.1"),
    .textEscape: RFCSection("3.3.11"), .textBare: RFCSection("3.3.11"),
    .categoryEmpty: RFCSection("3.8.1.2"), .statusValue: RFCSection("3.8.1.11"),
    .statusCompleted: RFCSection("3.8.1.11"), .timeZoneless: RFCSection("3.2.19"),
    .timeDays: RFCSection("3.8.2.5"), .eventStart: RFCSection("3.6.1"),
    .ruleGrammar: RFCSection("3.3.10"), .rulePartOnce: RFCSection("3.3.10"),
    .ruleFrequencyFirst: RFCSection("3.3.10"), .ruleCountUntil: RFCSection("3.3.10"),
    .ruleUntil: RFCSection("3.3.10"), .ruleNumberedDay: RFCSection("3.3.10"),
    .ruleSetPosition: RFCSection("3.3.10"), .ruleFrequencyPart: RFCSection("3.3.10"),
    .ruleDatePart: RFCSection("3.3.10"), .ruleStart: RFCSection("3.8.2.4"),
    .ruleOnce: RFCSection("3.8.5.3"), .alarmContent: RFCSection("3.6.6"),
    .alarmRepeat: RFCSection("3.6.6"), .alarmAnchor: RFCSection("3.8.6.3"),
    .alarmRelated: RFCSection("3.8.6.3"), .zoneMissing: RFCSection("3.2.19"),
    .zoneTwice: RFCSection("3.6.5"), .zoneObservance: RFCSection("3.6.5"),
    .zoneStart: RFCSection("3.6.5"), .zoneUntil: RFCSection("3.3.10"),
    .zoneUnused: RFCSection("3.6.5"), .zoneCoverage: RFCSection("3.6.5"),
    .uidEmpty: RFCSection("3.8.4.7"), .uidUnique: RFCSection("3.8.4.7"),
    .relatedType: RFCSection("3.2.15"), .relatedTarget: RFCSection("3.8.4.5"),
    .relatedCycle: RFCSection("3.8.4.5"), .libicalError: RFCSection("3.8.8.2"),
    .libicalValue: RFCSection("3.1"), .libicalZone: RFCSection("3.8.3.1"),
    .libicalRoot: RFCSection("3.4"),
  ]
}
