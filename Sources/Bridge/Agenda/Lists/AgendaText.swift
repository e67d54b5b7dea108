import CalendarItems
import ExactText
import TaskDates

/// Prints an agenda for a person: headings, and below each the entries in columns.
///
/// ```
/// Today, Friday 20 November 2026
///   09:00-09:30   *  Dentist                 Health
///   15:00        [ ] Call Ann  !1            Home
///                [ ] Pay rent                Home
/// ```
public struct AgendaText {
  private let page: AgendaPage
  /// The widths of the columns of dates or times, short IDs, titles and projects.
  private var widths = Widths()

  private struct Widths {
    var when = 0
    var id = 0
    var title = 0
    var project = 0
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
  }

  /// The lines of an agenda.
  public mutating func lines(of agenda: Agenda) -> [String] {
    let cells = agenda.sections.map { section in section.rows.map { self.cells(of: $0, section) } }
    measure(cells.joined())
    var lines: [String] = []
    var last: Agenda.Heading?
    for (section, rows) in zip(agenda.sections, cells) {
      if section.heading != last { lines += heading(of: section, isFirst: last == nil) }
      last = section.heading
      if let project = section.project { lines.append(line(of: project)) }
      lines += rows.map { line(of: $0) }
    }
    return lines
  }

  private func heading(of section: Agenda.Section, isFirst: Bool) -> [String] {
    let words = fitted(page.words(of: section.heading))
    let room = page.width.map { max(0, $0 - DisplayWidth.of(words)) }
    let note = section.note.isEmpty ? "" : "  " + section.note
    return (isFirst ? [] : [""]) + [
      page.style(of: section.heading).styled(words, isColored: page.isColored)
        + TerminalStyle.faint.styled(
          room.map { note.cut(toColumns: $0) } ?? note, isColored: page.isColored)
    ]
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

  private func cells(of row: Agenda.Row, _ section: Agenda.Section) -> Cells {
    let entry = row.entry
    var cells = Cells(mark: entry.mark, title: page.visible(entry.item.title).untabbed)
    if case .period = section.heading {
      cells.when = entry.time(on: row.day)
    } else {
      cells.when = entry.date(page.today.year)
    }
    cells.id = page.id?(entry) ?? ""
    cells.extra = extra(of: row)
    let hasProject = section.project != nil || section.heading.isProject
    cells.project = hasProject ? "" : page.visible(entry.project.last ?? "").untabbed
    setInks(of: &cells, entry)
    return cells
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
    let clock = entry.ownClock.map { "(\($0.moment.time.formattedDate) \($0.zone))" }
    let day = row.day.map { "(day \($0.number) of \($0.count))" } ?? entry.last(page.today.year)
    let priority = entry.item.priority.flatMap { $0 > 0 ? "!\($0)" : nil }
    let parts = [day, clock.map(page.visible), entry.lateness?.description, priority]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  private mutating func measure(_ cells: some Sequence<Cells>) {
    let most = page.width ?? Self.longTitle
    for cell in cells {
      widths.when = max(widths.when, cell.when.utf8.count)
      widths.id = max(widths.id, cell.id.utf8.count)
      let extra = cell.extra.isEmpty ? 0 : DisplayWidth.of(cell.extra, atMost: most) + 2
      widths.title = max(widths.title, DisplayWidth.of(cell.title, atMost: most) + extra)
      widths.project = max(widths.project, DisplayWidth.of(cell.project, atMost: most))
    }
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

  private func line(of cells: Cells) -> String {
    var line = widths.when + widths.id > 0 ? "  " : " "
    for (text, width, style) in [
      (cells.when, widths.when, cells.whenInk), (cells.id, widths.id, TerminalStyle.faint),
    ] where width > 0 {
      line += style.styled(text.padded(toColumns: width), isColored: page.isColored) + " "
    }
    line += cells.mark + " " + titleAndProject(of: cells)
    return line.withoutTrailingBlanks
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

  private func titleAndProject(of cells: Cells) -> String {
    let (title, extra) = titleAndExtra(of: cells)
    let blanks = (title + extra).blanks(toColumns: widths.title) + "  "
    let text =
      cells.titleStyle.styled(title, isColored: page.isColored)
      + cells.extraStyle.styled(extra, isColored: page.isColored)
    guard !cells.project.isEmpty, widths.project > 0 else { return text }
    let project = page.width == nil ? cells.project : cells.project.cut(toColumns: widths.project)
    return text + blanks + TerminalStyle.project.styled(project, isColored: page.isColored)
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
  fileprivate func date(_ year: Int) -> String {
    guard let when else { return "" }
    switch when {
    case .period(let period): return period.formattedDate
    case .date(let day): return day.spelledShort(in: year)
    case .days(let first, let last):
      return (lateness == nil ? first : last).spelledShort(in: year)
    case .dateTime(let moment), .beginEndDate(let moment, _):
      return "\(moment.date.spelledShort(in: year)) \(moment.time.formattedDate)"
    }
  }
}

extension String {
  /// The text with a space for each tab, because the width of a tab is unknown.
  fileprivate var untabbed: String {
    guard utf8.contains(0x09) else { return self }
    return String(UnicodeScalarView(unicodeScalars.map { $0 == "\t" ? " " : $0 }))
  }

  var withoutTrailingBlanks: String {
    guard utf8.last == 0x20 else { return self }
    return String(decoding: utf8.reversed().drop { $0 == 0x20 }.reversed(), as: UTF8.self)
  }
}
