import ExactText
public import LineState
public import TaskEditing

/// What an import does with an item.
public struct ImportChange: Hashable, Sendable {
  /// What is done.
  public enum Kind: String, Sendable {
    /// It gets a line.
    case added
    /// Its line is changed.
    case changed
    /// Its line is corrected, because an earlier version gave it a zone that is not the calendar's.
    case corrected
    /// Its line is moved.
    case moved
    /// Its line goes.
    case removed
    /// Its line goes into the archive.
    case archived
    /// Its calendar has it no more, and its line stays.
    case kept
    /// Both sides changed a field of it, and the line stays.
    case conflict
    /// A line that is taken for its says something else, and stays.
    case differs
    /// A line that says the same is taken for its.
    case adopted
  }

  /// Why a line stays although its calendar no longer has the item.
  public enum Stay: Hashable, Sendable {
    /// An option asks for it.
    case asked
    /// A person edited the line or its notes.
    case edited
    /// It was there before the item.
    case wasThere
    /// A line below it stays.
    case owner
  }

  /// What is done.
  public let kind: Kind
  /// The item.
  public let name: ItemName
  /// What a person calls it.
  public let title: String
  /// The fields that are changed, or in conflict.
  public let fields: [String]
  /// The file of the line.
  public let file: String
  /// The line, from 0, in the file as it will be; nil for one that goes.
  public internal(set) var line: Int?
  /// What the calendar says of a field in conflict, and what the line says.
  public let sides: [LineMerge.Conflict]
  /// Why the line stays; nil if its item is not gone.
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

  /// True if a file is changed by it.
  public var isEdit: Bool {
    [.added, .changed, .corrected, .moved, .removed, .archived].contains(kind)
  }
}

extension ImportPlan {
  /// The items of which both sides changed a field, for the import of a pair.
  public func conflicts(of pair: LineRegistry.Pair) -> [ItemConflict] {
    changes.filter { !$0.sides.isEmpty }
      .map { ItemConflict(pair: pair, name: $0.name, fields: $0.sides) }
  }
}
