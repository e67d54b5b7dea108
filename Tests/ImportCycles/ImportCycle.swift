public import CalendarImports
public import EditedOutlines
import ICalendar
public import LineState
import TaskBridge
public import TaskDates
import TaskText

/// A person's files and a calendar, imported repeatedly while both are changed.
public struct ImportCycle {
  /// The results.
  public private(set) var score = CycleScore()
  /// The state between imports.
  public var memory = ImportMemory()

  private var writer: OutlineWriter
  private var calendar: MadeCalendar
  private var outline: EditedOutlines.Outline
  private let options: ImportOptions
  /// The number of each item's line.
  private var truth: [String: Int] = [:]
  /// The calendar at the last import.
  private var base: [String: MadeItem] = [:]
  /// The lines after the last import, by number.
  private var left: [Int: WrittenLine] = [:]

  /// Creates a person with tasks, and a calendar.
  public init(
    seed: UInt64, tasks: Int, items: Int, zone: Zone, style: OutlineStyle = .normal,
    removed: ImportOptions.Removed = .keep
  ) {
    writer = OutlineWriter(seed: seed, style: style)
    outline = writer.outline(tasks: tasks)
    calendar = MadeCalendar(items: items, &writer)
    options = Self.options(zone, removed)
    importAgain()
    score = CycleScore()
  }

  private static func options(_ zone: Zone, _ removed: ImportOptions.Removed) -> ImportOptions {
    var options = ImportOptions(zone: zone, reader: LineFieldReader { _ in nil }) { _ in zone }
    options.allowedRemovals = .max
    options.removed = removed
    return options
  }

  /// Edits the files and changes the calendar, and imports.
  ///
  /// - Parameter forgets: True to lose the state before the import.
  public mutating func run(
    edits: Int, changes: Int, kinds: [EditKind] = EditKind.allCases, forgets: Bool = false
  ) {
    writer.edit(&outline, times: edits, kinds: kinds)
    calendar.change(times: changes, &writer)
    if forgets { forget() }
    importAgain()
  }

  private mutating func forget() {
    memory = ImportMemory()
    base = Dictionary(calendar.items.map { ($0.uid, $0) }) { first, _ in first }
  }

  /// Imports, and compares the result with the truth.
  private mutating func importAgain() {
    let (texts, input) = (outline.texts, calendar.input)
    let plan = ImportPlan([input], into: texts.map(\.file), after: memory, options: options)
    var after: [OutlineText] = []
    for (text, file) in zip(texts, plan.files) { after.append(text.edited(file)) }
    outline = EditedOutlines.Outline(after)
    let numbered = outline.texts
    checkTexts(after, numbered)
    count(plan, WrittenLine.all(texts), WrittenLine.all(numbered), numbered)
    checkRest(plan, input)
    score.cycles += 1
    memory = plan.memory
    base = Dictionary(calendar.items.map { ($0.uid, $0) }) { first, _ in first }
    left = WrittenLine.all(numbered)
  }

  private mutating func checkTexts(_ after: [OutlineText], _ numbered: [OutlineText]) {
    for (one, other) in zip(after, numbered) where one.text != other.text {
      score.faults.append("the model reads\n\(one.text)as\n\(other.text)")
    }
  }

  private mutating func checkRest(_ plan: ImportPlan, _ input: CalendarInput) {
    let files = plan.files.map { file in
      TaskFile(
        name: file.file.name, identity: file.file.identity, modified: .epoch, document: file.edited)
    }
    let again = ImportPlan([input], into: files, after: plan.memory, options: options)
    if again.files.contains(where: \.isChanged) || again.memory != plan.memory {
      score.restless += 1
    }
  }

  // MARK: The truth

  private mutating func count(
    _ plan: ImportPlan, _ before: [Int: WrittenLine], _ now: [Int: WrittenLine],
    _ texts: [OutlineText]
  ) {
    let added = Set(plan.changes.filter { $0.kind == .added }.map(\.name.uid))
    var numbers: [String: Int] = [:]
    for (name, entry) in plan.memory.items {
      guard let place = entry.place, let file = texts.first(where: { $0.name == place.file })
      else { continue }
      numbers[name.uid] = file.numbers[place.line]
    }
    var owners: [Int: MadeItem] = [:]
    for item in calendar.items {
      let number = numbers[item.uid]
      judge(item, number, isAdded: added.contains(item.uid), before)
      if let number, number == truth[item.uid] { owners[number] = item }
    }
    checkLines(plan, before, now, owners, wrong: Set(numbers.values).subtracting(owners.keys))
    truth = numbers
  }

  private mutating func judge(
    _ item: MadeItem, _ number: Int?, isAdded: Bool, _ before: [Int: WrittenLine]
  ) {
    guard let true1 = truth[item.uid], let line = before[true1] else {
      if isAdded, truth[item.uid] != nil { score.returned += 1 }
      if let number, !isAdded, truth[item.uid] != nil, before[number] != nil { score.wrong += 1 }
      if item.isThere, number == nil, base[item.uid] == nil {
        score.faults.append("no line for \(item.title)")
      }
      return
    }
    score.remaining += 1
    if number == true1 {
      score.survived += 1
    } else if isAdded {
      score.doubled += 1
    } else if let number {
      score.wrong += 1
      if before[number]?.hasSameContent(as: line) == true { score.twins += 1 }
    }
    if number != true1, left[true1]?.sharesWord(with: line) == false { score.rewritten += 1 }
  }

  /// Compares each line with what it should be.
  private mutating func checkLines(
    _ plan: ImportPlan, _ before: [Int: WrittenLine], _ now: [Int: WrittenLine],
    _ owners: [Int: MadeItem], wrong: Set<Int>
  ) {
    for (number, line) in before where !wrong.contains(number) {
      guard let new = now[number] else {
        if options.removed != .delete { score.faults.append("gone: \(line.body)") }
        continue
      }
      let item = owners[number]
      let wanted = item.flatMap { item in
        item.isThere ? base[item.uid].map { line.merged(from: $0, to: item) } : nil
      }
      if options.removed == .keep, !new.hasSameContent(as: wanted ?? line) {
        score.faults.append("\(line.body) became \(new.body), not \((wanted ?? line).body)")
      }
    }
  }
}

extension OutlineText {
  /// The text as a file.
  fileprivate var file: TaskFile {
    TaskFile(name: name, identity: name, modified: .epoch, document: TaskDocument(text))
  }

  /// The text after an import, with the numbers of its lines before.
  fileprivate func edited(_ file: ImportPlan.File) -> OutlineText {
    var numbers = [Int](repeating: 0, count: file.edited.lines.count)
    for (line, number) in self.numbers.enumerated() {
      if let new = file.line(of: line) { numbers[new] = number }
    }
    return OutlineText(name: name, text: file.edited.text, numbers: numbers)
  }
}
