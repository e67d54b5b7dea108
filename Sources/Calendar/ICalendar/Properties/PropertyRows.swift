public import CalendarItems
import ExactText
import TaskDates

/// The property table: which property holds which field of an item.
///
/// Writing an item walks the rows in this order. A change writes the rows in which the old and the new
/// item differ. Reading uses the rows in the other direction. `Docs/iCalendar.md` has a row for each.
enum PropertyRows {
  static let all: [PropertyRow] =
    [identity, revision, title, notes, dates, afterDone] + [
      status, percent, completed, transparency, priority, location, url, classification, color,
      estimate,
    ] + [categories, relations, hints, alarms]

  /// The row of a field.
  static func row(of field: ItemField) -> PropertyRow? { all.first { $0.fields.contains(field) } }

  // MARK: Texts

  private static let identity = PropertyRow.one(
    .uid, of: .core(.uid), write: { .text($0.uid) }, read: { _, _ in })

  private static let title = PropertyRow.one(
    .summary, of: .core(.title), write: { .text($0.title) },
    read: { $1.title = $0.text(.summary) ?? "" })

  private static let notes = PropertyRow.one(
    .description, of: .core(.notes), write: { $0.notes.map { .text($0) } },
    read: { $1.notes = $0.filledText(.description) })

  // MARK: Details

  private static let priority = PropertyRow.detail(
    .priority, as: .priority, write: { $0.number.map { .integer($0) } },
    read: { $0.integer(.priority, 0...9).flatMap { $0 == 0 ? nil : .number($0) } })

  private static let location = PropertyRow.detail(
    .location, as: .location, write: { $0.text.map { .text($0) } },
    read: { $0.filledText(.location).map { .text($0) } })

  private static let url = PropertyRow.detail(
    .url, as: .url, write: { $0.text.map { .uri($0) } },
    read: { $0.word(.url).map { .text($0) } })

  private static let classification = PropertyRow.detail(
    .classification, as: .classification, write: { $0.text.map { .word($0) } },
    read: { $0.word(.classification).map { .text($0.uppercased()) } })

  private static let color = PropertyRow.detail(
    .color, as: .color, write: { $0.text.map { .text($0.lowercased()) } },
    read: { $0.filledText(.color).map { .text($0.lowercased()) } })

  // MARK: State

  private static let status = PropertyRow.one(
    .status, of: .core(.status), makesVersion: true,
    write: { $0.status.map { .word($0.rawValue) } },
    read: { $1.status = $0.status(of: $1.kind) })

  private static let percent = PropertyRow.one(
    .percent, of: .core(.percent), only: .reminder, write: { $0.percent.map { .integer($0) } },
    read: { decoder, item in
      item.percent = decoder.integer(.percent, 0...100)
      if item.status == nil, item.percent == 100 { item.status = .completed }
    })

  /// COMPLETED, like PERCENT-COMPLETE of 100, replaces a missing STATUS.
  private static let completed = PropertyRow.one(
    .completed, of: .core(.completed), only: .reminder,
    write: { $0.completed.map { .instant($0) } },
    read: { decoder, item in
      item.completed = decoder.instant(.completed)
      if item.status == nil, item.completed != nil { item.status = .completed }
    })

  private static let transparency = PropertyRow.one(
    .transparency, of: .core(.blocksTime), only: .event,
    write: { .word($0.blocksTime ? "OPAQUE" : "TRANSPARENT") },
    read: { $1.blocksTime = $0.word(.transparency)?.uppercased() != "TRANSPARENT" })

  // MARK: Stamps

  /// A change writes the stamps last, once it is known what changes.
  private static let revision = PropertyRow(
    [.stamp, .created, .lastModified, .sequence], of: [.core(.revision)],
    write: { source, add in
      let revision = source.item.revision ?? Revision(modified: .epoch)
      add(.stamp, .instant(revision.modified))
      add(.created, revision.created.map { .instant($0) })
      add(.lastModified, .instant(revision.modified))
      add(.sequence, .integer(revision.sequence))
    }, read: { $0.readRevision(&$1) }, patch: { _ in })

  // MARK: Dates

  /// The dates of an item, its repetition, and the occurrence that it is.
  ///
  /// They are one row, because all have one clock and a rule counts from DTSTART. See `ComponentDates`
  /// and `SeriesStarts`.
  private static let dates = PropertyRow(
    [
      .recurrenceID, .start, .due, .end, .duration, .rule, .exceptRule, .exceptions, .additions,
    ],
    of: [
      .core(.when), .core(.start), .core(.anchor), .core(.recurrence), .core(.occurrence),
      .core(.replacesFuture),
    ], makesVersion: true,
    write: { source, add in
      source.writeOccurrence(to: add)
      source.writeDates(to: add)
      source.writeSeries(to: add)
    }, read: { $0.readDates(&$1) },
    patch: { patch in
      patch.writeDates()
      patch.writeRecurrence()
    })

  /// No property of RFC 5545 counts from the last completion, so this one is our own.
  private static let afterDone = PropertyRow(
    [.afterDone], of: [.core(.recurrence)], makesVersion: true,
    write: { source, add in
      guard source.writesAll, let recurrence = source.item.recurrence, recurrence.isAfterDone
      else { return }
      for rule in recurrence.rules { add(.afterDone, .rule(rule)) }
    }, read: { $0.readAfterDone(&$1) }, patch: { $0.writeAfterDone() })

  /// An event at a time lasts as long as its estimate, which is its DURATION.
  private static let estimate = PropertyRow(
    [.estimatedDuration], of: [.detail(.estimate)],
    write: { source, add in
      guard source.writesAll, !source.dates.lastsEstimate else { return }
      add(.estimatedDuration, source.item.estimate.map { .span($0) })
    },
    read: { decoder, item in
      let isLength = item.kind == .event && item.when?.isPoint == true
      if !isLength { item.estimate = decoder.span(.estimatedDuration) }
    })

  // MARK: Lists

  private static let categories = PropertyRow(
    [.categories], of: [.core(.categories)],
    write: { source, add in
      for category in source.item.categories { add(.categories, .text(category)) }
    }, read: { $0.readCategories(&$1) }, patch: { $0.writeCategories() })

  private static let relations = PropertyRow(
    [.related], of: [.core(.relations)],
    write: { source, add in
      for relation in source.item.relations { add(.related, .relation(relation)) }
    }, read: { $0.readRelations(&$1) }, patch: { $0.writeRelations() })

  private static let hints = PropertyRow(
    [.hintLine, .hintPath, .hintKey], of: [.core(.hints)],
    write: { source, add in
      for hint in source.item.hints { add(.hintLine, .hint(hint)) }
    }, read: { $0.readHints(&$1) }, patch: { $0.writeHints() })

  /// The components of alarms; they are read last, because each is a separate component.
  private static let alarms = PropertyRow(
    [.trigger], of: [.core(.alarms)],
    write: { source, add in
      for alarm in source.item.alarms {
        add(.trigger, .alarm(alarm, title: source.item.title))
      }
    }, read: { _, _ in }, patch: { $0.writeAlarms() })
}

extension TMDateType {
  /// True for a time without an end.
  fileprivate var isPoint: Bool { if case .dateTime = self { true } else { false } }
}

extension ItemDetail {
  /// The names of the properties that hold the detail, its own property first.
  public var propertyNames: [String] {
    let rows = PropertyRows.all.filter { $0.fields.contains(.detail(self)) }
    return rows.flatMap(\.names).map { "\($0.text)" } + (self == .estimate ? ["DURATION"] : [])
  }
}
