import Diagnostics
public import ExactText
public import TaskBridge
public import TaskDates
public import TaskText

/// Changes lines of some files in one step.
///
/// The result depends only on the files, the clock and the requested changes; nothing is written to disk. All other
/// bytes stay as they are.
///
/// ```swift
/// var changes = TaskChanges([file], reader, now: now, zone: zone)
/// changes.close(LineRef(file: 0, line: 1), Closing(.done, at: .date(now.date)))
/// changes.results[0].document  // the file with the task done
/// ```
public struct TaskChanges: Sendable {
  /// The files before the changes.
  public let files: [TaskFile]
  /// The changes that were made, in order.
  public private(set) var changes: [TaskChange] = []
  /// The lines that could not be changed, and why.
  public private(set) var faults: [TaskChangeFault] = []
  /// The lines that needed no change, and their present state.
  public private(set) var repeats: [TaskChangeFault] = []
  /// Reads the tags of lines, with relative dates resolved at the present time.
  let reader: LineFieldReader
  /// The time of the person's clock.
  let now: DateTimeParameters
  let homeZone: Zone
  private let zones: ExactDictionary<Zone>
  /// Finds the items of lines that are in stores; nil for the lines of files.
  public var stored: @Sendable (LineRef) -> StoredLine? = { _ in nil }
  var edits: [OutlineEdit]

  /// Creates an empty set of changes.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - reader: Reads tags, with relative dates resolved at `now`.
  ///   - now: The time of the person's clock.
  ///   - zone: The zone of that clock.
  ///   - zones: The zones that lines name, by name.
  public init(
    _ files: [TaskFile], _ reader: LineFieldReader, now: DateTimeParameters, zone: Zone,
    zones: ExactDictionary<Zone> = [:]
  ) {
    self.files = files
    self.reader = reader
    self.now = now
    homeZone = zone
    self.zones = zones
    edits = files.map { OutlineEdit($0.document) }
  }

  /// The files after all changes.
  public var results: [EditedOutline] { edits.map { $0.result() } }

  /// The number of a changed line in its new file, from 0; nil if the line is gone.
  public func line(of change: TaskChange, in results: [EditedOutline]) -> Int? {
    switch change.place {
    case .line(let old): results[change.file].line(of: old)
    case .addition(let number, let offset):
      results[change.file].line(ofAddition: number) + offset
    }
  }

  // MARK: Used by all changes

  mutating func note(
    _ kind: TaskChange.Kind, _ line: LineRef, details: [String] = [], file: Int? = nil,
    at place: TaskChange.Place? = nil
  ) {
    changes.append(
      TaskChange(
        kind: kind, file: file ?? line.file, old: line, place: place ?? .line(line.line),
        title: LineText(files[line.file], line: line.line).title(reader.vocabulary),
        details: details))
  }

  mutating func noteAddition(_ number: Int, _ file: Int, title: String, details: [String]) {
    changes.append(
      TaskChange(
        kind: .added, file: file, old: nil, place: .addition(number, offset: 0), title: title,
        details: details))
  }

  mutating func fault(_ line: LineRef, _ reason: String) {
    faults.append(TaskChangeFault(line, reason: reason))
  }

  mutating func isAlready(_ line: LineRef, _ state: String) {
    repeats.append(TaskChangeFault(line, reason: state))
  }

  func document(_ line: LineRef) -> TaskDocument { files[line.file].document }

  /// The fields of a line.
  func fields(_ line: LineRef) -> LineFields {
    var ignored: [Diagnostic] = []
    return reader.fields(of: document(line), line: line.line, diagnostics: &ignored)
  }

  /// A line for editing.
  func edited(_ line: LineRef) -> EditedLine {
    let document = document(line)
    return EditedLine(
      document.string(document.lines[line.line].body), reader, dialect: document.dialect,
      settings: document.settings, form: document.prevailingForm)
  }

  mutating func set(_ edited: EditedLine, _ line: LineRef) {
    edits[line.file].set(edited.body, ofLine: line.line)
  }

  /// The zone in which the times of a line are read.
  func zone(_ fields: LineFields) -> Zone {
    if case .named(let name)? = fields.zone { zones[name] ?? homeZone } else { homeZone }
  }
}
