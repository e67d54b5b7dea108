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

  /// How long a trial takes, in bytes that are read meanwhile: each message of the line is made again.
  var cost: Int { line.text.bytes.count + 200 + 30 * before.messageCount }

  /// True for a change that solves the problem and nothing else.
  func accepts(_ change: EditorAction.Change, for diagnostic: EditorDiagnostic) -> Bool {
    guard let own = moved(change) else { return false }
    let edit = line.edit(of: EditorAction(title: "", change: own, line: 0)).edit
    guard !edit.isEmpty else { return false }
    let after = document.alone(line.text.applying(edit).bytes).lineState
    let isAdvice = own.isAdvice(of: diagnostic)
    // A note that becomes a task shows all messages of its tags.
    let isNote = line.text.lines.first?.kind == .note
    return after.keeps(before, besides: target(of: own))
      && solves(diagnostic, after, near: isAdvice || isNote ? nil : own.written)
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
      span.range.lowerBound == range.lowerBound && !range.isEmpty
        || span.range.lowerBound < range.lowerBound && range.upperBound <= span.range.upperBound
    }
    guard let span else { return Target(addsWords: range.isEmpty) }
    return Target(
      tag: line.text.bytes[span.range], takesWords: range.upperBound > span.range.upperBound)
  }

  /// True if the message is gone, and the line is better than before.
  ///
  /// - Parameter near: The bytes that were written, about which there may be other messages; nil if the message asks for
  ///   the change, which may show what was hidden.
  private func solves(
    _ diagnostic: EditorDiagnostic, _ after: LineState, near written: Range<Int>?
  ) -> Bool {
    // A message that the line alone does not have is about other lines too.
    guard let count = before.count(of: diagnostic.sentence) else { return true }
    guard after.count(of: diagnostic.sentence) ?? 0 < count else { return false }
    return after.isBetter(than: before, besides: written)
  }
}

/// What a change of a line is about.
private struct Target {
  /// The bytes of the tag that is written or removed; nil for other text.
  var tag: ArraySlice<UInt8>?
  /// True if words may become a part of a tag.
  var takesWords = true
  /// True for a title, which only a line without text may get.
  var addsWords = false
}

extension EditorAction.Change {
  /// True for what a message itself asks for.
  fileprivate func isAdvice(of diagnostic: EditorDiagnostic) -> Bool {
    guard case .write(_, let text) = self else { return false }
    return diagnostic.fix.map { ExactString($0) == ExactString(text) } ?? false
      || diagnostic.remedies.contains { if case .writeDate = $0 { true } else { false } }
  }

  /// The bytes of the line after the change that are new; empty for a change of the task.
  fileprivate var written: Range<Int> {
    guard case .write(let range, let text) = self else { return 0..<0 }
    return range.lowerBound..<range.lowerBound + text.utf8.count
  }

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
    let document = TaskDocument(bytes: bytes, like: text)
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
  private var messages: [EditorDiagnostic] = []
  private var tags: [ArraySlice<UInt8>: Int] = [:]
  /// The tag from which each field is read.
  private var sources: [Vocabulary.Field: ArraySlice<UInt8>] = [:]
  private var spans: [Range<Int>] = []
  private var words: [String] = []
  private var wholeWords: ExactSet = []
  private var kind = LineKind.blank
  private var isClosed = false
  private var hasDue = false
  private var isWordless = false
  private var lines = 0

  init() {}

  init(_ document: EditorDocument, _ found: [EditorDiagnostic]) {
    messages = found
    let text = document.text
    (lines, kind) = (text.lines.count, text.lines.first?.kind ?? .blank)
    spans = text.tags.map(\.range)
    for span in text.tags {
      tags[text.bytes[span.range], default: 0] += 1
      guard let field = document.reader.field(of: span, in: text), sources[field] == nil else {
        continue
      }
      sources[field] = text.bytes[span.range]
    }
    isWordless = document.file.isWordless(line: 0) || text.isBulletOfTags(line: 0)
    words = Self.words(text)
    wholeWords = ExactSet(words)
    let fields = document.fields(0)
    (isClosed, hasDue) = (fields.isClosed, fields.due?.value != nil)
  }

  /// The words outside of tags.
  private static func words(_ text: TaskDocument) -> [String] {
    var bytes: [UInt8] = []
    var end = 0
    for span in text.tags {
      bytes += text.bytes[end..<span.range.lowerBound] + [0x20]
      end = span.range.upperBound
    }
    bytes += text.bytes[end...]
    return String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\t" }
      .map(String.init)
  }

  var messageCount: Int { messages.count }

  /// How often a message occurs; nil for never.
  func count(of sentence: String) -> Int? {
    let count = messages.count { ExactString($0.sentence) == ExactString(sentence) }
    return count > 0 ? count : nil
  }

  /// True if everything of a line is still there and means the same, besides one tag, or words that have become tags; a line
  /// without text may get a title.
  func keeps(_ before: LineState, besides target: Target) -> Bool {
    var old = before.tags
    if let tag = target.tag, let count = old[tag] { old[tag] = count - 1 }
    guard lines == before.lines, kind == before.kind || before.kind == .note,
      old.allSatisfy({ tags[$0.key, default: 0] >= $0.value }),
      before.sources.allSatisfy({ $0.value == target.tag || sources[$0.key] == $0.value })
    else { return false }
    let keepsWords = target.takesWords ? words.allSatisfy(before.hasPart) : words == before.words
    return (keepsWords || target.addsWords && before.isWordless) && isClosed == before.isClosed
      && (hasDue || !before.hasDue)
  }

  /// True for a part of a word, also with the full stop that comes later, and for a bullet, which a fix may add; words that
  /// are joined are no part of one.
  private func hasPart(_ word: String) -> Bool {
    wholeWords.contains(word) || ["-", "☐", "[", "]"].contains(word)
      || words.contains { $0.contains(word) }
      || word.hasSuffix(".") && hasPart(String(word.dropLast()))
  }

  /// True if no other error is there, and no other message either, besides those about what was written; a line with fewer
  /// errors may have messages that the errors had hidden.
  ///
  /// - Parameter written: The bytes that were written; nil to allow all other warnings and notes.
  func isBetter(than before: LineState, besides written: Range<Int>?) -> Bool {
    let old = before.counts
    let counts = counts
    let new = messages.filter {
      let name = ExactString($0.sentence)
      return counts[name, default: 0] > old[name, default: 0]
    }
    if new.contains(where: { $0.severity == .error }) { return false }
    if written == nil || errorCount < before.errorCount { return true }
    let tag = written.flatMap { written in spans.first { $0.overlaps(written) } }
    return new.allSatisfy { message in tag.map { message.range.overlaps($0) } ?? false }
  }

  private var errorCount: Int { messages.count { $0.severity == .error } }

  private var counts: [ExactString: Int] {
    messages.reduce(into: [:]) { $0[ExactString($1.sentence), default: 0] += 1 }
  }
}
