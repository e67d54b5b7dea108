import TaskDates

extension Messages {
  /// Warns about other meanings of a date that a person typed.
  mutating func warn(ofOtherMeanings ambiguities: [DateAmbiguity]) {
    for ambiguity in ambiguities { warn("\(ambiguity)") }
  }
}
