import TaskDates
package import TaskText

extension MarkdownField {
  /// The field of an item that a field of Markdown sets; nil for those that only Obsidian Tasks uses.
  ///
  /// A scheduled day is a start, as in calendars that Org mode writes: the task is in the list of that day.
  package var field: Vocabulary.Field? {
    switch self {
    case .due: .due
    case .start, .scheduled: .start
    case .done: .done
    case .cancelled: .cancelled
    case .repeat: .repeat
    case .reminder: .remind
    case .priority: .priority
    case .id, .dependsOn, .onCompletion, .created, .blockLink: nil
    }
  }
}

extension LineFieldReader {
  /// The payload of a tag as `@name(value)` would have it: a priority on the scale of the vocabulary.
  package func payload(of span: TagSpan, in document: TaskDocument) -> String? {
    let payload = document.payload(of: span)
    guard span.markdownField == .priority, let number = payload.flatMap({ Int($0) }) else {
      return payload
    }
    return String(vocabulary.number(ofPriority: number))
  }

  /// The payload for a field of Markdown: a priority on the scale of iCalendar, a repetition in the words of Obsidian
  /// Tasks; nil if it has no such words.
  package func markdownPayload(_ payload: String, of field: Vocabulary.Field) -> String? {
    switch field {
    case .priority: vocabulary.priority(payload).map { String($0) }
    case .repeat: (try? Repetition(parsing: payload))?.obsidianText
    default: payload
    }
  }
}
