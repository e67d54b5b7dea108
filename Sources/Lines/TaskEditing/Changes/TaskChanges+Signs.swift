import TaskBridge
import TaskDates
import TaskText

/// Series whose repetition is a sign or a field of Markdown: Obsidian Tasks decides what becomes of their lines.
extension TaskChanges {
  /// The settings of the plugin for a line.
  func settings(_ line: LineRef) -> MarkdownSettings { document(line).settings }

  /// The date from which the repetition of a line counts.
  func seriesDate(_ line: LineRef, _ fields: LineFields) -> TMDateType? {
    guard fields.isSeriesInSigns, settings(line).removesScheduledDateOnRecurrence,
      fields.due == nil
    else { return fields.seriesDate?.value }
    return edited(line).startBesidePlan ?? fields.seriesDate?.value
  }

  /// The completed date of a series in signs as a line: the whole line, of which nothing goes on with the series.
  func completed(_ line: LineRef) -> EditedLine {
    var copy = edited(line)
    copy.remove(.uid)
    return copy
  }

  /// True for a completed date of a series in signs that another line of the file goes on with; it would be a second series.
  func isContinued(_ line: LineRef) -> Bool {
    let file = files[line.file]
    guard fields(line).isSeriesInSigns else { return false }
    let title = LineText(file, line: line.line).title(reader.vocabulary)
    return file.document.lines.indices.contains { number in
      let other = LineRef(file: line.file, line: number)
      return number != line.line && file.document.lines[number].kind == .task
        && LineText(file, line: number).title(reader.vocabulary).utf8.elementsEqual(title.utf8)
        && !edited(other).isClosed && fields(other).isSeriesInSigns
    }
  }

  /// True if a line is closed by deleting it.
  ///
  /// A line with others below it stays, so that nothing below it is lost.
  func isDeleted(_ line: LineRef, by closing: Closing) -> Bool {
    guard closing.state == .done, document(line).dialect == .markdown else { return false }
    return edited(line).isDeletedWhenDone
  }

  /// Deletes a line that its sign wants deleted when it is done; false if it has lines below it.
  mutating func delete(_ line: LineRef, _ closing: Closing, details: [String]) -> Bool {
    let document = document(line)
    let block = files[line.file].outline.subtree(of: line.line)
    guard block.dropFirst().allSatisfy({ document.lines[$0].kind == .blank }) else { return false }
    edits[line.file].remove([line.line])
    note(closing.kind, line, details: details + ["deleted, because it says so"])
    return true
  }
}

extension EditedLine {
  /// The start of the line, apart from a scheduled day.
  fileprivate var startBesidePlan: TMDateType? {
    let span = spans(of: .start).first { $0.markdownField != .scheduled }
    return span.flatMap { document.payload(of: $0) }.flatMap { try? DatePayload(parsing: $0) }?
      .value
  }
}
