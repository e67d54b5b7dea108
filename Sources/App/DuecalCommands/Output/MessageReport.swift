import Diagnostics

/// Something that a run reported.
enum MessageReport: Hashable {
  /// A diagnostic of a file.
  case diagnostic(Diagnostic, file: String)
  /// An error of the run.
  case failure(String, ExitStatus)
  /// A warning about the run.
  case warning(String)
  /// A loss, as it is printed.
  case loss(String)
}

extension MessageReport {
  /// True if it names a text to write instead, which may be a date that depends on the clock.
  var hasFix: Bool {
    if case .diagnostic(let diagnostic, _) = self { diagnostic.fix != nil } else { false }
  }
}

// MARK: - As texts

extension MessageReport {
  /// The report as texts.
  var fields: [String] {
    switch self {
    case .diagnostic(let diagnostic, let file):
      let place = diagnostic.place
      return [
        "diagnostic", file, "\(place.line)", "\(place.column)", diagnostic.severity.rawValue,
        diagnostic.sentence,
      ] + (diagnostic.fix.map { [$0] } ?? [])
    case .failure(let sentence, let status): return ["failure", sentence, "\(status.rawValue)"]
    case .warning(let sentence): return ["warning", sentence]
    case .loss(let line): return ["loss", line]
    }
  }

  /// Reads a report; nil for other texts.
  init?(fields: [String]) {
    switch (fields.first, fields.count) {
    case ("diagnostic", 6...7):
      guard let line = Int(fields[2]), let column = Int(fields[3]),
        let severity = Severity(rawValue: fields[4])
      else { return nil }
      let fix = fields.count == 7 ? fields[6] : nil
      self = .diagnostic(
        Diagnostic(
          severity, at: Place(line: line, column: column), message: fields[5], fix: fix),
        file: fields[1])
    case ("failure", 3):
      guard let status = Int32(fields[2]).flatMap(ExitStatus.init(rawValue:)) else { return nil }
      self = .failure(fields[1], status)
    case ("warning", 2): self = .warning(fields[1])
    case ("loss", 2): self = .loss(fields[1])
    default: return nil
    }
  }
}
