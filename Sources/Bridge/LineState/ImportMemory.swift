public import ExactText
public import TaskBridge

/// What a file and a calendar last agreed on.
public struct ImportMemory: Hashable, Sendable {
  /// The name of the zone that lines were written in; nil before the first import.
  public var zone: String?
  /// What became of times in another zone; nil before the first import.
  public var otherZones: LineMapping.Options.Zones?
  /// The files as they were left, by what they are called (`TaskFile.identity`).
  public var texts: ExactDictionary<[UInt8]> = [:]
  /// The definitions of zones that the calendar had, verbatim.
  public var definitions: [UInt8] = []
  /// The components of each UID, verbatim; most often a part of the file that they are from.
  public var components: ExactDictionary<ArraySlice<UInt8>> = [:]
  /// The items that have, or had, a line.
  public var items: [ItemName: Entry] = [:]

  /// An item's line.
  public struct Entry: Hashable, Sendable {
    /// Where the line was left; nil where a person removed it.
    public var place: Place?
    /// The line as it was left, without its indent.
    public var body: String
    /// The line and its notes when both sides last agreed: what the calendar brought, without what the
    /// person made of it since; nil where the line was left like that.
    public var agreed: ItemLine?
    /// True if import wrote the line, so that it is the calendar's and not for export.
    public var isOwned: Bool
    /// True if the calendar has the item no more.
    public var isGone = false
    /// True if the line was there before the item: it is the person's, and does not go with the item.
    public var isAdopted = false
    /// True if the import that brought the line was undone: the next one may bring it again.
    public var isUndone = false
    /// Where the line stood before that import was undone; `duecal redo` may put it there again.
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

    /// Names a line.
    public init(file: String, line: Int) {
      self.file = file
      self.line = line
    }
  }

  /// Remembers nothing.
  public init() {}

  /// True before the first import.
  public var isEmpty: Bool { items.isEmpty && components.isEmpty }
}
