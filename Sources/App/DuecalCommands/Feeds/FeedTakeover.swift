import Diagnostics
import ExactText
import ICalendar
import UserFiles

/// Continues an existing feed as another one: its items keep their UIDs and SEQUENCE.
///
/// A feed finds its items in its own calendar. So the new feed begins with a copy of the old calendar, and of what the state
/// knows of it.
struct FeedTakeover {
  private let old: String
  private let new: String
  /// True for a calendar in the state.
  private let isPrivate: Bool
  /// The old calendar; nil if it is the file of the new feed, which goes on by itself.
  private let bytes: [UInt8]?

  /// Reads the old calendar.
  ///
  /// - Throws: `ExitStatus`, after a report, if it is not a calendar of duecal, or the new feed has one already.
  init(
    of old: String, as new: String, isPrivate: Bool, _ messages: inout Messages
  ) throws(ExitStatus) {
    (self.old, self.new, self.isPrivate) = (old, new, isPrivate)
    guard FileIdentity(path: old) == nil || FileIdentity(path: old) != FileIdentity(path: new)
    else {
      bytes = nil
      return
    }
    let found: [UInt8]
    do throws(FileError) { found = try FileSnapshot.regular(old).bytes } catch {
      messages.fail("\(error)", error.isMissing ? .noInput : .inputOutput)
      throw messages.status
    }
    let isOurs = FeedReader(bytes: found).productID.map {
      $0.utf8.elementsEqual(CalendarWriter.productID.utf8)
    }
    guard isOurs == true else {
      messages.fail(
        "\(old): this is not a calendar that duecal export wrote; expected one", .dataError)
      throw messages.status
    }
    guard (try? FileSnapshot.regular(new).bytes.isEmpty) ?? (FileIdentity(path: new) == nil) else {
      messages.fail(
        "\(new) exists and has UIDs of its own; expected a feed that was never written, for --from",
        .refused)
      throw messages.status
    }
    bytes = found
  }

  /// Writes the calendar and the notes of the new feed.
  func carryOut(_ runEnvironment: RunEnvironment, _ messages: inout Messages) throws(ExitStatus) {
    guard let bytes else { return }
    do throws(FileError) {
      if isPrivate { FeedFiles(runEnvironment)?.makePrivate(new) }
      _ = try FileReplacement.write(bytes, to: new)
    } catch {
      messages.reportUnwritable(error)
      throw messages.status
    }
    let notes = try FeedState(of: old, runEnvironment, messages: &messages).notes
    try FeedState(of: new, runEnvironment, messages: &messages).save(notes, &messages)
  }
}
