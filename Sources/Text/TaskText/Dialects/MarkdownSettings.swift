/// How the tasks of a folder of Markdown notes are read and written.
///
/// Nearly all of it is what Obsidian Tasks calls its settings, with the same defaults.
public struct MarkdownSettings: Hashable, Sendable {
  /// What a box with a sign means.
  public enum StatusType: String, Sendable, CaseIterable {
    /// An open task.
    case todo = "TODO"
    /// A completed task.
    case done = "DONE"
    /// A task in progress.
    case inProgress = "IN_PROGRESS"
    /// An open task that waits.
    case onHold = "ON_HOLD"
    /// A cancelled task.
    case cancelled = "CANCELLED"
    /// A line that is not a task.
    case nonTask = "NON_TASK"
  }

  /// A sign in a box, and what it means.
  public struct Status: Hashable, Sendable {
    /// The character between the brackets.
    public var symbol: String
    /// The character that replaces it when the task is toggled.
    public var nextSymbol: String
    /// The meaning.
    public var type: StatusType

    /// Creates a status.
    public init(symbol: String, nextSymbol: String, type: StatusType) {
      self.symbol = symbol
      self.nextSymbol = nextSymbol
      self.type = type
    }
  }

  /// A text that every task has, such as `#task`; empty if every box is a task.
  public var filter = ""
  /// The form of fields on lines that have none; nil if the other lines decide.
  public var form: TagForm?
  /// Whether a new task gets the day on which it was written.
  public var setsCreatedDate = false
  /// Whether a completed task gets the day of its completion.
  public var setsDoneDate = true
  /// Whether a cancelled task gets the day of its cancellation.
  public var setsCancelledDate = true
  /// Whether the next occurrence of a series comes below the completed one, and not above it.
  public var recurrenceIsOnNextLine = false
  /// Whether the next occurrence of a series has no scheduled day if it has another date.
  public var removesScheduledDateOnRecurrence = false
  /// The meanings of signs that differ from those of Markdown; the first of a sign counts.
  public var statuses: [Status] = []
  /// The form that most lines of the folder have, for a file without fields; nil if that is not known.
  public var folder: FolderForm?

  /// The settings of notes that no plugin and no configuration describes.
  public static let standard = MarkdownSettings()

  /// Creates settings with their defaults.
  public init() {}

  /// True if some boxes are not tasks.
  public var isSelective: Bool {
    !filter.isEmpty || statuses.contains { $0.type == .nonTask }
  }

  /// The meaning of a sign in a box; nil if nothing names the sign.
  public func type(ofSymbol symbol: String) -> StatusType? {
    statuses.first { $0.symbol.utf8.elementsEqual(symbol.utf8) }?.type
  }
}

extension MarkdownSettings {
  /// Gives a task the state that the sign in its box means here.
  func setMark(of shape: inout LineShape, _ bytes: Span<UInt8>, start: Int) {
    guard !statuses.isEmpty, let symbol = symbol(bytes, start..<shape.textStart),
      let type = type(ofSymbol: symbol)
    else { return }
    shape.mark = type.mark
  }

  /// The sign between the last brackets of a bullet.
  private func symbol(_ bytes: Span<UInt8>, _ bullet: Range<Int>) -> String? {
    var end = bullet.upperBound
    while end > bullet.lowerBound, bytes[end - 1] != UInt8(ascii: "]") { end -= 1 }
    var start = end - 1
    while start > bullet.lowerBound, bytes[start - 1] != UInt8(ascii: "[") { start -= 1 }
    guard start > bullet.lowerBound, end - 1 > start else { return nil }
    return String(decoding: (start..<end - 1).map { bytes[$0] }, as: UTF8.self)
  }

  /// The sign that a box gets for a state: that of Markdown, unless it means something else here.
  func symbol(for mark: LineMark) -> String {
    let usual = mark.usualSymbol
    guard let own = type(ofSymbol: usual), own.mark != mark || own == .nonTask else {
      return usual
    }
    return statuses.first { $0.type != .nonTask && $0.type.mark == mark }?.symbol ?? usual
  }

  /// True if a line with this sign in its box is not a task.
  func isNoTask(_ symbol: String) -> Bool { type(ofSymbol: symbol) == .nonTask }
}

extension MarkdownSettings.StatusType {
  /// The state of a task.
  var mark: LineMark {
    switch self {
    case .todo, .onHold, .nonTask: .none
    case .done: .done
    case .inProgress: .started
    case .cancelled: .cancelled
    }
  }
}

extension LineMark {
  /// The sign in a box of Markdown that shows the state.
  fileprivate var usualSymbol: String {
    switch self {
    case .none: " "
    case .done: "x"
    case .cancelled: "-"
    case .started: "/"
    }
  }
}

/// Which lines are tasks for the plugin.
extension TaskDocument {
  /// True if a task line is one for the settings: it has their filter, and no sign for what is not a task.
  package func isChosen(_ line: TaskLine) -> Bool {
    guard dialect == .markdown, line.kind == .task else { return true }
    if !settings.statuses.isEmpty, let symbol = boxSymbol(of: line), settings.isNoTask(symbol) {
      return false
    }
    guard !settings.filter.isEmpty else { return true }
    return bytes.span.contains(Array(settings.filter.utf8), in: line.textStart..<line.bodyEnd)
  }

  /// The sign in the box of a task.
  private func boxSymbol(of line: TaskLine) -> String? {
    guard let open = bytes[line.bullet].firstIndex(of: UInt8(ascii: "[")),
      let close = bytes[open..<line.bullet.upperBound].lastIndex(of: UInt8(ascii: "]"))
    else { return nil }
    return string(open + 1..<close)
  }
}

extension Span<UInt8> {
  /// True if a word is in a range.
  fileprivate func contains(_ word: [UInt8], in range: Range<Int>) -> Bool {
    range.contains { end(of: word, at: $0, limit: range.upperBound) != nil }
  }
}
