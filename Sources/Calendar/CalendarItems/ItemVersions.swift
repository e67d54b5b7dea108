import ExactText
import TaskDates

/// The order of the versions of an item: by SEQUENCE, then by its stamps (RFC 5545, section 3.8.7.4).
///
/// Some programs write the same DTSTAMP into all items, so both stamps count: first the later one of each version, then
/// the earlier one.
package struct VersionStamp: Comparable, Sendable {
  /// SEQUENCE.
  package let sequence: Int
  private let modified: Instant
  private let earlier: Instant

  /// The stamp of an item; one without stamps is older than any other.
  package init(_ item: CalendarItem) {
    sequence = item.revision?.sequence ?? 0
    modified = item.revision?.modified ?? Instant(seconds: .min)
    earlier = item.revision?.earlier ?? modified
  }

  /// Compares SEQUENCE, then the stamps.
  package static func < (left: VersionStamp, right: VersionStamp) -> Bool {
    (left.sequence, left.modified, left.earlier) < (right.sequence, right.modified, right.earlier)
  }
}

/// Which of several items with one UID and one kind count, for the commands that show them.
///
/// Of versions of one item only the newest counts: a version is older if its SEQUENCE is lower, or if it has the same
/// title and earlier stamps. Of versions of an occurrence only the newest counts, whatever its title, and of equally new
/// ones with one title the last: a series has one on each date. Of equal items one counts, and of items of several files
/// that have one title, one date and equal stamps. An import does the same, and also knows what it imported before.
package struct ItemVersions: Sendable {
  /// The indices of the items that count, in order.
  package private(set) var current: [Int] = []
  /// The indices of older versions.
  package private(set) var older: [Int] = []

  /// Compares items that have the same UID, kind and RECURRENCE-ID.
  ///
  /// - Parameter files: The number of each item's file.
  package init(_ items: [CalendarItem], files: [Int]) {
    guard items.count > 1 else {
      current = Array(items.indices)
      return
    }
    let stamps = items.map(VersionStamp.init)
    let last = stamps.map(\.sequence).max() ?? 0
    var newest: ExactDictionary<VersionStamp> = [:]
    for (item, stamp) in zip(items, stamps) {
      newest[item.title] = max(newest[item.title] ?? stamp, stamp)
    }
    func isCopy(_ index: Int, of other: Int) -> Bool {
      items[other].isEqual(to: items[index])
        || files[other] != files[index] && items[other].appears(as: items[index])
    }
    if items[0].occurrence != nil, let most = stamps.max() {
      var titles = ExactSet()
      for index in items.indices.reversed() {
        if stamps[index] == most, titles.insert(items[index].title).inserted {
          current.insert(index, at: 0)
        } else if !current.contains(where: { isCopy(index, of: $0) }) {
          older.insert(index, at: 0)
        }
      }
      return
    }
    for index in items.indices {
      let isNewest = newest[items[index].title] == stamps[index]
      if !isNewest || stamps[index].sequence < last {
        older.append(index)
      } else if !current.contains(where: { isCopy(index, of: $0) }) {
        current.append(index)
      }
    }
  }
}

extension CalendarItem {
  /// True if two items have the same title and dates.
  fileprivate func appears(as other: CalendarItem) -> Bool {
    ExactString(title) == ExactString(other.title) && when == other.when && start == other.start
  }
}
