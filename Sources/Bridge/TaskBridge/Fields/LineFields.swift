public import CalendarItems
import ExactText
public import TaskDates

/// What the tags of one line say, read and checked; what could not be read is a diagnostic.
public struct LineFields: Hashable, Sendable {
  /// A date of the line, and whether it is one that moves with the clock.
  public struct DateField: Hashable, Sendable {
    /// What it means, at the clock's time where it is relative; nil for a relative one without one.
    public var value: TMDateType?
    /// How it is spelled; nil for a relative one.
    public var payload: DatePayload?
  }

  /// When a `@remind` goes off, not yet counted from anything.
  public enum Reminder: Hashable, Sendable {
    /// At the moment itself, or so much later; earlier where it is negative.
    case offset(TimeSpan)
    /// At a time of the due day.
    case time(TimeParameters)
    /// At a moment.
    case moment(DateTimeParameters)
  }

  /// The zone that a line names.
  public enum ZoneField: Hashable, Sendable {
    /// None: times are wherever their reader is.
    case floating
    /// An IANA name that the system knows.
    case named(String)
  }

  /// `@due`.
  public var due: DateField?
  /// `@start`.
  public var start: DateField?
  /// True if the line is done; `completed` says when, if it does.
  public var isDone = false
  /// `@done(…)`: a day, or a day and time.
  public var completed: TMDateType?
  /// `@cancelled`.
  public var isCancelled = false
  /// The day of a `@cancelled(…)` that says one.
  public var ended: DateParameters?
  /// `@started`, or a progress.
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
  /// `@show(…)`: the lists that the line wants to be seen in; all without one.
  public var lists = ListMask.all
  /// Words of the person's own, in order.
  public var categories: [String] = []
  /// What dates that move with the clock are now.
  public var moving: [TMDateType] = []
  /// True if something that says when the item is could not be read: it goes out without that, and a
  /// feed keeps what it had.
  public var hasDateError = false

  /// `@priority`, 1 to 9.
  public var priority: Int? { details[.priority]?.number }

  /// `@estimate(…)`.
  public var estimate: TimeSpan? { details[.estimate]?.length }

  /// True if the line itself says that it is done or off.
  public var isClosed: Bool { isDone || isCancelled }
}
