import CalendarItems
import CalendarStores
import ExactText
import LineCodec
import LineState
import TaskBridge
import TaskDates
import TaskEditing
import TaskText

/// Lines in the signs of Obsidian Tasks.
extension FileDraft {
  /// The day on which an item was changed: as it says itself, otherwise today.
  func dayOfChange(from before: CalendarItem, to after: CalendarItem) -> DateParameters? {
    guard let changed = after.revision?.modified, changed <= now,
      before.revision.map({ $0.modified < changed }) ?? true
    else { return options.zone.civil(at: now)?.date }
    return options.zone.civil(at: changed)?.date
  }

  /// The line of a completed copy of the next date of a series in signs: the line of the series, completed.
  ///
  /// Many programs complete an occurrence by such a copy, and move the series on.
  mutating func copyInSigns(
    of item: CalendarItem, _ zones: ExactDictionary<Zone>, in place: Container
  ) throws(StoreError) -> ItemLine? {
    guard case .after(let number) = place, item.status == .completed,
      file.document.dialect == .markdown, let date = item.when ?? item.start
    else { return nil }
    let line = SeriesLine(file.document, line: number, reader)
    let moment = item.completed ?? now
    guard let body = line?.completed(of: date, on: try civil(at: moment)) else { return nil }
    let source = LineSource(line: ItemLine(body: body))
    var then = LoneLine(source, like: file.document, options.codec).item(.reminder, uid: item.uid)
    (then.when, then.start, then.completed) = (item.when, item.start, item.completed)
    then.hints = item.hints
    then.categories += path(of: place).suffix(1).filter { !then.categories.contains($0) }
    let mapping = encoder.mapping(zones)
    let project = path(of: place).last
    let lines = [then, item].map {
      encoder.text(of: $0, mapping, inProject: project)
    }
    let merge = LineMerge(
      body, then: lines[0].body, now: lines[1].body, mine: body, reader: reader,
      dialect: .markdown, settings: file.document.settings, form: file.document.prevailingForm)
    copiedSeries.insert(number)
    let copy = ItemLine(body: merge.body, notes: lines[1].notes)
    guard let line = encoder.withKindTag(.reminder, copy) else { throw .noLine(of: .reminder) }
    return line
  }

  /// The document after the edits, in which series have nothing that went to their completed copies.
  func withoutCopied(_ edited: EditedOutline) -> TaskDocument {
    var document = edited.document
    for number in copiedSeries {
      guard let line = edited.line(of: number),
        let body = SeriesLine(document, line: line, reader)?.renewed(
          on: options.zone.civil(at: now))
      else { continue }
      var edit = OutlineEdit(document)
      edit.set(body, ofLine: line)
      document = edit.result().document
    }
    return document
  }

  /// True if a completed copy of a series gets no line, because the series says so.
  func isDeleted(copyAt place: Container) -> Bool {
    guard case .after(let number) = place, copiedSeries.contains(number) else { return false }
    return SeriesLine.isDeletedWhenDone(file.document, line: number, reader)
  }

  /// Deletes the line of an item that was completed, if the line says so and has nothing below it.
  mutating func deleteCompleted(
    _ index: Int, _ before: ItemContent, _ after: ItemContent
  ) -> Bool {
    guard !before.item.isClosed, after.item.status == .completed,
      let line = known.items[index].line, file.outline.subtree(of: line).count == 1,
      SeriesLine.isDeletedWhenDone(file.document, line: line, reader)
    else { return false }
    edit.remove([line])
    known.items[index].line = nil
    known.items[index].removed = now.seconds
    return true
  }
}
