import CalendarItems
import ExactText
import TaskBridge
import TaskEditing

extension CalendarItem {
  /// Writes into the hint what a line has changed, if the item needs one before or after the change.
  ///
  /// - Parameters:
  ///   - then: The line before the change.
  ///   - now: The line after the change.
  ///   - vocabulary: The meaning of tags.
  mutating func takeHint(from then: SourceItem, to now: SourceItem, _ vocabulary: Vocabulary) {
    guard then.fields.needsHint || now.fields.needsHint else { return }
    guard
      let index = hints.firstIndex(where: { ExactString($0.name) == ExactString(LineHint.line) })
    else {
      hints += now.hints
      return
    }
    let text = hints[index].values.first ?? ""
    let reader = LineFieldReader(vocabulary: vocabulary, isZoneKnown: { _ in nil })
    let merge = LineMerge(text, then: then.body, now: now.body, mine: text, reader: reader)
    hints[index] = ItemHint(LineHint.line, merge.body)
  }
}
