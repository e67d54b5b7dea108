import Diagnostics
import ExactText
import TaskBridge
import TaskDates
import TaskText

/// Tries changes of a line that may solve the problem of a message.
///
/// The line is tried alone, so that a trial does not depend on the size of the file.
struct FixTrial {
  private let document: EditorDocument
  private let line: EditorDocument
  private let before: LineState
  /// The first byte of the line that is tried: an indent alone could make it code in Markdown.
  private let start: Int

  init(_ document: EditorDocument, _ number: Int) {
    self.document = document
    let whole = document.text.lines[number]
    start = whole.body.lowerBound
    line = document.alone(Array(document.text.bytes[whole.body]))
    before = line.lineState
  }

  /// True for a change that solves the problem and nothing else.
  func accepts(_ change: EditorAction.Change, for diagnostic: EditorDiagnostic) -> Bool {
    guard let own = moved(change) else { return false }
    let edit = line.edit(of: EditorAction(title: "", change: own, line: 0)).edit
    guard !edit.isEmpty else { return false }
    let after = document.alone(line.text.applying(edit).bytes).lineState
    return after.keeps(before, besides: target(of: own)) && solves(diagnostic, after)
  }

  /// A change of the file as one of the line alone; nil if it changes other lines too.
  private func moved(_ change: EditorAction.Change) -> EditorAction.Change? {
    func moved(_ range: Range<Int>) -> Range<Int>? {
      let own = range.lowerBound - start..<range.upperBound - start
      return own.lowerBound >= 0 && own.upperBound <= line.text.bytes.count ? own : nil
    }
    switch change {
    case .write(let range, let new): return moved(range).map { .write($0, new) }
    case .remove(let range): return moved(range).map { .remove($0) }
    default: return change
    }
  }

  /// What a change writes or removes.
  private func target(of change: EditorAction.Change) -> Target {
    guard let range = change.range else { return Target() }
    let span = line.text.tags.first { span in
      span.range.lowerBound == range.lowerBound
        || span.range.lowerBound < range.lowerBound && range.upperBound <= span.range.upperBound
    }
    guard let span else { return Target() }
    return Target(
      tag: line.text.bytes[span.range], takesWords: range.upperBound > span.range.upperBound)
  }

  /// True if the message is gone, and the line is better than before.
  private func solves(_ diagnostic: EditorDiagnostic, _ after: LineState) -> Bool {
    // A message that the line alone does not have is about other lines too.
    guard let count = before.messages[diagnostic.sentence] else { return true }
    return after.messages[diagnostic.sentence, default: 0] < count && after.isBetter(than: before)
  }
}

/// What a change of a line is about.
private struct Target {
  /// The bytes of the tag that is written or removed; nil for other text.
  var tag: ArraySlice<UInt8>?
  /// True if words may become a part of a tag.
  var takesWords = true
}

extension EditorAction.Change {
  /// The bytes that are written or removed; nil for a change of the task.
  fileprivate var range: Range<Int>? {
    switch self {
    case .write(let range, _), .remove(let range): range
    default: nil
    }
  }
}

extension EditorDocument {
  /// A line as a file of its own.
  fileprivate func alone(_ bytes: [UInt8]) -> EditorDocument {
    let document = TaskDocument(bytes: bytes, dialect: text.dialect)
    let own = TaskFile(
      name: file.name, identity: file.identity, modified: file.modified, document: document)
    return EditorDocument(own, clock: clock, vocabulary: vocabulary, dayStart: dayStart)
  }

  /// The state of the first line.
  fileprivate var lineState: LineState {
    guard !text.lines.isEmpty else { return LineState() }
    return LineState(self, diagnostics(ofLine: 0, lineChecks))
  }
}

/// What a line says, for comparisons.
private struct LineState {
  /// How often each message occurs.
  private(set) var messages: ExactDictionary<Int> = [:]
  private var counts: [Severity: Int] = [:]
  private var errors: ExactDictionary<Int> = [:]
  private var tags: [ArraySlice<UInt8>: Int] = [:]
  private var words: [String] = []
  private var isClosed = false
  private var hasDue = false
  private var lines = 0

  init() {}

  init(_ document: EditorDocument, _ found: [EditorDiagnostic]) {
    for message in found {
      messages[message.sentence, default: 0] += 1
      counts[message.severity, default: 0] += 1
      if message.severity == .error { errors[message.sentence, default: 0] += 1 }
    }
    let text = document.text
    lines = text.lines.count
    for span in text.tags { tags[text.bytes[span.range], default: 0] += 1 }
    words = Self.words(text)
    let fields = document.fields(0)
    (isClosed, hasDue) = (fields.isClosed, fields.due?.value != nil)
  }

  /// The words outside of tags.
  private static func words(_ text: TaskDocument) -> [String] {
    var rest = Array(text.bytes)
    for span in text.tags.reversed() { rest.replaceSubrange(span.range, with: [0x20]) }
    return String(decoding: rest, as: UTF8.self).split { $0 == " " || $0 == "\t" }.map(String.init)
  }

  /// True if everything of a line is still there, besides one tag, or words that have become tags.
  func keeps(_ before: LineState, besides target: Target) -> Bool {
    var old = before.tags
    if let tag = target.tag, let count = old[tag] { old[tag] = count - 1 }
    guard lines == before.lines, old.allSatisfy({ tags[$0.key, default: 0] >= $0.value }) else {
      return false
    }
    let hasWords = target.takesWords ? words.allSatisfy(before.hasPart) : words == before.words
    return hasWords && isClosed == before.isClosed && (hasDue || !before.hasDue)
  }

  /// True for a part of a word, and for a bullet, which a fix may add; words that are joined are no part of one.
  private func hasPart(_ word: String) -> Bool {
    ["-", "☐", "[", "]"].contains(word) || words.contains { $0.contains(word) }
  }

  /// True for fewer errors, or as many and fewer warnings, or as many and fewer notes; and for no other errors.
  func isBetter(than before: LineState) -> Bool {
    guard errors.allSatisfy({ before.errors[$0.key, default: 0] >= $0.value }) else { return false }
    for severity in [Severity.error, .warning, .note] {
      let (now, then) = (counts[severity, default: 0], before.counts[severity, default: 0])
      if now != then { return now < then }
    }
    return false
  }
}
