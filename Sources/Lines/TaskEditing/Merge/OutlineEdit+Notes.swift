import ExactText
package import TaskBridge
package import TaskText

extension OutlineEdit {
  /// Replaces the notes below a line; equal notes at both ends are unchanged.
  package mutating func replaceNotes(
    ofLine line: Int, of file: TaskFile, with notes: [String]
  ) {
    let text = LineText(file, line: line)
    let (old, written) = (text.noteLines, text.written)
    let head = zip(written, notes).prefix { $0 == $1 }.count
    let tail = zip(written.dropFirst(head).reversed(), notes.dropFirst(head).reversed())
      .prefix { $0 == $1 }.count
    let level = file.document.lines[line].level + 1
    remove(old[head..<(old.count - tail)])
    let place = head > 0 ? old[head - 1] + 1 : line + 1
    let new = notes[head..<(notes.count - tail)]
    guard !new.isEmpty else { return }
    _ = add(new.map { Self.noteLine($0, level) }, beforeLine: place)
  }

  /// A line of notes with its indent level, from its tabs.
  package static func noteLine(_ note: String, _ level: Int) -> (text: String, level: Int) {
    let depth = note.prefix { $0 == "\t" }.count
    return (String(note.dropFirst(depth)), level + depth)
  }
}
