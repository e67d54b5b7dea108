import ExactText
public import TaskBridge

extension ImportMemory {
  /// An item's line.
  ///
  /// A hundred thousand entries are in memory together, so each one is small: what few of them have is allocated
  /// separately.
  public struct Entry: Equatable, Sendable {
    /// The text of the line after the last run, without its indent.
    public var body: String
    /// The file of the place; empty without a place.
    private var file = ""
    /// The line of the place; -1 without a place.
    private var line: Int32 = -1
    /// True if import wrote the line: it belongs to the calendar, and export leaves it out.
    public var isOwned: Bool
    /// True if the item is no longer in the calendar.
    public var isGone: Bool
    /// True if the line existed before the item: it belongs to the person, and is not removed with the item.
    public var isAdopted = false
    /// True if the import that wrote the line was undone: the next import may write it again.
    public var isUndone = false
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
    /// It is the last field, so that no bytes are lost between the others.
    private var rare: Rare?

    /// Creates an entry.
    public init(
      place: Place?, body: String, agreed: ItemLine? = nil, isOwned: Bool, isGone: Bool = false
    ) {
      (self.body, self.isOwned, self.isGone) = (body, isOwned, isGone)
      self.place = place
      self.agreed = agreed
    }

    /// The fields that few entries have.
    private final class Rare: Equatable, Sendable {
      let agreed: ItemLine?
      let undonePlace: Place?

      init?(_ agreed: ItemLine?, _ undonePlace: Place?) {
        if agreed == nil, undonePlace == nil { return nil }
        (self.agreed, self.undonePlace) = (agreed, undonePlace)
      }

      static func == (left: Rare, right: Rare) -> Bool {
        left.agreed == right.agreed && left.undonePlace == right.undonePlace
      }
    }
  }
}

extension ImportMemory.Entry {
  /// The place of the line after the last run; nil if a person removed it.
  public var place: ImportMemory.Place? {
    get { line < 0 ? nil : ImportMemory.Place(file: file, line: Int(line)) }
    set { (file, line) = (newValue?.file ?? "", newValue.map { Int32(clamping: $0.line) } ?? -1) }
  }

  /// The line and its notes when both sides last agreed: the calendar's version, without later edits by the person.
  ///
  /// Nil if it equals `body`.
  public var agreed: ItemLine? {
    get { rare?.agreed }
    set { rare = Rare(newValue, undonePlace) }
  }

  /// The place of the line before its import was undone; `duecal redo` may restore it there.
  public var undonePlace: ImportMemory.Place? {
    get { rare?.undonePlace }
    set { rare = Rare(agreed, newValue) }
  }
}
