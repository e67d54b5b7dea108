import ExactText
public import TaskText

/// A change of a line that an editor offers; its bytes are those of the command of the same name.
public struct EditorAction: Hashable, Sendable {
  /// What an action is for, by which editors group and choose actions.
  public enum Kind: String, Sendable {
    /// It solves the problem of a message.
    case quickFix = "quickfix"
    /// It changes a task.
    case refactor
    /// It writes the same in another form.
    case rewrite = "refactor.rewrite"
    /// It changes the whole file.
    case source = "source"
  }

  /// What is changed.
  public enum Change: Hashable, Sendable {
    /// `duecal done`, for the next date of a series or for all of it.
    case done(forGood: Bool)
    /// `duecal undone`.
    case undone
    /// `duecal cancel`.
    case cancel
    /// `duecal snooze`.
    case snooze(String)
    /// `duecal move`, to a period or a project.
    case move(String)
    /// `duecal move`, to a period.
    case moveToDate(String)
    /// `duecal resolve`, for the line or for the file.
    case resolve(wholeFile: Bool)
    /// `duecal archive`, for the whole file.
    case archive
    /// `duecal tag`, with a tag that is set.
    case tag(Tag)
    /// `duecal tag --remove`.
    case removeTag(String)
    /// Removes one tag, by its range, and no others of its name.
    case remove(Range<Int>)
    /// Brings the tasks beside the line into the order of their dates.
    case sort
    /// Writes a text instead of some bytes.
    case write(Range<Int>, String)
  }

  /// What the editor shows.
  public let title: String
  /// What is changed.
  public let change: Change
  /// The line.
  public let line: Int
  /// What it is for.
  public var kind = Kind.refactor
  /// The message whose problem it solves.
  public var problem: EditorDiagnostic?
  /// True for the only answer to a message.
  public var isPreferred = false
}

extension EditorAction.Change {
  /// The names by which a person chooses a change in the settings of an editor.
  public static let names = [
    "done", "done-for-good", "undone", "cancel", "snooze", "move", "resolve", "resolve-file",
    "archive", "tag", "untag", "sort",
  ]

  /// The change of a name.
  ///
  /// - Parameters:
  ///   - name: One of `names`.
  ///   - value: When, for `snooze`; when, or a project, for `move`; a tag as `@name`, `name` or `name=value`, for `tag`;
  ///     its name, for `untag`.
  public init?(name: String, value: String?) {
    switch name {
    case "done": self = .done(forGood: false)
    case "done-for-good": self = .done(forGood: true)
    case "undone": self = .undone
    case "cancel": self = .cancel
    case "resolve": self = .resolve(wholeFile: false)
    case "resolve-file": self = .resolve(wholeFile: true)
    case "archive": self = .archive
    case "sort": self = .sort
    default:
      guard let value, let change = Self.change(name, value) else { return nil }
      self = change
    }
  }

  private static func change(_ name: String, _ value: String) -> EditorAction.Change? {
    switch name {
    case "snooze": .snooze(value)
    case "move": .move(value)
    case "tag": Tag(argument: value).map { .tag($0) }
    case "untag": .removeTag(value.first == "@" ? String(value.dropFirst()) : value)
    default: nil
    }
  }

  /// True for a change that does not need a line.
  public var isOfWholeFile: Bool {
    switch self {
    case .archive, .resolve(wholeFile: true): true
    default: false
    }
  }

  /// The name of the change.
  public var name: String {
    switch self {
    case .done(let forGood): forGood ? "done-for-good" : "done"
    case .undone: "undone"
    case .cancel: "cancel"
    case .snooze: "snooze"
    case .move, .moveToDate: "move"
    case .resolve(let wholeFile): wholeFile ? "resolve-file" : "resolve"
    case .archive: "archive"
    case .tag: "tag"
    case .removeTag: "untag"
    case .sort: "sort"
    case .write, .remove: "fix"
    }
  }
}
