public import CalendarItems
import ExactText
public import TaskDates

/// The values of the tags on one line, read and checked.
///
/// A tag that could not be read gives a diagnostic.
public struct LineFields: Hashable, Sendable {
  /// A date of the line, with its spelling.
  public struct DateField: Hashable, Sendable {
    /// The date; a relative one is resolved at the clock's time, and nil without a clock.
    public var value: TMDateType?
    /// The payload as parsed; nil for a relative date.
    public var payload: DatePayload?
  }

  /// When a `@remind` goes off, before it is resolved against a date.
  public enum Reminder: Hashable, Sendable {
    /// A span after the due date; negative for one before it, zero for the due date itself.
    case offset(TimeSpan)
    /// At a time of the due day.
    case time(TimeParameters)
    /// At a moment.
    case moment(DateTimeParameters)

    /// True for an alarm that needs a due date.
    package var countsFromDue: Bool { if case .moment = self { false } else { true } }
  }

  /// The zone of a line's times.
  public enum ZoneField: Hashable, Sendable {
    /// No zone: times are local wherever they are read.
    case floating
    /// An IANA name that the system knows.
    case named(String)
  }

  /// `@due`.
  public var due: DateField?
  /// `@start`.
  public var start: DateField?
  /// The scheduled day of a Markdown task; it is also the start if that decides.
  package var scheduled: DateField?
  /// True if a sign or a field of Markdown has the repetition, so that its dates are those of Obsidian Tasks.
  package var repeatsInSigns = false
  /// True if the line is completed; `completed` has the date, if there is one.
  public var isDone = false
  /// `@done(…)`: a day, or a day and time.
  public var completed: TMDateType?
  /// `@cancelled`.
  public var isCancelled = false
  /// The day of a `@cancelled(…)` with a date.
  public var ended: DateParameters?
  /// True for `@started`, or a progress.
  public var isStarted = false
  /// `@progress(n)`, 0 to 100.
  public var progress: Int?
  /// The fields with one value that does not depend on others, such as `@priority`.
  public var details: [ItemDetail: ItemDetail.Value] = [:]
  /// `@repeat`.
  public var repetition: Repetition?
  /// `@except(…)`.
  public var except: [TMDateType] = []
  /// `@also(…)`.
  public var also: [TMDateType] = []
  /// `@remind(…)`.
  public var reminders: [Reminder] = []
  /// `@tz(…)`.
  public var zone: ZoneField?
  /// `@todo` or `@event`.
  public var kind: CalendarItem.Kind?
  /// `@uid(…)`.
  public var uid: String?
  /// `@note(…)`.
  public var note: String?
  /// `@show(…)`: the lists in which the line is shown; all lists without the tag.
  public var lists = ListMask.all
  /// The person's own tags, in order.
  public var categories: [String] = []
  /// The present values of relative dates.
  public var moving: [TMDateType] = []
  /// True if a tag about the dates of the item could not be read: the item is exported without it, and a feed keeps
  /// its old value.
  public var hasDateError = false

  /// `@priority`, 1 to 9.
  public var priority: Int? { details[.priority]?.number }

  /// `@estimate(…)`.
  public var estimate: TimeSpan? { details[.estimate]?.length }

  /// True if the line itself is marked completed or cancelled.
  public var isClosed: Bool { isDone || isCancelled }
}

extension LineFields {
  /// Adds a category, unless the line has it already, in upper or lower case.
  mutating func addCategory(named name: String) {
    let low = name.lowercased()
    guard !categories.contains(where: { $0.lowercased().utf8.elementsEqual(low.utf8) }) else {
      return
    }
    categories.append(name)
  }
}
