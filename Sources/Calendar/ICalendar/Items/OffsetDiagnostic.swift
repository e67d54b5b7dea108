import Diagnostics

/// A diagnostic for a byte of a file; its place is computed when everything is read.
struct OffsetDiagnostic: Sendable {
  let severity: Severity
  let offset: Int
  let sentence: String

  init(_ severity: Severity, at offset: Int, message sentence: String) {
    self.severity = severity
    self.offset = offset
    self.sentence = sentence
  }
}

extension [OffsetDiagnostic] {
  /// The diagnostics in order of place, up to a limit, and a line about the others.
  func diagnostics(of document: ICSDocument, limit: Int) -> [Diagnostic] {
    var places = LinePlaces(document)
    let inOrder = enumerated().sorted { ($0.1.offset, $0.0) < ($1.1.offset, $1.0) }.map(\.1)
    var diagnostics = inOrder.prefix(limit).map {
      Diagnostic($0.severity, at: places.place(ofByte: $0.offset), message: $0.sentence)
    }
    if inOrder.count > limit {
      let worst = inOrder.dropFirst(limit).map(\.severity).max() ?? .note
      let place = places.place(ofByte: inOrder[limit].offset)
      diagnostics.append(
        Diagnostic(worst, at: place, message: "\(inOrder.count - limit) more messages are left out")
      )
    }
    return diagnostics
  }
}
