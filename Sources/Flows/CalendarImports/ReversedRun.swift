import ExactText
public import LineState
import TaskBridge
import TaskText

/// A run that `undo` or `redo` reverses in a file, with its changes of the lines of a pair.
public struct ReversedRun: Sendable {
  /// The direction.
  public enum Direction: Sendable {
    case undo, redo
  }

  let direction: Direction
  /// The lines that the run changed.
  let lines: [LineChanges.Line]
  /// The file as it was before the run (undo), or after it (redo).
  private let text: [UInt8]

  /// Creates the description of a run.
  ///
  /// - Parameters:
  ///   - direction: Whether it is undone or redone.
  ///   - lines: The lines that it had changed.
  ///   - text: The file's bytes before it (undo), or after it (redo).
  public init(_ direction: Direction, _ lines: [LineChanges.Line], text: [UInt8]) {
    (self.direction, self.lines, self.text) = (direction, lines, text)
  }

  /// The number of each line in the new file; nil for a removed one.
  func places(in file: TaskFile, reader: LineFieldReader) -> [ItemName: Int?] {
    let moved = MovedLines(
      LineSnapshot([file.with(bytes: text)], reader), LineSnapshot([file], reader), reader: reader)
    var places: [ItemName: Int?] = [:]
    // No line belongs to two items, even if the state is damaged.
    var taken: Set<Int> = []
    for line in lines {
      let old = direction == .undo ? line.before : line.after
      let new = old.flatMap { moved.line(of: LineRef(file: 0, line: $0))?.line }
      places[line.name] = .some(new.flatMap { taken.insert($0).inserted ? $0 : nil })
    }
    return places
  }
}
