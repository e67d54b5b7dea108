import ExactText
import LineState

/// What the lines of a file are, as far as it was told by comparing them with those that are known.
struct FoundLines {
  /// An item of another file, or one of its changed occurrences, whose line is in this file now.
  struct Arrival {
    let item: KnownTaskFile.Item
    /// The index of the occurrence; nil for the line of the item itself.
    let occurrence: Int?
  }

  /// The items and occurrences of the file itself.
  var owners: LineOwners
  /// What came from other files, by entry.
  var arrivals: [Int: Arrival] = [:]
  /// Items of other files whose lines have been gone for a while, and may be here now.
  var strays: [KnownTaskFile.Item] = []
  /// The keys of items that the file had and whose lines are in other files now.
  var movedAway: ExactSet = []
  /// True if lines that were removed may be back.
  var revives = true
  /// True if the lines were not changed by a person, but by undoing a run.
  var isReversal = false

  init(_ owners: LineOwners) { self.owners = owners }

  /// Lines whose owners are certain.
  static func certain(_ owners: LineOwners) -> FoundLines {
    var found = FoundLines(owners)
    found.revives = false
    return found
  }
}
