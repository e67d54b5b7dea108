import Diagnostics
public import ExactText
public import TaskBridge
public import TaskDates
public import TaskText

/// Changes of the lines of some files, made together.
///
/// A change is a function of the files, the clock and what is asked for, and touches nothing. What no
/// change names stays byte for byte.
///
/// ```swift
/// var changes = TaskChanges([file], reader, now: now, zone: zone)
/// changes.close(LineRef(file: 0, line: 1), Closing(.done, at: .date(now.date)))
/// changes.results[0].document  // the file with the task done
/// ```
public struct TaskChanges: Sendable {
  /// The files before any change.
  public let files: [TaskFile]
  /// What was done, in order.
  public private(set) var changes: [TaskChange] = []
  /// The lines that were left as they are, and why.
  public private(set) var faults: [TaskChangeFault] = []
  /// The lines that needed no change, and what they already are.
  public private(set) var repeats: [TaskChangeFault] = []
  /// Reads the tags of lines, dates that move with the clock as what they are now.
  let reader: LineFieldReader
  /// The reading of the person's clock.
  let now: DateTimeParameters
  let homeZone: Zone
  private let zones: ExactDictionary<Zone>
  var edits: [OutlineEdit]

  /// Begins with no change.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - reader: What tags mean, with dates that move with the clock resolved at `now`.
  ///   - now: The reading of the person's clock.
  ///   - zone: Their zone.
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

  /// The number of a changed line in its file afterwards, from 0; nil for one that is gone.
  public func line(of change: TaskChange, in results: [EditedOutline]) -> Int? {
    switch change.place {
    case .line(let old): results[change.file].line(of: old)
    case .addition(let number, let offset):
      results[change.file].line(ofAddition: number) + offset
    }
  }

  // MARK: For the kinds of changes

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

  /// What the tags of a line say.
  func fields(_ line: LineRef) -> LineFields {
    var ignored: [Diagnostic] = []
    return reader.fields(of: document(line), line: line.line, diagnostics: &ignored)
  }

  /// A line to be changed.
  func edited(_ line: LineRef) -> EditedLine {
    let document = document(line)
    return EditedLine(
      document.string(document.lines[line.line].body), reader, dialect: document.dialect)
  }

  mutating func set(_ edited: EditedLine, _ line: LineRef) {
    edits[line.file].set(edited.body, ofLine: line.line)
  }

  /// The zone that the times of a line are read in.
  func zone(_ fields: LineFields) -> Zone {
    if case .named(let name)? = fields.zone { zones[name] ?? homeZone } else { homeZone }
  }
}
