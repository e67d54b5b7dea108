public import CompactDictionary
public import ExactText
public import LineCodec
import TaskBridge

/// The state in which a file and a calendar last agreed.
public struct ImportMemory: Equatable, Sendable {
  /// The name of the zone that lines were written in; nil before the first import.
  public var zone: String?
  /// How times in another zone were written; nil before the first import.
  public var otherZones: LineMapping.Options.Zones?
  /// The files as the import left them, by `TaskFile.identity`.
  public var texts: ExactDictionary<[UInt8]> = [:]
  /// The VTIMEZONE definitions of the calendar, verbatim.
  public var definitions: [UInt8] = []
  /// The components of each UID, verbatim; most often slices of the file that they come from.
  public var components: ItemComponents = [:]
  /// The items that have, or had, a line.
  public var items: CompactDictionary<ItemName, Entry> = [:]

  /// A line of a file.
  public struct Place: Hashable, Sendable {
    /// The file.
    public let file: String
    /// The line, from 0.
    public let line: Int

    /// Creates a place.
    public init(file: String, line: Int) {
      self.file = file
      self.line = line
    }
  }

  /// Creates an empty memory.
  public init() {}

  /// True before the first import.
  public var isEmpty: Bool { items.isEmpty && components.isEmpty }
}
