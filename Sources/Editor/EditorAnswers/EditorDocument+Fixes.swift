import Diagnostics
import ExactText
import TaskBridge
import TaskDates
import TaskText

extension EditorDocument {
  /// The changes that solve the problems of some messages, the likeliest of each first.
  ///
  /// Each was tried on its line alone: without another error, and without a change of anything else on the line. Only
  /// the first messages have fixes, and none of a line with more than 2,000 bytes, because trials take time.
  func fixes(of diagnostics: some Sequence<EditorDiagnostic>) -> [EditorAction] {
    var (trials, budget) = ([Int: FixTrial](), 100_000)
    return diagnostics.prefix(100).flatMap { diagnostic -> [EditorAction] in
      guard budget > 0, let number = line(at: diagnostic.range.lowerBound),
        text.mayHaveRemedies(line: number)
      else { return [] }
      let changes = changes(of: diagnostic, line: number)
      guard !changes.isEmpty else { return [] }
      let trial = trials[number] ?? FixTrial(self, number)
      trials[number] = trial
      budget -= (changes.count + 1) * trial.cost
      return changes.filter { trial.accepts($0.change, for: diagnostic) }.map {
        EditorAction(
          title: $0.title, change: $0.change, line: number, kind: .quickFix, problem: diagnostic,
          isPreferred: diagnostic.fix.map(title) == $0.title)
      }
    }
  }

  private func title(_ written: String) -> String { "Write \(written.trimmed.shortened)" }

  /// The title of a change that removes a date of a list with a comma beside it.
  private func removal(_ place: Range<Int>) -> String {
    let date = text.string(place).split(separator: ",").map(\.trimmed).joined()
    return "Remove \((date.isEmpty ? text.string(place) : date).shortened)"
  }

  private typealias TitledChange = (title: String, change: EditorAction.Change)

  private func changes(of diagnostic: EditorDiagnostic, line number: Int) -> [TitledChange] {
    let changes = diagnostic.remedies.compactMap { change($0, of: diagnostic, line: number) }
    guard let fix = diagnostic.fix else { return changes }
    // A note about a date says where the date is written, which may be one of a list.
    if diagnostic.severity == .note, !changes.isEmpty { return changes }
    return [(title(fix), .write(diagnostic.range, fix))] + changes
  }

  private func change(
    _ remedy: Remedy, of diagnostic: EditorDiagnostic, line number: Int
  ) -> TitledChange? {
    switch remedy {
    case .write(let new, let range):
      let place = bytes(range, number)
      return (new.isEmpty ? removal(place) : title(new), .write(place, new))
    case .moveToEnd(let new, let range, let moved):
      return ("Move \(moved.shortened) to the end", .write(bytes(range, number), new))
    case .writeDate(let range):
      let place = bytes(range, number)
      return presentDate(place).map { ("Write \($0)", .write(place, $0)) }
    case .writeTime(let seconds, let range):
      let place = bytes(range, number)
      return localTime(Instant(seconds: seconds), at: place, line: number).map {
        (title($0), .write(place, $0))
      }
    case .writeZone(let range):
      return ("Write \(clock.zone.name)", .write(bytes(range, number), clock.zone.name))
    case .addDueDate:
      let day = clock.today.formattedDate
      return ("Set the due date \(day)", .tag(Tag("due", payload: day)))
    case .removeTag:
      guard let span = tag(at: diagnostic.range.lowerBound)?.span else { return nil }
      let name = span.form == .at ? "@\(text.name(of: span))" : text.string(span.range)
      return ("Remove \(name.shortened)", .remove(span.range))
    }
  }

  /// The bytes of the file that are some bytes of a line.
  private func bytes(_ range: Range<Int>, _ number: Int) -> Range<Int> {
    let line = text.lines[number].range
    let start = line.lowerBound
    return (start + range.lowerBound..<start + range.upperBound).clamped(to: line)
  }

  /// A moment on the clock of a line, as the tag at a place has it; nil if the line would mean another moment by it.
  private func localTime(_ moment: Instant, at place: Range<Int>, line number: Int) -> String? {
    let fields = fields(number)
    let zone = zone(of: fields)
    let hasZone = text.tags[text.lines[number].tags].contains {
      reader.field(of: $0, in: text) == .tz
    }
    guard fields.zone != nil || !hasZone, let local = zone.civil(at: moment),
      zone.instant(of: local) == moment, let span = tag(at: place.lowerBound)?.span
    else { return nil }
    return text.written(DatePayload(.dateTime(local)).description, in: span)
  }

  /// The date that words mean now, in whole minutes; nil for words that have no date.
  private func presentDate(_ words: Range<Int>) -> String? {
    let expression = try? DateExpression(parsing: text.string(words))
    let date = expression?.resolved(at: clock.minute, in: clock.zone)
    let field = tag(at: words.lowerBound)?.field
    guard field == .remind, case .date(let day)? = date else {
      return date.map { DatePayload($0).description }
    }
    // An alarm needs a time.
    return DatePayload(.dateTime(DateTimeParameters(date: day, time: dayStart))).description
  }
}

extension String {
  /// The text without a long end, for titles.
  fileprivate var shortened: String {
    guard utf8.count > 60, let end = index(startIndex, offsetBy: 57, limitedBy: endIndex),
      end < endIndex
    else { return self }
    return "\(self[..<end])…"
  }
}
