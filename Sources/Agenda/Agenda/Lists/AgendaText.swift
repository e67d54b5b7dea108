import CalendarItems
import ExactText
import Parallel
import TaskDates

/// Prints an agenda for a person: headings, and below each the entries in columns.
///
/// ```
/// Today, Friday 20 November 2026
///   09:00-09:30   *  Dentist                 Health
///   15:00        [ ] Call Ann  !1            Home
///                [ ] Pay rent                Home
/// ```
public struct AgendaText: Sendable {
  private let page: AgendaPage
  /// The widths of the columns of dates or times, short IDs, titles and projects.
  private var widths = Widths()
  private var dates: ShortDates

  private struct Widths {
    var when = 0
    var id = 0
    var title = 0
    var project = 0

    mutating func grow(to other: Widths) {
      (when, id) = (max(when, other.when), max(id, other.id))
      (title, project) = (max(title, other.title), max(project, other.project))
    }
  }

  /// The maximum width, in columns, to which titles are padded if nothing is cut.
  private static let longTitle = 60
  /// Projects are left out if titles would have fewer columns than this.
  private static let shortTitle = 16
  /// The number of columns of a title that are enough to recognise it.
  private static let titleBeginning = 10

  /// Creates the layout for a page.
  public init(_ page: AgendaPage) {
    self.page = page
    dates = ShortDates(year: page.today.year)
  }

  /// The lines of an agenda.
  public mutating func lines(of agenda: Agenda) -> [String] {
    var lines: [String] = []
    forEachLine(of: agenda) { lines.append(String(decoding: $0, as: UTF8.self)) }
    return lines
  }

  /// Calls `body` with the UTF-8 of each line of an agenda, in order.
  ///
  /// Only a few lines are in memory at a time, because an agenda may have a million of them.
  public mutating func forEachLine(of agenda: Agenda, _ body: ([UInt8]) -> Void) {
    measure(agenda)
    var last: Agenda.Heading?
    for section in agenda.sections {
      if section.heading != last {
        heading(of: section, isFirst: last == nil).forEach { body(Array($0.utf8)) }
      }
      last = section.heading
      if let project = section.project { body(Array(self.line(of: project).utf8)) }
      for start in stride(from: 0, to: section.rows.count, by: page.threads * Self.portion) {
        let rows = Array(section.rows[start...].prefix(page.threads * Self.portion))
        inPortions(rows) { text, rows in rows.map { text.line(of: $0, section) } }.forEach(body)
      }
    }
  }

  /// The number of rows that a thread writes at a time.
  private static let portion = 1024

  /// What several threads make of rows, each with this text, in the order of the rows.
  private func inPortions<Result: Sendable>(
    _ rows: [Agenda.Row],
    _ body: @Sendable (inout AgendaText, ArraySlice<Agenda.Row>) -> [Result]
  ) -> [Result] {
    Parallel.flatMap(rows, portion: Self.portion, threads: page.threads) { [self] rows in
      var text = self
      return body(&text, rows)
    }
  }

