import CalendarImports
import EditedOutlines
import ICalendar

/// An item of a random calendar.
struct MadeItem: Hashable {
  let uid: String
  let isEvent: Bool
  var parent: String?
  var title: String
  var due: String?
  var notes: [String] = []
  var priority: Int?
  var isDone = false
  var hasAlarm = false
  var categories: [String] = []
  /// True while the calendar has it.
  var isThere = true

  /// The item as a component.
  var component: String {
    let kind = isEvent ? "VEVENT" : "VTODO"
    var lines = ["BEGIN:\(kind)", "UID:\(uid)", "DTSTAMP:20240101T000000Z", "SUMMARY:\(title)"]
    if let due {
      lines.append("\(isEvent ? "DTSTART" : "DUE");VALUE=DATE:\(due.filter { $0 != "-" })")
    }
    if !notes.isEmpty { lines.append("DESCRIPTION:\(notes.joined(separator: "\\n"))") }
    if let priority { lines.append("PRIORITY:\(priority)") }
    if isDone, !isEvent { lines.append("STATUS:COMPLETED") }
    if let parent { lines.append("RELATED-TO:\(parent)") }
    if !categories.isEmpty { lines.append("CATEGORIES:\(categories.joined(separator: ","))") }
    if hasAlarm, due != nil {
      lines += ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", "TRIGGER:-PT15H", "END:VALARM"]
    }
    return (lines + ["END:\(kind)", ""]).joined(separator: "\r\n")
  }
}

/// A random calendar that somebody changes in another program.
struct MadeCalendar {
  private(set) var items: [MadeItem] = []
  private var count = 0

  init(items count: Int, _ writer: inout OutlineWriter) {
    for _ in 0..<count { add(&writer) }
  }

  var input: CalendarInput {
    let components = items.filter(\.isThere).map(\.component).joined()
    let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n\(components)END:VCALENDAR\r\n"
    return CalendarInput(name: "a.ics", reading: CalendarReading(bytes: Array(text.utf8)))
  }

  private mutating func add(_ writer: inout OutlineWriter) {
    count += 1
    let parent = items.isEmpty || !writer.chance(15) ? nil : writer.pick(items)
    var item = MadeItem(
      uid: "u\(count)", isEvent: writer.chance(20), parent: parent?.uid, title: writer.phrase())
    if item.isEvent || writer.chance(50) { item.due = writer.date() }
    if writer.chance(20) { item.notes = [writer.phrase()] }
    if writer.chance(20) { item.priority = writer.number(1...9) }
    if writer.chance(20) { item.categories = [writer.pick(["office", "garden", "Home Office"])] }
    items.append(item)
  }

  /// Makes a number of changes.
  mutating func change(times: Int, _ writer: inout OutlineWriter) {
    for _ in 0..<times {
      if items.isEmpty { return }
      let index = writer.number(0...items.count - 1)
      switch writer.number(0...19) {
      case 0: add(&writer)
      case 1: items[index].isThere.toggle()
      case 2: items.swapAt(index, writer.number(0...items.count - 1))
      case 3: items[index].parent = writer.chance(30) ? nil : writer.pick(items).uid
      default: change(&items[index], &writer)
      }
    }
  }

  private func change(_ item: inout MadeItem, _ writer: inout OutlineWriter) {
    switch writer.number(0...6) {
    case 0: item.title = writer.chance(50) ? writer.phrase() : item.title + " soon"
    case 1: item.due = item.isEvent || writer.chance(80) ? writer.date() : nil
    case 2: item.notes = writer.chance(30) ? [] : item.notes + [writer.phrase()]
    case 3: item.priority = writer.chance(20) ? nil : writer.number(1...9)
    case 4: item.isDone.toggle()
    case 5: item.hasAlarm.toggle()
    default: item.categories = [writer.pick(["office", "garden", "Home Office"])]
    }
  }
}
