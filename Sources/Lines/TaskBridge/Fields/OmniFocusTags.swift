import ExactText
import TaskDates
import TaskText

/// The parameters of OmniFocus's TaskPaper that duecal's vocabulary lacks.
enum OmniFocusTags {
  /// The field of a name; nil if OmniFocus gives it no meaning of its own.
  static func field(of name: String) -> Vocabulary.Field? {
    name == "flagged" ? .priority : nil
  }

  /// True for a parameter that controls how OmniFocus treats a line, and is not a person's own tag.
  static func isParameter(_ name: String) -> Bool {
    ["autodone", "parallel", "sequential", "repeat-method"].contains(name)
  }

  /// Sets the fields that depend on several parameters together.
  static func finish(_ document: TaskDocument, _ line: TaskLine, fields: inout LineFields) {
    guard document.dialect == .omniFocus,
      let method = document.firstTag(named: "repeat-method", on: line)
    else { return }
    fields.repetition?.isAfterDone =
      document.payload(of: method)?.contains("after-completion") ?? false
  }

  /// Splits a line into its title and the note that OmniFocus writes after `//` on the same line.
  static func split(
    _ document: TaskDocument, _ line: TaskLine
  ) -> (title: Range<Int>, note: Range<Int>?) {
    let bytes = document.bytes
    let mark = line.text.dropLast(2).first { bytes[$0...].starts(with: " //".utf8) }
    guard let mark else { return (line.text, nil) }
    var end = mark
    for span in document.tags[line.tags].reversed() where span.range.upperBound == end {
      end = span.leading.lowerBound
    }
    return (line.text.lowerBound..<end, (mark + 3)..<line.text.upperBound)
  }
}
