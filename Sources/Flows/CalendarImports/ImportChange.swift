import ExactText
public import LineState
public import TaskEditing

/// A change that an import makes for an item.
public struct ImportChange: Hashable, Sendable {
  /// The kind of change.
  public enum Kind: String, Sendable {
    /// The item gets a line.
    case added
    /// The line is changed.
    case changed
    /// The line is corrected, because an earlier version gave it a zone that the calendar does not have.
    case corrected
    /// The line is moved.
    case moved
    /// The line is removed.
    case removed
    /// The line is moved into the archive.
    case archived
    /// The calendar no longer has the item, and the line is kept.
    case kept
    /// Both sides changed the same field, and the line keeps its value.
    case conflict
    /// The item is matched with a line that differs from it and is not changed.
    case differs
    /// The item is matched with a line that agrees with it.
    case adopted
  }

  /// Why a line is kept although its calendar no longer has the item.
  public enum Stay: Hashable, Sendable {
    /// An option keeps it.
    case asked
    /// A person edited the line or its notes.
    case edited
    /// It existed before the item.
    case wasThere
    /// A line below it is kept.
    case owner
  }

  /// The kind of change.
  public let kind: Kind
  /// The item.
  public let name: ItemName
  /// The title for reports.
  public let title: String
  /// The fields that are changed or in conflict.
  public let fields: [String]
  /// The file of the line.
  public let file: String
  /// The line number, from 0, in the new file; nil for a removed line.
  public internal(set) var line: Int?
  /// The values of the calendar and of the line for each field in conflict.
  public let sides: [LineMerge.Conflict]
  /// Why the line is kept; nil if its item is not gone.
  public let stay: Stay?

  init(
    _ kind: Kind, _ name: ItemName, title: String, file: String, line: Int? = nil,
    fields: [String] = [], sides: [LineMerge.Conflict] = [], stay: Stay? = nil
  ) {
    self.kind = kind
    self.name = name
    self.title = title
    self.file = file
    self.line = line
    self.fields = fields
    self.sides = sides
    self.stay = stay
  }

  /// True if it changes a file.
  public var isEdit: Bool {
    [.added, .changed, .corrected, .moved, .removed, .archived].contains(kind)
  }
}

extension ImportPlan {
  /// The items with fields that both sides changed, for the import of a pair.
  public func conflicts(of pair: LineRegistry.Pair) -> [ItemConflict] {
    changes.filter { !$0.sides.isEmpty }
      .map { ItemConflict(pair: pair, name: $0.name, fields: $0.sides) }
  }
}
