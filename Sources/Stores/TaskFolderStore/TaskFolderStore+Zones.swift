import CalendarItems
public import CalendarStores
import ExactText
import Glibc
import LineCodec
import LineState
import StoredText
import TaskBridge
import TaskDates
import UserFiles

/// Lines whose zone means something else since the zone data of the system were changed.
extension TaskFolderStore {
  /// Gives each line of another program's item the time that the VTIMEZONE of the item says.
  ///
  /// The line was written while the system's zone said the same. A line whose date a person has edited stays.
  ///
  /// - Returns: The titles of the items whose lines were corrected.
  public func correctZones() throws(StoreError) -> [String] {
    var titles: [String] = []
    for part in try folderLists().flatMap(\.parts) where FileTree.isFile(part.file.path) {
      titles += try correctZones(in: part)
    }
    return titles
  }

  private func correctZones(in list: FolderList) throws(StoreError) -> [String] {
    guard try !misread(current(list.file), in: list).isEmpty else { return [] }
    let lock = try lock(list.file)
    defer { extendLifetime(lock) }
    for attempt in 0..<5 {
      if attempt > 0 { usleep(UInt32(5000 << attempt)) }
      let reading = try current(list.file)
      let items = misread(reading, in: list)
      var draft = draft(of: list, reading)
      for item in items { try draft.correct(item) }
      if items.isEmpty { return [] }
      if try save(draft, reading, list.file, draft.now) != nil { return items.map(\.title) }
    }
    throw .unavailable("\(list.file.path): another program has changed it; try again later")
  }

  /// The items whose lines have the times of the system's zone, and not those of their VTIMEZONEs.
  private func misread(_ reading: Reading, in list: FolderList) -> [MisreadLine] {
    let file = taskFile(list.file, reading.snapshot)
    return reading.known.items.enumerated().compactMap { index, item in
      guard list.holds(item), item.text.contains("VTIMEZONE"),
        let content = CalendarResource(bytes: item.text, database: options.zones).content
      else { return nil }
      let line = LoneLine(item.source, like: file.document, options.codec)
        .item(item.kind, uid: item.uid)
      return MisreadLine(index, content, line: line, options)
    }
  }
}

/// The item of a line that means another time than the item.
struct MisreadLine {
  /// The index of the item in its file.
  let index: Int
  let content: ItemContent
  /// The content as the line says it: in the system's zone.
  let seen: ItemContent

  var title: String { content.item.title }

  /// - Parameter line: The item that the line gives.
  fileprivate init?(
    _ index: Int, _ content: ItemContent, line: CalendarItem, _ options: TaskFolderOptions
  ) {
    guard let name = line.anchor.zoneName, content.item.anchor != line.anchor,
      content.zones.keys.contains(where: {
        CalendarItem.Anchor.zone($0).isDefinition(of: line.anchor)
      }),
      let zone = try? options.zones.zone(named: name),
      let own = content.item.anchor.zone(content.zones),
      line.hasTimes, line.when == content.item.when,
      line.start == nil || line.start == content.item.start
    else { return nil }
    var seen = content
    seen.item.anchor = line.anchor
    seen.zones[name] = zone
    guard let date = content.item.seriesDate ?? content.item.when,
      content.item.recurs
        || own.instant(of: date.startDate) != zone.instant(of: date.startDate)
        || date.endDate.map({ own.instant(of: $0) != zone.instant(of: $0) }) ?? false
    else { return nil }
    (self.index, self.content, self.seen) = (index, content, seen)
  }
}

extension FileDraft {
  /// Writes the time of an item into its line; the item stays as it is.
  mutating func correct(_ line: MisreadLine) throws(StoreError) {
    try mergeSeries(line.seen, line.content, into: line.index, of: nil)
    known.items[line.index].revision += 1
    stored.insert(line.index)
  }
}

extension [UInt8] {
  fileprivate func contains(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { firstRange(of: $0) != nil }
  }
}
