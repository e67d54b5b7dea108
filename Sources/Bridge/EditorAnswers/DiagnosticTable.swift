import ExactText
import Parallel
import TaskBridge
public import TaskDates
import TaskText

/// The messages about a text, kept from one state of it to the next.
///
/// After a change only the lines are checked that differ, so that the time for a message does not depend on the size of
/// the file.
///
/// ```swift
/// var table = DiagnosticTable()
/// table.update(document)
/// table.diagnostics
/// ```
public struct DiagnosticTable: Sendable {
  private struct Entry: Sendable {
    var line: Int
    var diagnostic: EditorDiagnostic
  }

  private var document: TaskDocument?
  private var entries: [Entry] = []
  /// The lines whose dates move with the clock.
  private var moving: [Int] = []
  /// The messages about UIDs, which depend on all lines.
  private var uidFaults: [EditorDiagnostic] = []
  private var hasUID = false
  private var midnight: Instant?
  private var changeOfTime: Instant?
  private var zone: Zone?

  /// Creates an empty table.
  public init() {}

  /// The messages, by place.
  public var diagnostics: [EditorDiagnostic] {
    let all = entries.map(\.diagnostic)
    guard !uidFaults.isEmpty else { return all }
    return (all + uidFaults).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// When one of the messages becomes wrong because time passes; nil if they depend only on the text.
  public var changes: Instant? { moving.isEmpty ? nil : changeOfTime ?? midnight }

  /// The tag or value of the messages, checked again if the text or the day is another one.
  ///
  /// - Parameters:
  ///   - new: The present state of the text.
  ///   - threads: The number of threads that check a text for the first time.
  public mutating func update(_ new: EditorDocument, threads: Int = 1) {
    let isCurrent =
      midnight.map { new.clock.instant < $0 } ?? false
      && changeOfTime.map { new.clock.instant < $0 } ?? true
    if isCurrent, zone == new.clock.zone, let old = document {
      update(new, ChangedLines(from: old, to: new.text))
    } else {
      checkAll(new, threads: threads)
    }
    document = new.text
    zone = new.clock.zone
    midnight = new.clock.midnight
    changeOfTime = moving.isEmpty ? nil : Self.nextChange(moving, new)
    uidFaults = hasUID ? Self.uidFaults(new) : []
  }

  // MARK: Lines

  private mutating func checkAll(_ new: EditorDocument, threads: Int) {
    let size = 2000
    let count = new.text.lines.count
    let checks = new.lineChecks
    let parts = Parallel.map((count + size - 1) / size, threads: threads) { part in
      Self.check(part * size..<min(count, (part + 1) * size), new, checks)
    }
    entries = parts.flatMap(\.entries)
    moving = parts.flatMap(\.moving)
    hasUID = parts.contains(where: \.hasUID)
  }

  private mutating func update(_ new: EditorDocument, _ region: ChangedLines) {
    let lines = region.owners + region.new
    let found = Self.check(lines, new, new.lineChecks)
    let replaced = Set(region.owners)
    let later = region.new.upperBound - region.old.upperBound
    func isOld(_ line: Int) -> Bool { replaced.contains(line) || region.old.contains(line) }
    var kept = entries.filter { !isOld($0.line) }
    let first = kept.firstIndex { $0.line >= region.old.upperBound } ?? kept.count
    for index in first..<kept.count {
      kept[index].line += later
      kept[index].diagnostic.shift(by: region.shift)
    }
    entries = Self.merged(kept, found.entries, by: \.line)
    let stay = moving.filter { !isOld($0) }.map {
      $0 >= region.old.upperBound ? $0 + later : $0
    }
    moving = Self.merged(stay, found.moving, by: \.self)
    hasUID = hasUID || found.hasUID
  }

  /// Two lists in one order.
  private static func merged<Element, Key: Comparable>(
    _ left: [Element], _ right: [Element], by key: KeyPath<Element, Key>
  ) -> [Element] {
    if right.isEmpty { return left }
    var merged: [Element] = []
    merged.reserveCapacity(left.count + right.count)
    var index = 0
    for element in left {
      while index < right.count, right[index][keyPath: key] < element[keyPath: key] {
        merged.append(right[index])
        index += 1
      }
      merged.append(element)
    }
    return merged + right[index...]
  }

  private struct Found: Sendable {
    var entries: [Entry] = []
    var moving: [Int] = []
    var hasUID = false

    /// Notes a line with a UID or a date that moves; false for any other line.
    mutating func note(_ line: Int, _ new: EditorDocument) -> Bool {
      var isMoving = false
      var isNamed = false
      for span in new.text.tags[new.text.lines[line].tags] {
        guard let field = new.vocabulary.field(of: span, in: new.text) else { continue }
        if field == .uid { isNamed = true }
        if new.movingDate(of: span) != nil { isMoving = true }
      }
      if isMoving { moving.append(line) }
      hasUID = hasUID || isNamed
      return isMoving || isNamed
    }
  }

  private static func check(
    _ lines: some Sequence<Int>, _ new: EditorDocument, _ checks: LineChecks
  ) -> Found {
    var found = Found()
    var clean = CleanTags()
    for line in lines {
      let key = CleanTags.key(of: line, in: new)
      if let key, clean.contains(key) { continue }
      let diagnostics = new.diagnostics(ofLine: line, checks)
      found.entries += diagnostics.map { Entry(line: line, diagnostic: $0) }
      let isSpecial = found.note(line, new)
      if let key, !isSpecial, diagnostics.isEmpty { clean.insert(key) }
    }
    return found
  }

  // MARK: The whole file

  private static func uidFaults(_ document: EditorDocument) -> [EditorDiagnostic] {
    let entries = TaskEntries(
      files: [document.file], vocabulary: document.vocabulary, includesArchive: true)
    return ExplicitUIDs(entries, reader: document.checkReader).faults.values
      .compactMap(document.diagnostic).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The next instant at which a word means another date: midnight, or a time of today that is written alone.
  private static func nextChange(_ lines: [Int], _ document: EditorDocument) -> Instant? {
    let clock = document.clock
    var next = clock.midnight
    for line in lines {
      for span in document.text.tags[document.text.lines[line].tags] {
        guard let date = document.movingDate(of: span) else { continue }
        if date.countsHours { next = min(next, clock.nextMinute) }
        guard let value = date.resolved(at: clock.now, in: clock.zone), !value.isAllDay else {
          continue
        }
        let instant = clock.zone.instant(of: value.startDate)
        if clock.instant < instant { next = min(next, instant.advanced(by: 1)) }
      }
    }
    return next
  }
}

extension EditorDocument {
  var lineChecks: LineChecks { LineChecks(checkReader, zone: clock.zone, zones: zones) }
}

extension EditorDiagnostic {
  fileprivate mutating func shift(by bytes: Int) {
    range = range.lowerBound + bytes..<range.upperBound + bytes
  }
}