  private mutating func line(of row: Agenda.Row, _ section: Agenda.Section) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(96)
    append(cells(of: row, section), to: &line)
    return line
  }

  private func heading(of section: Agenda.Section, isFirst: Bool) -> [String] {
    let words = fitted(page.words(of: section.heading))
    let styled = page.style(of: section.heading).styled(words, isColored: page.isColored)
    let gap = isFirst ? [] : [""]
    guard !section.note.isEmpty else { return gap + [styled] }
    let note = TerminalStyle.faint.styled("  " + section.note, isColored: page.isColored)
    let columns = DisplayWidth.of(words) + DisplayWidth.of(section.note) + 2
    // A count that is cut says nothing.
    return gap
      + (columns <= page.width ?? columns ? [styled + note] : [styled, faint(section.note)])
  }

  /// A note below its heading.
  private func faint(_ note: String) -> String {
    TerminalStyle.faint.styled(fitted("  " + note), isColored: page.isColored)
  }

  private func line(of project: [String]) -> String {
    TerminalStyle.project.styled(
      fitted(" " + page.words(of: .project(project))), isColored: page.isColored)
  }

  private func fitted(_ text: String) -> String {
    page.width.map { text.cut(toColumns: $0) } ?? text
  }

  // MARK: Columns

  /// The columns of a row.
  private struct Cells {
    var when = ""
    var id = ""
    var mark = ""
    var title = ""
    var extra = ""
    var project = ""
    var whenInk = TerminalStyle.plain
    var titleStyle = TerminalStyle.plain
    var extraStyle = TerminalStyle.faint
  }

  private mutating func cells(of row: Agenda.Row, _ section: Agenda.Section) -> Cells {
    let entry = row.entry
    var cells = Cells(mark: entry.mark, title: title(of: entry))
    cells.when = when(of: row, section)
    cells.id = page.id?(entry) ?? ""
    cells.extra = extra(of: row)
    cells.project = project(of: entry, section)
    setInks(of: &cells, entry)
    return cells
  }

  private func title(of entry: AgendaEntry) -> String { page.visible(entry.item.title).untabbed }

  private mutating func when(of row: Agenda.Row, _ section: Agenda.Section) -> String {
    if case .period = section.heading { return row.entry.time(on: row.day) }
    return row.entry.date(&dates)
  }

  /// The project of an entry whose heading does not name it.
  private func project(of entry: AgendaEntry, _ section: Agenda.Section) -> String {
    guard section.project == nil, !section.heading.isProject, let last = entry.project.last else {
      return ""
    }
    let words = entry.file.map { "\($0) / \(last)" } ?? last
    return page.visible(words).untabbed
  }

  private func setInks(of cells: inout Cells, _ entry: AgendaEntry) {
    if entry.isClosed {
      cells.titleStyle = .faint
      cells.whenInk = .faint
    } else if entry.lateness != nil {
      (cells.whenInk, cells.extraStyle) = (.late, .late)
    } else if entry.when?.dayNumbers.contains(page.today.dayNumber) == true {
      cells.whenInk = .today
    }
    if !entry.isClosed, entry.isUrgent { cells.titleStyle = .strong }
  }

  /// The text after a title.
  private func extra(of row: Agenda.Row) -> String {
    let entry = row.entry
    if row.day == nil, entry.ownClock == nil, entry.item.priority == nil {
      return entry.lateness?.description ?? entry.last(page.today.year) ?? ""
    }
    let clock = entry.ownClock.map { "(\($0.moment.time.formattedDate) \($0.zone))" }
    let day = row.day.map { "(day \($0.number) of \($0.count))" } ?? entry.last(page.today.year)
    let priority = entry.item.priority.flatMap { $0 > 0 ? "!\($0)" : nil }
    let parts = [day, clock.map(page.visible), entry.lateness?.description, priority]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  private mutating func measure(_ agenda: Agenda) {
    for section in agenda.sections {
      let found = inPortions(section.rows) { text, rows in
        for row in rows { text.measure(row, section) }
        return [text.widths]
      }
      for part in found { widths.grow(to: part) }
    }
    limitWidths()
  }

  private mutating func measure(_ row: Agenda.Row, _ section: Agenda.Section) {
    let (entry, most) = (row.entry, page.width ?? Self.longTitle)
    widths.when = max(widths.when, when(of: row, section).utf8.count)
    if let id = page.id { widths.id = max(widths.id, id(entry).utf8.count) }
    let project = project(of: entry, section)
    widths.project = max(widths.project, DisplayWidth.of(project, atMost: most))
    guard widths.title < most || page.width != nil else { return }
    let extra = extra(of: row)
    let room = extra.isEmpty ? 0 : DisplayWidth.of(extra, atMost: most) + 2
    widths.title = max(widths.title, DisplayWidth.of(title(of: entry), atMost: most) + room)
  }

  /// Limits the widths to those that fit on the page.
  private mutating func limitWidths() {
    guard let width = page.width else {
      widths.title = min(widths.title, Self.longTitle)
      return
    }
    widths.project = min(widths.project, width / 4)
    // On a narrow terminal, titles need the space.
    if width - leadingWidth - widths.project < Self.shortTitle { widths.project = 0 }
    let gap = widths.project == 0 ? 0 : widths.project + 2
    widths.title = max(0, min(widths.title, width - leadingWidth - gap))
  }

  /// The columns before the title.
  private var leadingWidth: Int {
    [widths.when, widths.id].reduce(6) { $1 == 0 ? $0 : $0 + $1 + 1 }
  }

  private func append(_ cells: Cells, to line: inout [UInt8]) {
    line.append(blanks: widths.when + widths.id > 0 ? 2 : 1)
    if widths.when > 0 { append(cells.when, widths.when, cells.whenInk, to: &line) }
    if widths.id > 0 { append(cells.id, widths.id, .faint, to: &line) }
    line.append(contentsOf: cells.mark.utf8)
    line.append(blanks: 1)
    appendTitleAndProject(of: cells, to: &line)
    while line.last == 0x20 { line.removeLast() }
  }

  /// Appends a column that is padded to a width, and a space.
  private func append(
    _ text: String, _ width: Int, _ style: TerminalStyle, to line: inout [UInt8]
  ) {
    if page.isColored {
      line.append(contentsOf: style.styled(text.padded(toColumns: width), isColored: true).utf8)
    } else {
      line.append(contentsOf: text.utf8)
      line.append(blanks: width - DisplayWidth.of(text, atMost: width))
    }
    line.append(blanks: 1)
  }

  /// The title, and the text after it.
  private func titleAndExtra(of cells: Cells) -> (String, String) {
    let extra = cells.extra.isEmpty ? "" : "  " + cells.extra
    guard page.width != nil else { return (cells.title, extra) }
    let room = max(1, widths.title)
    let wanted = DisplayWidth.of(cells.title, atMost: room)
    let fitted = fitted(extra, room, besides: wanted)
    return (cells.title.cut(toColumns: room - DisplayWidth.of(fitted)), fitted)
  }

  /// Fits the text after a title into the line.
  ///
  /// It is whole if the beginning of the title still fits, and otherwise cut to half of the space. It is left out if
  /// neither part would be readable.
  private func fitted(_ extra: String, _ room: Int, besides title: Int) -> String {
    let share = max(room - title, room / 2)
    if DisplayWidth.of(extra, atMost: room) <= max(share, room - Self.titleBeginning) {
      return extra
    }
    return share < Self.shortTitle ? "" : extra.cut(toColumns: share)
  }

  private func appendTitleAndProject(of cells: Cells, to line: inout [UInt8]) {
    let (title, extra) = titleAndExtra(of: cells)
    let isColored = page.isColored
    line.append(contentsOf: cells.titleStyle.styled(title, isColored: isColored).utf8)
    line.append(contentsOf: cells.extraStyle.styled(extra, isColored: isColored).utf8)
    guard !cells.project.isEmpty, widths.project > 0 else { return }
    let width = DisplayWidth.of(title, atMost: widths.title)
    let own = min(widths.title, width + DisplayWidth.of(extra, atMost: widths.title))
    line.append(blanks: widths.title - own + 2)
    let project = page.width == nil ? cells.project : cells.project.cut(toColumns: widths.project)
    line.append(contentsOf: TerminalStyle.project.styled(project, isColored: isColored).utf8)
  }
}

