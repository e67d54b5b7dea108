package import TaskText

extension TaskDocument {
  /// True for a line that is itself marked as completed or cancelled: by its box or bullet, or by a tag such as `@done`.
  ///
  /// A sign such as `✅` only names the day, because Obsidian Tasks reads the state from the box.
  package func isClosed(_ line: TaskLine, _ vocabulary: Vocabulary) -> Bool {
    line.mark.isClosed
      || tags[line.tags].contains { tag in
        guard tag.form == .at else { return false }
        let field = vocabulary.field(of: tag, in: self)
        return field == .done || field == .cancelled
      }
  }
}
