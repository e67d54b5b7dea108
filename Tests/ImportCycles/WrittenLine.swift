import EditedOutlines
import TaskText

/// A line of a file, by its parts.
struct WrittenLine {
  var title: String
  /// The payloads of the tags that a calendar sets, by name.
  var fields: [String: String] = [:]
  /// The other tags.
  var tags: Set<String> = []
  var notes: [String] = []
  let body: String

  /// All lines of some files, by their numbers.
  static func all(_ texts: [OutlineText]) -> [Int: WrittenLine] {
    var lines: [Int: WrittenLine] = [:]
    for text in texts {
      let document = TaskDocument(text.text)
      var last = 0
      for (index, line) in document.lines.enumerated() {
        if text.numbers[index] == 0 {
          lines[last]?.notes.append(document.string(line.body))
        } else {
          last = text.numbers[index]
          lines[last] = WrittenLine(document, line)
        }
      }
    }
    return lines
  }

  private static let names: Set<String> = ["due", "priority", "done", "remind"]

  init(_ document: TaskDocument, _ line: TaskLine) {
    title = document.string(line.text)
    body = document.string(line.body)
    for span in document.tags[line.tags] {
      let name = document.string(span.name)
      if Self.names.contains(name), fields[name] == nil {
        fields[name] = document.payload(of: span) ?? ""
      } else if name == "tags" {
        tags.formUnion((document.payload(of: span) ?? "").split(separator: ",").map { "@\($0)" })
      } else {
        tags.insert(document.string(span.range))
      }
    }
  }

  /// True if both have the same content.
  func hasSameContent(as other: WrittenLine) -> Bool {
    title == other.title && fields == other.fields && tags == other.tags && notes == other.notes
  }

  func sharesWord(with other: WrittenLine) -> Bool {
    let words = Set(title.split(separator: " "))
    return other.title.split(separator: " ").contains { words.contains($0) }
  }

  /// The line with the changes of a calendar, in fields that nobody else changed.
  func merged(from old: MadeItem, to new: MadeItem) -> WrittenLine {
    var line = self
    if title == old.title { line.title = new.title }
    for name in Self.names {
      let (then, now) = (old.field(name), new.field(name))
      if then != now, fields[name] == then { line.fields[name] = now }
    }
    line.tags.subtract(old.tags.subtracting(new.tags))
    line.tags.formUnion(new.tags.subtracting(old.tags))
    if old.notes != new.notes { line.notes = merged(old.notes, new.notes) }
    return line
  }

  private func merged(_ old: [String], _ new: [String]) -> [String] {
    if notes == old { return new }
    if notes == new || !new.starts(with: old) { return notes }
    return notes + new[old.count...]
  }
}

extension MadeItem {
  fileprivate func field(_ name: String) -> String? {
    switch name {
    case "due": due
    case "priority": priority.map(String.init)
    case "done": isDone && !isEvent ? "" : nil
    default: hasAlarm && due != nil ? "1d" : nil
    }
  }

  fileprivate var tags: Set<String> {
    Set(categories.map { "@\($0)" } + (isEvent ? ["@event"] : []))
  }
}