extension [UInt8] {
  /// Appends spaces; none for a negative number.
  fileprivate mutating func append(blanks count: Int) {
    if count > 0 { append(contentsOf: repeatElement(0x20, count: count)) }
  }
}

extension Agenda.Heading {
  fileprivate var isProject: Bool { if case .project = self { true } else { false } }
}

extension AgendaEntry {
  /// The mark before a title: a box for a reminder, a star for an event.
  fileprivate var mark: String {
    if item.status == .cancelled { return "[-]" }
    if isClosed { return "[x]" }
    return item.kind == .event ? " * " : item.status == .inProcess ? "[~]" : "[ ]"
  }

  /// True if the priority is 1 to 4.
  fileprivate var isUrgent: Bool { item.priority.map { (1...4).contains($0) } ?? false }

  /// The time under the heading of a day; for an entry that lasts for days, on its first and its last day.
  fileprivate func time(on day: (number: Int, count: Int)?) -> String {
    switch when {
    case .dateTime(let moment): return moment.time.formattedDate
    case .beginEndDate(let begin, let end):
      let first = begin.time.formattedDate
      let last = end.time.formattedDate
      guard let day else { return begin.date == end.date ? "\(first)-\(last)" : "\(first)-" }
      return day.number == 1 ? "\(first)-" : day.number == day.count ? "-\(last)" : ""
    default: return ""
    }
  }

  /// The last day of an entry that lasts for days.
  fileprivate func last(_ year: Int) -> String? {
    guard let when, when.unit == .day, when.dayNumbers.count > 1, lateness == nil,
      let last = DateParameters(dayNumber: when.dayNumbers.upperBound - 1)
    else { return nil }
    return "(until \(last.spelledShort(in: year)))"
  }

  /// The date, for a row whose heading has none.
  fileprivate func date(_ dates: inout ShortDates) -> String {
    guard let when else { return "" }
    switch when {
    case .period(let period): return period.formattedDate
    case .date(let day): return dates.words(of: day)
    case .days(let first, let last): return dates.words(of: lateness == nil ? first : last)
    case .dateTime(let moment), .beginEndDate(let moment, _):
      return "\(dates.words(of: moment.date)) \(moment.time.formattedDate)"
    }
  }
}

/// The words of dates; those of the last one are kept, because the next row often has the same date.
private struct ShortDates {
  private let year: Int
  private var last: (day: DateParameters, words: String)?

  init(year: Int) {
    self.year = year
  }

  mutating func words(of day: DateParameters) -> String {
    if let last, last.day == day { return last.words }
    let words = day.spelledShort(in: year)
    last = (day, words)
    return words
  }
}

extension String {
  /// The text with a space for each tab, because the width of a tab is unknown.
  fileprivate var untabbed: String {
    guard hasByte(where: { $0 == 0x09 }) else { return self }
    return String(UnicodeScalarView(unicodeScalars.map { $0 == "\t" ? " " : $0 }))
  }

  var withoutTrailingBlanks: String {
    guard utf8.last == 0x20 else { return self }
    return String(decoding: utf8.reversed().drop { $0 == 0x20 }.reversed(), as: UTF8.self)
  }
}
