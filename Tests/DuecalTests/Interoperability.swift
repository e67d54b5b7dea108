import Testing

/// A calendar as another program writes it.
///
/// The rows of `Docs/Interoperability.md` name the tests with such calendars.
struct ForeignCalendar {
  private let text: String

  /// A calendar of components, which may have plain line ends.
  init(_ parts: String...) { self.init(text: calendar(parts)) }

  /// A file that may have plain line ends.
  init(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    self.text = lines.map { $0.hasSuffix("\r") ? $0.dropLast() : $0 }.joined(separator: "\r\n")
  }

  /// The lines that an import prints.
  func lines(zone: String = "Europe/Berlin") throws -> [String] {
    let run = try imported(zone: zone)
    return run.output.split(separator: "\n").map(String.init)
  }

  /// What an import reports.
  func report() throws -> String { try imported("-v").error }

  private func imported(_ more: String..., zone: String = "Europe/Berlin") throws -> Run {
    let run = try duecal(["import", "-", "--zone", zone] + more, input: text)
    #expect(run.status == 0, "\(run.error)")
    return run
  }

  /// The dates of its items.
  func dates(zone: String = "Europe/Berlin") throws -> [String] {
    let scratch = try Scratch()
    try scratch.write("calendar.ics", text)
    let run = try duecal(["occurrences", "calendar.ics", "--zone", zone], in: scratch.url)
    #expect(run.status == 0, "\(run.error)")
    return run.output.split(separator: "\n").map(String.init)
  }

  /// What `check` finds in it.
  func faults() throws -> String {
    let scratch = try Scratch()
    try scratch.write("calendar.ics", text)
    return try duecal(["check", "calendar.ics"], in: scratch.url).output
  }
}
