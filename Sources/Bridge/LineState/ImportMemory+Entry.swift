import ExactText
public import TaskBridge

extension ImportMemory {
  /// An item's line.
  ///
  /// A hundred thousand entries are in memory together, so each one is small: what few of them have is allocated
  /// separately.
  public struct Entry: Hashable, Sendable {
    /// The text of the line after the last run, without its indent.
    public var body: String
    /// The file of the place; empty without a place.
    private var file = ""
    /// The line of the place; -1 without a place.
    private var line: Int32 = -1
    private var marks: Marks = []
    private var rare: Rare?

    /// Creates an entry.
    public init(
      place: Place?, body: String, agreed: ItemLine? = nil, isOwned: Bool, isGone: Bool = false
    ) {
      self.body = body
      self.place = place
      self.agreed = agreed
      self.isOwned = isOwned
      self.isGone = isGone
    }

    /// What is known of a line, as bits.
    private struct Marks: OptionSet, Hashable {
      let rawValue: UInt16

      static let owned = Marks(rawValue: 1)
      static let gone = Marks(rawValue: 2)
      static let adopted = Marks(rawValue: 4)
      static let undone = Marks(rawValue: 8)
      static let kept = Marks(rawValue: 16)
      static let reported = Marks(rawValue: 32)
      static let archived = Marks(rawValue: 64)
      static let past = Marks(rawValue: 128)
      static let moved = Marks(rawValue: 256)
    }

    /// The fields that few entries have.
    private final class Rare: Hashable, Sendable {
      let agreed: ItemLine?
      let undonePlace: Place?

      init?(_ agreed: ItemLine?, _ undonePlace: Place?) {
        if agreed == nil, undonePlace == nil { return nil }
        (self.agreed, self.undonePlace) = (agreed, undonePlace)
      }

      static func == (left: Rare, right: Rare) -> Bool {
        left.agreed == right.agreed && left.undonePlace == right.undonePlace
      }

      func hash(into hasher: inout Hasher) {
        hasher.combine(agreed)
        hasher.combine(undonePlace)
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

  /// True if import wrote the line: it belongs to the calendar, and export leaves it out.
  public var isOwned: Bool {
    get { marks.contains(.owned) }
    set { set(.owned, newValue) }
  }

  /// True if the item is no longer in the calendar.
  public var isGone: Bool {
    get { marks.contains(.gone) }
    set { set(.gone, newValue) }
  }

  /// True if the line existed before the item: it belongs to the person, and is not removed with the item.
  public var isAdopted: Bool {
    get { marks.contains(.adopted) }
    set { set(.adopted, newValue) }
  }

  /// True if the import that wrote the line was undone: the next import may write it again.
  public var isUndone: Bool {
    get { marks.contains(.undone) }
    set { set(.undone, newValue) }
  }

  /// True if an import kept the line without its item because an option asked for it.
  public var isKept: Bool {
    get { marks.contains(.kept) }
    set { set(.kept, newValue) }
  }

  /// True if a run reported that the line stays without its item.
  public var isReported: Bool {
    get { marks.contains(.reported) }
    set { set(.reported, newValue) }
  }

  /// True if an import put the line into the archive.
  public var isArchived: Bool {
    get { marks.contains(.archived) }
    set { set(.archived, newValue) }
  }

  /// True if an import removed the line because its last occurrence was over.
  public var isPast: Bool {
    get { marks.contains(.past) }
    set { set(.past, newValue) }
  }

  /// True if a person moved the line since the last import of its calendar.
  public var isMoved: Bool {
    get { marks.contains(.moved) }
    set { set(.moved, newValue) }
  }

  private mutating func set(_ mark: Marks, _ isSet: Bool) {
    if isSet { marks.insert(mark) } else { marks.remove(mark) }
  }
}
