import CalendarItems
public import Diagnostics
public import ExactText
public import TaskBridge
public import TaskDates
import TaskText

/// Checks a file for errors and doubtful lines, beyond those of reading single tags.
public struct LineChecks: Sendable {
  private let reader: LineFieldReader
  private let zone: Zone?
  private let zones: ExactDictionary<Zone>

  /// Creates the checks.
  ///
  /// - Parameters:
  ///   - reader: Reads tags.
  ///   - zone: The zone in which times are checked; nil checks only times with a zone of their own.
  ///   - zones: The zones that lines name.
  public init(_ reader: LineFieldReader, zone: Zone?, zones: ExactDictionary<Zone>) {
    self.reader = reader
    self.zone = zone
    self.zones = zones
  }

  /// All diagnostics of some files, by file and place.
  public func diagnostics(of files: [TaskFile]) -> [[Diagnostic]] {
    var found = files.map { diagnostics(of: $0) }
    let entries = TaskEntries(files: files, vocabulary: reader.vocabulary, includesArchive: true)
    for (index, fault) in ExplicitUIDs(entries, reader: reader).faults {
      found[entries.entries[index].line.file].append(fault)
    }
    return found.map { $0.sorted { ($0.place, $0.sentence) < ($1.place, $1.sentence) } }
  }

  private func diagnostics(of file: TaskFile) -> [Diagnostic] {
    var found = file.mergeConflict.map { [$0] } ?? []
    for index in file.document.lines.indices { found += diagnostics(of: file, line: index) }
    return found
  }

  /// The diagnostics of one line with its notes, in no particular order.
  ///
  /// Only the check that each UID is used once needs other lines, and is left out.
  public func diagnostics(of file: TaskFile, line number: Int) -> [Diagnostic] {
    let line = file.document.lines[number]
    guard line.kind != .blank, file.document.isChosen(line) else { return [] }
    let checks = LooseDateChecks(file.document, number, vocabulary: reader.vocabulary)
    guard line.kind != .note else { return checks.ofNote() }
    return check(file, number) + checks.ofTask(file) + checks.ofTags()
  }

  private func check(_ file: TaskFile, _ number: Int) -> [Diagnostic] {
    if let fault = ItemSize.fault(of: file, line: number) { return [fault] }
    var found: [Diagnostic] = []
    let fields = reader.fields(of: file.document, line: number, diagnostics: &found)
    let line = CheckedLine(file.document, number, fields, reader)
    found += line.spelling + line.series
    if let zone = zone(of: fields) { found += line.clock(zone) }
    var options = ExportOptions(zone: zone ?? .utc)
    options.zones = zones
    let source = ItemMapping.Source(line: number, file: file, path: [], parentUID: nil)
    let decoder = LineDecoder(
      source, fields, ItemMapping(options, vocabulary: reader.vocabulary), reader)
    return found + decoder.faults(of: decoder.item(.reminder, uid: ""))
  }

  private func zone(of fields: LineFields) -> Zone? {
    switch fields.zone {
    case .floating: nil
    case .named(let name): zones[name]
    case nil: zone
    }
  }
}
