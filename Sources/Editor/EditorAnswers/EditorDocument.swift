import Diagnostics
import ExactText
public import TaskBridge
public import TaskDates
import TaskText

/// A task file that is open in an editor, with everything that an answer about it needs.
///
/// Answers are in bytes of the file. Each is a pure function of this value: it reads no clock and no file, and the
/// same value gives the same answer.
///
/// ```swift
/// let document = EditorDocument(file, clock: clock, names: EditorNames())
/// document.completions(at: 17)?.items.map(\.label)
/// ```
public struct EditorDocument: Sendable {
  /// The file.
  public let file: TaskFile
  /// The time.
  public let clock: EditorClock
  /// The meaning of tags.
  public let vocabulary: Vocabulary
  /// The tags and projects of all files.
  public let names: EditorNames
  /// The time of day from which alarms of days without a time are counted.
  public let dayStart: TimeParameters
  let zones: ExactDictionary<Zone>
  /// The names of the zones of the system.
  let zoneNames: @Sendable () -> [String]
  /// Reads tags as the commands that change tasks do: relative dates have their present value.
  let reader: LineFieldReader
  /// Reads tags as `duecal check` does.
  let checkReader: LineFieldReader

  /// Creates a document.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - clock: The time.
  ///   - vocabulary: The meaning of tags.
  ///   - names: The tags and projects of all files.
  ///   - dayStart: The time of day from which alarms of days without a time are counted.
  ///   - zoneNames: The names of the zones of the system.
  public init(
    _ file: TaskFile, clock: EditorClock, vocabulary: Vocabulary = Vocabulary(),
    names: EditorNames = EditorNames(),
    dayStart: TimeParameters = TimeParameters(secondOfDay: 9 * 3600) ?? .midnight,
    zoneNames: @escaping @Sendable () -> [String] = { [] }
  ) {
    self.init(
      file, clock: clock, vocabulary: vocabulary, names: names, dayStart: dayStart,
      zoneNames: zoneNames, named: NamedZones([file], vocabulary))
  }

  /// Creates a document whose zones are known.
  package init(
    _ file: TaskFile, clock: EditorClock, vocabulary: Vocabulary, names: EditorNames,
    dayStart: TimeParameters, zoneNames: @escaping @Sendable () -> [String], named: NamedZones
  ) {
    self.file = file
    self.clock = clock
    self.vocabulary = vocabulary
    self.names = names
    self.dayStart = dayStart
    self.zoneNames = zoneNames
    zones = named.zones
    reader = LineFieldReader(
      vocabulary: vocabulary, relativeDates: .resolve(at: clock.now), isZoneKnown: named.error)
    checkReader = LineFieldReader(
      vocabulary: vocabulary, relativeDates: .warn,
      pinned: { $0.resolved(at: clock.minute, in: clock.zone) }, isZoneKnown: named.error)
  }

  var text: TaskDocument { file.document }

  /// The fields of a line.
  func fields(_ line: Int) -> LineFields {
    reader.reading(of: text, line: line).fields
  }

  /// The lines that a range of bytes touches.
  public func lines(in range: Range<Int>) -> Range<Int> {
    guard let first = text.lineNumber(ofByte: range.lowerBound),
      let last = text.lineNumber(ofByte: max(range.lowerBound, range.upperBound - 1))
    else { return 0..<0 }
    return first..<last + 1
  }

  /// The line at a byte, the last one for the end of the file; nil in an empty file.
  func line(at offset: Int) -> Int? { text.lineNumber(ofByte: offset) }

  /// The tag at a byte, and the field that it sets.
  func tag(at offset: Int) -> (line: Int, span: TagSpan, field: Vocabulary.Field?)? {
    let index = text.tags.partitionPoint { $0.range.upperBound < offset }
    guard let line = line(at: offset), text.lines[line].tags.contains(index) else { return nil }
    let span = text.tags[index]
    guard span.range.lowerBound <= offset else { return nil }
    return (line, span, reader.field(of: span, in: text))
  }
}
