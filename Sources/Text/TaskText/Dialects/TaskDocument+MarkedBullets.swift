/// Bullets that mark a task as open, done or cancelled.
extension TaskDocument {
  /// The splice that changes a task's bullet to a state; nil if it has the state already or cannot express it.
  ///
  /// A check box stays a box and a sign stays a sign; a dash has no state. A task that is reopened gets the first open
  /// bullet of its kind in a file.
  func bullet(
    of line: TaskLine, marking mark: LineMark, like file: TaskDocument
  ) -> TaskEdit.Splice? {
    guard line.kind == .task, line.mark != mark else { return nil }
    let bullet = string(line.bullet)
    if dialect == .markdown { return boxSign(of: line, marking: mark) }
    guard mark != .started else { return nil }
    if let box = bullet.range(ofOneOf: Self.boxes) {
      let start = line.bullet.lowerBound + box.lowerBound
      let text = mark == .none ? file.openBox : mark == .done ? "[x]" : "[-]"
      return TaskEdit.Splice(start..<line.bullet.lowerBound + box.upperBound, text.utf8)
    }
    let isDash = bullet.utf8.first == Characters.dash
    guard dialect == .plainTasks, !isDash else { return nil }
    let sign = bullet.unicodeScalars.first.map { String($0).utf8.count } ?? 0
    let text = mark == .none ? file.openSign : mark == .done ? "✔" : "✘"
    return TaskEdit.Splice(line.bullet.lowerBound..<line.bullet.lowerBound + sign, text.utf8)
  }

  /// The splice that changes the sign in a box of Markdown; an open box keeps a sign such as `[>]`.
  private func boxSign(of line: TaskLine, marking mark: LineMark) -> TaskEdit.Splice? {
    guard let open = bytes[line.bullet].firstIndex(of: UInt8(ascii: "[")),
      let close = bytes[open..<line.bullet.upperBound].lastIndex(of: UInt8(ascii: "]"))
    else { return nil }
    return TaskEdit.Splice(open + 1..<close, settings.symbol(for: mark).utf8)
  }

  /// The text before the title of a new task: in a file of PlainTasks the bullet of its first open task.
  package var newTaskBullet: String {
    guard dialect == .plainTasks else { return dialect.taskBullet }
    let bullet = firstOpenBullet { bullet in
      bullet.isEmpty ? nil : String(bullet.reversed().drop(while: \.isWhitespace).reversed())
    }
    return (bullet ?? "☐") + " "
  }

  private static let boxes = ["[ ]", "[]", "[x]", "[X]", "[+]", "[-]"]

  /// The box of the first open task that has one.
  private var openBox: String {
    firstOpenBullet { bullet in
      ["[ ]", "[]"].first { box in bullet.range(ofOneOf: [box]) != nil }
    } ?? "[ ]"
  }

  /// The sign of the first open task that has one.
  private var openSign: String {
    firstOpenBullet { bullet in
      bullet.unicodeScalars.first.flatMap { $0.isASCII ? nil : String($0) }
    } ?? "☐"
  }

  private func firstOpenBullet(_ part: (String) -> String?) -> String? {
    for line in lines where line.kind == .task && line.mark == .none {
      if let part = part(string(line.bullet)) { return part }
    }
    return nil
  }
}

extension String {
  /// The byte range of the first of several texts that occurs in this one.
  fileprivate func range(ofOneOf texts: [String]) -> Range<Int>? {
    let bytes = Array(utf8)
    for text in texts.map({ Array($0.utf8) }) where bytes.count >= text.count {
      for start in 0...bytes.count - text.count where bytes[start...].starts(with: text) {
        return start..<start + text.count
      }
    }
    return nil
  }
}
