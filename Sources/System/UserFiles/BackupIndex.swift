import ExactText

/// The contents of the index: a line for each edit, and one for its outcome.
///
/// Before the edits of a run of several files there is a line for each of these, and after them one for the run.
///
/// A line that cannot be read is counted as damaged, and never guessed. While the index has such lines, no version is
/// removed, because the line may name some of them.
struct BackupIndex {
  /// Completed edits, oldest first.
  private(set) var done: [BackedUpEdit] = []
  /// Edits that were begun and whose outcome is unknown.
  private(set) var begun: [BackedUpEdit] = []
  /// The files of runs of several files that are not finished.
  private(set) var plans: [BackedUpEdit] = []
  /// Runs of which some edits have been removed to save space.
  private(set) var thinned: Set<Int> = []
  /// The runs that were noted before their edits, oldest first.
  private(set) var runs: [NotedRun] = []
  /// The numbers of the lines that cannot be read, from 1.
  private(set) var damaged: [Int] = []
  /// The length in bytes of the complete lines of the index.
  private(set) var length = 0
  private(set) var lineCount = 0
  private var edits: [Int: BackedUpEdit] = [:]
  /// The edits whose outcome is known.
  private var ended: Set<Int> = []
  private var planned: Set<BackedUpEdit> = []
  /// The highest number that a run has had, also one that is finished and has left nothing else.
  private(set) var lastRun = 0

  init(_ bytes: [UInt8] = []) {
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lineCount += 1
      if !read(IndexLine(bytes[start..<end])) { damaged.append(lineCount) }
      start = end + 1
    }
    length = start
    begun.removeAll { ended.contains($0.number) }
    closeOvertaken()
    done.sort { $0.number < $1.number }
  }

  /// The number of the next edit.
  var next: Int { (edits.keys.max() ?? 0) + 1 }
  /// The number of the next run.
  var nextRun: Int { lastRun + 1 }

  /// True if a killed run left something to complete or to revert.
  var isUnfinished: Bool { !begun.isEmpty || !plans.isEmpty }

  /// The files of each run of several files that is not finished.
  var plannedRuns: [[BackedUpEdit]] {
    Dictionary(grouping: plans, by: \.run).sorted { $0.key < $1.key }.map(\.value)
  }

  /// True if a run has changed a file, and has not taken that back; also if its edits were removed to save space.
  func wrote(_ run: Int) -> Bool {
    if thinned.contains(run) { return true }
    let edits = Dictionary(grouping: done.filter { $0.run == run && !$0.isKept }, by: \.name)
    return edits.values.contains { $0.first?.before != $0.last?.after }
  }

  /// The line for a run of several files that is finished.
  static func settledLine(_ run: Int) -> String { IndexLine.text(["settled", "\(run)"]) }

  /// The line for a run of which some edits have been removed.
  static func thinnedLine(_ run: Int) -> String { IndexLine.text(["thinned", "\(run)"]) }

  /// Reads a line; false for one that is damaged.
  private mutating func read(_ line: IndexLine) -> Bool {
    switch line.word(0) {
    case "edit": return begin(BackedUpEdit(line))
    case "plan" where line.isChecked: return plan(BackedUpEdit(line))
    case "settled" where line.isChecked && line.fields.count == 2:
      guard let run = line.number(1) else { return false }
      settle(run)
      return true
    case "done" where line.fields.count == 2:
      return end(line) { index, edit in index.done.append(edit) }
    case "void" where line.fields.count == 2: return end(line) { _, _ in }
    case "thinned" where line.isChecked && line.fields.count == 2:
      guard let run = line.number(1) else { return false }
      thinned.insert(run)
      lastRun = max(lastRun, run)
      return true
    case "run":
      guard let run = NotedRun(line) else { return false }
      runs.append(run)
      lastRun = max(lastRun, run.number)
      return true
    default: return line.isChecked  // a line of a later version
    }
  }

  /// Adds an edit that was begun; a number that occurs twice is damage, unless the lines are equal.
  private mutating func begin(_ edit: BackedUpEdit?) -> Bool {
    guard let edit, edit.method != .planned else { return false }
    guard edits[edit.number] == nil else { return edits[edit.number] == edit }
    edits[edit.number] = edit
    begun.append(edit)
    lastRun = max(lastRun, edit.run)
    return true
  }

  private mutating func plan(_ file: BackedUpEdit?) -> Bool {
    guard let file, file.method == .planned else { return false }
    if planned.insert(file).inserted { plans.append(file) }
    lastRun = max(lastRun, file.run)
    return true
  }

  private mutating func settle(_ run: Int) {
    lastRun = max(lastRun, run)
    if plans.isEmpty { return }
    plans.removeAll { $0.run == run }
    planned = planned.filter { $0.run != run }
  }

  private mutating func end(
    _ line: IndexLine, _ body: (inout BackupIndex, BackedUpEdit) -> Void
  ) -> Bool {
    guard let number = line.number(1), number > 0 else { return false }
    guard let edit = edits[number], ended.insert(number).inserted else { return true }
    body(&self, edit)
    return true
  }

  /// Ends open edits of files that were edited again later.
  ///
  /// Such an edit was finished before the later one; only its line is lost.
  private mutating func closeOvertaken() {
    guard !begun.isEmpty else { return }
    var last: [FileName: BackedUpEdit] = [:]
    var next: [Int: BackedUpEdit] = [:]
    for edit in edits.values.sorted(by: { $0.number > $1.number }) {
      next[edit.number] = last[edit.name]
      if !edit.isKept { last[edit.name] = edit }
    }
    done += begun.filter { edit in next[edit.number].map { $0.before == edit.after } ?? false }
    begun.removeAll { next[$0.number] != nil }
  }
}
