import TaskDates

/// Dates of tests from texts; an invalid text makes the test fail where it is used.
func day(_ text: String) throws -> DateParameters {
  guard case .date(let day) = try DatePayload(parsing: text).value else {
    throw TMError.invalidFormattedString(text)
  }
  return day
}

func moment(_ text: String) throws -> DateTimeParameters {
  guard case .dateTime(let moment) = try DatePayload(parsing: text).value else {
    throw TMError.invalidFormattedString(text)
  }
  return moment
}
