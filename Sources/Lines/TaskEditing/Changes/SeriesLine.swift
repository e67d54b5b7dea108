package import TaskBridge
package import TaskDates
package import TaskText

/// The line of a series whose repetition is a sign or a field of Markdown.
package struct SeriesLine {
  private let line: EditedLine
  private let settings: MarkdownSettings

  /// Reads a line; nil if it is no such series.
  package init?(_ document: TaskDocument, line number: Int, _ reader: LineFieldReader) {
    line = Self.edited(document, number, reader)
    settings = document.settings
    guard line.fields.isSeriesInSigns, !line.isClosed else { return nil }
  }

  private static func edited(
    _ document: TaskDocument, _ number: Int, _ reader: LineFieldReader
  ) -> EditedLine {
    EditedLine(
      document.string(document.lines[number].body), reader, dialect: document.dialect,
      settings: document.settings, form: document.prevailingForm)
  }

  /// The line of one of its dates that was completed; nil if it cannot be written.
  ///
  /// - Parameters:
  ///   - date: The date.
  ///   - moment: When it was completed.
  package func completed(of date: TMDateType, on moment: DateTimeParameters) -> String? {
    guard let first = line.fields.seriesDate?.value?.startDate else { return nil }
    var copy = line
    copy.remove(.uid)
    copy.move([.due, .start, .remind], by: DateMove(from: first, to: date.startDate))
    let day = settings.setsDoneDate ? TMDateType.date(moment.date).description : nil
    guard (try? copy.close(.done, day)) != nil else { return nil }
    return copy.body
  }

  /// The line without what belongs to a completed date.
  package func renewed(on moment: DateTimeParameters?) -> String {
    var next = line
    next.renewSigns(
      removesPlan: settings.removesScheduledDateOnRecurrence,
      today: settings.setsCreatedDate ? moment?.date.formattedDate : nil)
    return next.body
  }

  /// True if a line says that it is to be deleted when it is done.
  package static func isDeletedWhenDone(
    _ document: TaskDocument, line: Int, _ reader: LineFieldReader
  ) -> Bool {
    document.dialect == .markdown && edited(document, line, reader).isDeletedWhenDone
  }
}
