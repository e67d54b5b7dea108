/// The parents of lines in a document: a line belongs to the nearest line above it with less indent.
///
/// Blank lines have no parent and no children, and do not end a subtree. Lines are counted from 0.
public struct Outline: Sendable {
  private let parents: [Int32]
  private let ends: [Int32]

  /// Builds the outline of a document.
  public init(_ document: TaskDocument) {
    var parents = [Int32](repeating: -1, count: document.lines.count)
    var ends = parents
    var open: [Int] = []  // the lines that may still own the next one, outermost first
    var last = -1  // the last line that is not blank
    func close(downTo level: Int) {
      while let top = open.last, document.lines[top].level >= level {
        ends[top] = Int32(last + 1)
        open.removeLast()
      }
    }
    for (index, line) in document.lines.enumerated() where line.kind != .blank {
      close(downTo: line.level)
      parents[index] = Int32(open.last ?? -1)
      open.append(index)
      last = index
    }
    close(downTo: 0)
    self.parents = parents
    self.ends = ends
  }

  /// The parent of a line; nil at the root and for a blank line.
  public func parent(of line: Int) -> Int? {
    parents[line] < 0 ? nil : Int(parents[line])
  }

  /// The line and its descendants, without trailing blank lines.
  public func subtree(of line: Int) -> Range<Int> {
    line..<max(line + 1, Int(ends[line]))
  }

  /// The ancestors of a line, nearest first.
  public func ancestors(of line: Int) -> some Sequence<Int> {
    sequence(state: line) { current in
      guard let parent = parent(of: current) else { return nil }
      current = parent
      return parent
    }
  }
}
