import TaskText

/// The lines that are checked again after a change of a text: those that are read in another way, and those above them
/// that depend on them.
struct ChangedLines {
  /// The lines that are read in another way, and the lines above them whose notes may have changed.
  let parts: [RangeChange]
  /// The bytes by which later lines are shifted.
  let shift: Int

  init(_ change: LineChange, in new: TaskDocument) {
    let owners = Self.owners(above: change.lines.new.lowerBound, in: new)
    parts = owners.map { RangeChange($0..<$0 + 1, count: 1) } + [change.lines]
    shift = change.shift
  }

  /// The last line with text above a line, and the lines that contain it.
  private static func owners(above line: Int, in document: TaskDocument) -> [Int] {
    guard
      var next = (0..<min(line, document.lines.count)).last(where: {
        document.lines[$0].kind != .blank
      })
    else { return [] }
    var owners = [next]
    var level = document.lines[next].level
    while level > 0, next > 0 {
      next -= 1
      guard document.lines[next].kind != .blank, document.lines[next].level < level else {
        continue
      }
      level = document.lines[next].level
      owners.append(next)
    }
    return owners.reversed()
  }
}
