import ExactText

/// A line that can become an item: a task, or a project with a date of its own.
///
/// It is small, because a large file has millions of them.
public struct TaskEntry: Hashable, Sendable {
  private let storedFile: UInt32
  private let storedLine: UInt32
  private let storedPath: UInt32
  private let storedParent: Int32
  private let classNumber: UInt8
  private var marks: Marks

  private struct Marks: OptionSet, Hashable {
    let rawValue: UInt8
    static let project = Marks(rawValue: 1)
    static let closedAbove = Marks(rawValue: 2)
    static let ownUID = Marks(rawValue: 4)
    static let imported = Marks(rawValue: 8)
    static let wordless = Marks(rawValue: 16)
    static let twin = Marks(rawValue: 32)
    static let closedOwner = Marks(rawValue: 64)
  }

  init(
    line: LineRef, path: Int, parent: Int?, isProject: Bool, isClosedAbove: Bool,
    hasClosedOwner: Bool, classification: String?, hasOwnUID: Bool, isWordless: Bool
  ) {
    storedFile = UInt32(truncatingIfNeeded: line.file)
    storedLine = UInt32(truncatingIfNeeded: line.line)
    storedPath = UInt32(truncatingIfNeeded: path)
    storedParent = Int32(truncatingIfNeeded: parent ?? -1)
    classNumber =
      classification.map { UInt8((Self.classes.firstIndex(of: $0) ?? Self.privateIndex) + 1) } ?? 0
    var marks: Marks = []
    if isProject { marks.insert(.project) }
    if isClosedAbove { marks.insert(.closedAbove) }
    if hasClosedOwner { marks.insert(.closedOwner) }
    if hasOwnUID { marks.insert(.ownUID) }
    if isWordless { marks.insert(.wordless) }
    self.marks = marks
  }

  private static let classes = Vocabulary.classes
  /// An unknown word means PRIVATE.
  private static let privateIndex = classes.firstIndex(of: "PRIVATE") ?? 0

  /// The place of the line.
  public var line: LineRef { LineRef(file: Int(storedFile), line: Int(storedLine)) }
  /// Its project path, as an index into `TaskEntries.paths`.
  public var path: Int { Int(storedPath) }
  /// The parent, as an index into the entries; nil if there is none.
  public var parent: Int? { storedParent < 0 ? nil : Int(storedParent) }
  /// True if it is a project.
  public var isProject: Bool { marks.contains(.project) }
  /// True if it counts as done because of a line that contains it: a closed project, or a cancelled task.
  public var isClosedAbove: Bool { marks.contains(.closedAbove) }
  /// True if a line that contains it is completed or cancelled; below a completed task it may nevertheless be open.
  public var hasClosedOwner: Bool { marks.contains(.closedOwner) }
  /// The class from the nearest `@class`, on the line itself or one that contains it.
  public var classification: String? { classNumber == 0 ? nil : Self.classes[Int(classNumber) - 1] }
  /// True if it has a `@uid`.
  public var hasOwnUID: Bool { marks.contains(.ownUID) }
  /// True for a bullet with no words, which is not an item.
  public var isWordless: Bool { marks.contains(.wordless) }
  /// True if the line comes from a calendar and an import keeps it in the file.
  public internal(set) var isImported: Bool {
    get { marks.contains(.imported) }
    set { if newValue { marks.insert(.imported) } else { marks.remove(.imported) } }
  }
  /// True for an imported line whose item is that of a line of the same files, which is exported in its place.
  public internal(set) var isTwin: Bool {
    get { marks.contains(.twin) }
    set { if newValue { marks.insert(.twin) } else { marks.remove(.twin) } }
  }
}
