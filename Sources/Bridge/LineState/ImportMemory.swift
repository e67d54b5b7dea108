public import ExactText
public import TaskBridge

/// The state in which a file and a calendar last agreed.
public struct ImportMemory: Hashable, Sendable {
  /// The name of the zone that lines were written in; nil before the first import.
  public var zone: String?
  /// How times in another zone were written; nil before the first import.
  public var otherZones: LineMapping.Options.Zones?
  /// The files as the import left them, by `TaskFile.identity`.
  public var texts: ExactDictionary<[UInt8]> = [:]
  /// The VTIMEZONE definitions of the calendar, verbatim.
  public var definitions: [UInt8] = []
  /// The components of each UID, verbatim; most often slices of the file that they come from.
  public var components: ExactDictionary<ArraySlice<UInt8>> = [:]
  /// The items that have, or had, a line.
  public var items: [ItemName: Entry] = [:]

  /// An item's line.
  public struct Entry: Hashable, Sendable {
    /// The place of the line after the last run; nil if a person removed it.
    public var place: Place?
    /// The text of the line after the last run, without its indent.
    public var body: String
    /// The line and its notes when both sides last agreed: the calendar's version, without later edits by the person.
    ///
    /// Nil if it equals `body`.
    public var agreed: ItemLine?
    /// True if import wrote the line: it belongs to the calendar, and export leaves it out.
    public var isOwned: Bool
    /// True if the item is no longer in the calendar.
    public var isGone = false
    /// True if the line existed before the item: it belongs to the person, and is not removed with the item.
    public var isAdopted = false
    /// True if the import that wrote the line was undone: the next import may write it again.
    public var isUndone = false
    /// The place of the line before that import was undone; `duecal redo` may restore it there.
    public var undonePlace: Place?
    /// True if an import kept the line without its item because an option asked for it.
    public var isKept = false
    /// True if a run reported that the line stays without its item.
    public var isReported = false
    /// True if an import put the line into the archive.
    public var isArchived = false
    /// True if an import removed the line because its last occurrence was over.
    public var isPast = false
    /// True if a person moved the line since the last import of its calendar.
    public var isMoved = false

    /// Creates an entry.
    public init(
      place: Place?, body: String, agreed: ItemLine? = nil, isOwned: Bool, isGone: Bool = false
    ) {
      self.place = place
      self.body = body
      self.agreed = agreed
      self.isOwned = isOwned
      self.isGone = isGone
    }
  }

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
