import Diagnostics
import LineCodec
import Parallel
import TaskBridge
public import TaskDates
public import TaskText

/// The messages about a text, kept from one state of it to the next.
///
/// After a change only the lines are checked that are read in another way since, so that the time for a message does not
/// depend on the size of the file.
///
/// ```swift
/// var table = DiagnosticTable()
/// table.update(document)
/// table.diagnostics
/// ```
public struct DiagnosticTable: Sendable {
  private var found = Found()
  /// The messages about UIDs and about a merge, which depend on all lines.
  private var fileFaults: [EditorDiagnostic] = []
  private var midnight: Instant?
  private var zone: Zone?

  /// Creates an empty table.
  public init() {}

  /// The messages, by place.
  public var diagnostics: [EditorDiagnostic] { diagnostics(first: count) }

  /// The number of messages.
  public var count: Int { found.messages.entries.count + fileFaults.count }

  /// The first messages, by place.
  public func diagnostics(first limit: Int) -> [EditorDiagnostic] {
    let first = found.messages.entries.prefix(limit).map(\.value)
    guard !fileFaults.isEmpty else { return first }
    let all = (first + fileFaults).sorted { $0.range.lowerBound < $1.range.lowerBound }
    return Array(all.prefix(limit))
  }

  /// The messages about the lines that a range of bytes touches.
  public func diagnostics(near range: Range<Int>, in document: EditorDocument) -> [EditorDiagnostic]
  {
    let lines = document.lines(in: range)
    guard let first = lines.first, let last = lines.last else { return [] }
    let bytes =
      document.text.lines[first].range.lowerBound...document.text.lines[last].range.upperBound
    return found.messages.values(ofLines: lines)
      + fileFaults.filter { bytes.contains($0.range.lowerBound) }
  }

  /// When one of the messages becomes wrong because time passes; nil if they depend only on the text.
  public var changes: Instant? { found.moving.entries.lazy.map(\.value).min() }

  /// Checks a text, or only its changed lines.
  ///
  /// - Parameters:
  ///   - new: The present state of the text.
  ///   - change: What has changed since the last update; nil to check all lines. All lines are also checked on another
  ///     day, and in another zone.
  ///   - threads: The number of threads that check all lines.
  public mutating func update(
    _ new: EditorDocument, after change: LineChange? = nil, threads: Int = 1
  ) {
    if let change, isCurrent(new.clock) {
      update(new, ChangedLines(change, in: new.text))
    } else {
      checkAll(new, threads: threads)
    }
    (zone, midnight) = (new.clock.zone, new.clock.midnight)
    fileFaults = found.hasTwins ? Self.uidFaults(new) : []
    if found.mayHaveConflict, let conflict = new.file.mergeConflict.flatMap(new.diagnostic) {
      fileFaults.append(conflict)
    }
  }

  private func isCurrent(_ clock: EditorClock) -> Bool {
    guard let midnight, zone == clock.zone else { return false }
    return clock.instant < midnight && changes.map { clock.instant < $0 } ?? true
  }

  // MARK: Lines

  private mutating func checkAll(_ new: EditorDocument, threads: Int) {
    let count = new.text.lines.count
    // Large parts, because each of them has to ask once for tags that others know.
    let size = max(2000, (count + threads - 1) / max(1, threads))
    let checks = new.lineChecks
    let shared = SharedCleanTags()
    let parts = Parallel.map((count + size - 1) / size, threads: threads) { part in
      Found(part * size..<min(count, (part + 1) * size), new, checks, shared)
    }
    found = Found()
    for part in parts { found.append(part) }
  }

  private mutating func update(_ new: EditorDocument, _ changed: ChangedLines) {
    let checks = new.lineChecks
    let shared = SharedCleanTags()
    for part in changed.parts {
      // Only the last part, below all others, moves later lines.
      let shift = part == changed.parts.last ? changed.shift : 0
      found.replace(part, with: Found(part.new, new, checks, shared), shift: shift)
    }
  }

  // MARK: The whole file

