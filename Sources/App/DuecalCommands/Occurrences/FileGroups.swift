import CalendarItems
import ExactText
import ICalendar
import TaskDates

/// The items of files by UID; those that lie in several files are joined, and belong to the first of
/// them with the series.
struct FileGroups {
  /// The groups of each file.
  private(set) var groups: [[SeriesGroup]]
  private let names: [String]
  private var joined: [SeriesGroup] = []

  /// Reads the groups of files, or only those of one UID.
  init(_ files: [CalendarFiles.File], _ uid: String?) {
    names = files.map(\.name)
    groups = files.map { SeriesGroup.all(of: $0.reading, uid) }
    let own = groups
    let shared = SharedKeys(
      (
        count: files.count, source: { files[$0].source }, keys: { own[$0].compactMap(\.key) },
        hasSeries: { number, key in
          own[number].contains { $0.isOf(key) && $0.items.contains { $0.occurrence == nil } }
        }
      ))
    for (key, numbers) in shared.all {
      let parts = numbers.map { number in
        (
          file: number, items: own[number].filter { $0.isOf(key) }.flatMap(\.items),
          anchors: files[number].reading.anchors
        )
      }
      for number in numbers { groups[number].removeAll { $0.isOf(key) } }
      let group = SeriesGroup(key, joining: parts)
      let home = parts.first { $0.items.contains { $0.occurrence == nil } }?.file ?? numbers[0]
      groups[home].append(group)
      joined.append(group)
    }
  }

  /// Reports older versions of items, which are left out.
  func reportOlder(_ messages: inout Messages) {
    for group in joined { group.reportOlder(in: names, &messages) }
    for (name, groups) in zip(names, groups) {
      for group in groups where !group.isJoined { group.reportOlder(in: [name], &messages) }
    }
  }
}
