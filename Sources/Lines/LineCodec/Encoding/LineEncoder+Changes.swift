package import CalendarItems
import ExactText
package import TaskBridge
package import TaskDates
import TaskEditing
import TaskText

/// Writing what a change of an item changes in its line.
extension LineEncoder {
  /// A line, and its notes if they change, after a change of its item; nil if no line gives such an item.
  ///
  /// - Parameters:
  ///   - mine: The line as it is.
  ///   - source: The line from which the item was last made.
  ///   - project: The name of the project that the line goes to; nil if it stays.
  ///   - reader: Reads the tags of the file.
  ///   - cancelled: The day for the sign of a line that the change cancels.
  package func merging(
    _ mine: ItemLine, from source: LineSource, _ before: ItemContent, _ after: ItemContent,
    inProject project: String?, reader: LineFieldReader, cancelled: DateParameters?
  ) -> (body: String, notes: [String]?)? {
    let (then, now, shown) = lines(of: source, before, after, inProject: project)
    let merge = LineMerge(
      mine.body, then: then.body, now: now.body, mine: mine.body, shown: shown.body, reader: reader,
      dialect: document.dialect, settings: document.settings, form: document.prevailingForm,
      cancelled: cancelled)
    guard let merged = withKindTag(after.item.kind, ItemLine(body: merge.body)) else { return nil }
    let notes = NotesMerge(from: then.notes, to: now.notes)
      .merged(into: mine.notes, since: mine.notes, under: .importing)
    if case .replace(let new) = notes { return (merged.body, new) }
    return (merged.body, nil)
  }

  /// An item before and after a change, and the item that its line gives, each as a line.
  private func lines(
    of source: LineSource, _ before: ItemContent, _ after: ItemContent, inProject project: String?
  ) -> (then: ItemLine, now: ItemLine, shown: ItemLine) {
    let reading = LoneLine(source, like: document, options)
    let zones = after.zones.merging(before.zones) { first, _ in first }
      .merging(reading.zones) { first, _ in first }
    let mapping = mapping(zones, days: reading.ownZone)
    let shown = reading.item(before.item.kind, uid: before.item.uid)
    let getsTimes = !before.item.hasTimes && after.item.hasTimes && reading.fields.zone != nil
    let zoned = getsTimes ? reading.ownZone.flatMap { after.item.onClock(of: $0, zones) } : nil
    let old = source.path.last
    var lines = [(before.item, old), (zoned ?? after.item, project ?? old), (shown, old)].map {
      text(of: $0, mapping, inProject: $1)
    }
    // The line of a day does not name the zone that the line of a time would be read in.
    if getsTimes, let tag = reading.zoneTag { lines[0].body += " " + tag }
    return (lines[0], lines[1], lines[2])
  }
}