  private static func uidFaults(_ document: EditorDocument) -> [EditorDiagnostic] {
    let entries = TaskEntries(
      files: [document.file], vocabulary: document.vocabulary, includesArchive: true)
    return ExplicitUIDs(entries, reader: document.checkReader).faults.values
      .compactMap(document.diagnostic).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}

/// What checks have found in lines.
private struct Found: Sendable {
  private(set) var messages = LineValues<EditorDiagnostic>()
  /// When the date of a line becomes another one because time passes.
  private(set) var moving = LineValues<Instant>()
  /// The UIDs of lines, without what tells an event from a to-do.
  private(set) var uids = LineValues<ArraySlice<UInt8>>()
  /// The lines that may end what a merge left.
  private var ends = LineValues<Bool>()

  init() {}

  /// Checks lines; equal tags of plain tasks are checked once.
  init(
    _ lines: Range<Int>, _ document: EditorDocument, _ checks: LineChecks,
    _ shared: SharedCleanTags
  ) {
    var clean = CleanTags()
    for line in lines {
      if document.text.mayEndConflict(document.text.lines[line]) { ends.append([true], line: line) }
      let key = CleanTags.key(of: line, in: document)
      if let key, clean.contains(key) { continue }
      if let key, shared.contains(key) {
        clean.insert(key)
        continue
      }
      let diagnostics = document.diagnostics(ofLine: line, checks)
      messages.append(diagnostics, line: line)
      let isSpecial = note(line, document)
      if let key, !isSpecial, diagnostics.isEmpty {
        clean.insert(key)
        shared.insert(key)
      }
    }
  }

  /// Notes a line with a UID or a date that moves; false for any other line.
  private mutating func note(_ line: Int, _ document: EditorDocument) -> Bool {
    let spans = document.text.tags[document.text.lines[line].tags]
    guard !spans.isEmpty else { return false }
    let isNamed = spans.contains { document.vocabulary.field(of: $0, in: document.text) == .uid }
    let changes = spans.compactMap(document.nextChange).min()
    if isNamed { uids.append(document.uid(of: line).map { [$0] } ?? [], line: line) }
    if let changes { moving.append([changes], line: line) }
    return isNamed || changes != nil
  }

  /// True if two lines have the same UID.
  var hasTwins: Bool {
    Set(uids.entries.map(\.value)).count < uids.entries.count
  }

  /// True if a line may end what a merge left.
  var mayHaveConflict: Bool { !ends.isEmpty }

  /// Adds what was found in later lines.
  mutating func append(_ later: Found) {
    messages.append(later.messages)
    moving.append(later.moving)
    uids.append(later.uids)
    ends.append(later.ends)
  }

  /// Replaces what was found in some lines.
  mutating func replace(_ lines: RangeChange, with new: Found, shift: Int) {
    messages.replace(lines, with: new.messages) { $0.shift(by: shift) }
    moving.replace(lines, with: new.moving)
    uids.replace(lines, with: new.uids)
    ends.replace(lines, with: new.ends)
  }
}

extension EditorDocument {
  var lineChecks: LineChecks { LineChecks(checkReader, zone: clock.zone, zones: zones) }

  /// The next instant at which the word of a tag means another date: midnight, or a time of today that is written alone.
  fileprivate func nextChange(of span: TagSpan) -> Instant? {
    guard let date = movingDate(of: span) else { return nil }
    let next = date.countsHours ? min(clock.midnight, clock.nextMinute) : clock.midnight
    guard let value = date.resolved(at: clock.now, in: clock.zone), !value.isAllDay else {
      return next
    }
    let instant = clock.zone.instant(of: value.startDate)
    return clock.instant < instant ? min(next, instant.advanced(by: 1)) : next
  }

  /// What tells the UID of a line from all others; nil if it has none.
  fileprivate func uid(of line: Int) -> ArraySlice<UInt8>? {
    var ignored: [Diagnostic] = []
    let fields = checkReader.fields(of: text, line: line, diagnostics: &ignored)
    return fields.uid.map { ExplicitUIDs.root(Array($0.utf8)[...]) }
  }
}

extension EditorDiagnostic {
  fileprivate mutating func shift(by bytes: Int) {
    range = range.lowerBound + bytes..<range.upperBound + bytes
  }
}
