/// A line that was put below another one, and that would stay without it.
///
/// If a change takes out a task, the notes and subtasks that a person has put below it since would belong to the task above.
public struct StrandedLine: Sendable {
  /// The line, without its indent.
  public let text: String
  /// The line above that goes, without its indent.
  public let parent: String
  /// The byte where the text of the line begins.
  public let offset: Int

  /// Finds the first line that would lose the line that it was put below; nil if there is none.
  ///
  /// - Parameters:
  ///   - document: The text now.
  ///   - old: The text to which a person may have added lines.
  ///   - new: The text after the change.
  public init?(in document: TaskDocument, addedTo old: [UInt8], leaving new: [UInt8]) {
    let present = Lines(document.bytes)
    let known = Set(LineAlignment(Lines(old), present).pairs.map(\.new))
    let pairs = LineAlignment(present, Lines(new)).pairs
    let places = Dictionary(pairs.map { ($0.old, $0.new) }) { $1 }
    let kept = Set(pairs.map(\.new))
    let outlines = (now: Outline(document), then: Outline(TaskDocument(bytes: new, like: document)))
    let found = document.lines.indices.lazy.compactMap { line -> (line: Int, parent: Int)? in
      guard !known.contains(line), let place = places[line],
        let parent = outlines.now.parent(of: line), places[parent] == nil
      else { return nil }
      // A line whose words change is still there; one that was below another before is another one.
      let next = outlines.then.parent(of: place)
      return next.map { !kept.contains($0) } ?? false ? nil : (line, parent)
    }.first
    guard let found, present.ranges.count == document.lines.count else { return nil }
    text = document.string(document.lines[found.line].body)
    parent = document.string(document.lines[found.parent].body)
    offset = document.lines[found.line].body.lowerBound
  }
}
