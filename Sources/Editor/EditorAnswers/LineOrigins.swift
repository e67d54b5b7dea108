import Diagnostics
import ExactText
public import TaskDates

/// What is known of a file from earlier imports and syncs.
public struct LineOrigins: Sendable {
  /// Another store that the lists of the file are kept equal to.
  public struct Sync: Hashable, Sendable {
    /// The address of the store.
    public let store: String
    /// When the last sync ended.
    public let time: Instant

    /// Creates a sync.
    public init(store: String, time: Instant) {
      self.store = store
      self.time = time
    }
  }

  /// The sentence about each line, by the text of the line without its indent.
  private var sentences: ExactDictionary<String> = [:]
  /// The lines that are synced, by their text without the indent.
  private var synced: ExactSet = []
  /// The stores that the file is synced with; asked for each answer, because syncs go on while a file is open.
  public var syncs: @Sendable () -> [Sync] = { [] }
  /// Why the file is not synced; nil if it is.
  public var frozen: String?

  /// Creates a value that knows nothing.
  public init() {}

  /// Notes from where the item of a line was imported.
  public mutating func add(_ sentence: String, ofLine body: String) { sentences[body] = sentence }

  /// Notes that a line is synced.
  public mutating func add(_ sentence: String, ofSyncedLine body: String) {
    add(sentence, ofLine: body)
    synced.insert(body)
  }

  /// Where the item of a line comes from, and when it was last synced.
  func sentence(ofLine body: String, _ clock: EditorClock) -> String? {
    guard let sentence = sentences[body], synced.contains(body) else { return sentences[body] }
    let last = syncs().map { "last synced with \($0.store) on \($0.shownTime(clock))" }
    return ([sentence] + last).joined(separator: "; ")
  }

  /// The message about a list that is not synced.
  public var diagnostics: [EditorDiagnostic] {
    guard let frozen else { return [] }
    return [
      EditorDiagnostic(
        range: 0..<0, severity: .warning, sentence: "this list is not synced: \(frozen)", fix: nil)
    ]
  }
}

extension LineOrigins.Sync {
  /// The day and the time of the sync on the clock of the person.
  fileprivate func shownTime(_ clock: EditorClock) -> String {
    guard let date = clock.zone.civil(at: time) else { return "an unknown day" }
    return "\(date.date.spelledShort(in: clock.today.year)) \(date.time.formattedDate)"
  }
}
