import CalendarFeeds
import ICalendar
import LineCodec
import TaskBridge

/// A feed over several runs: each run reads the output of the one before.
struct Runs {
  private(set) var last: Exported
  private var change: (inout ExportOptions) -> Void

  init(_ text: String, _ change: @escaping (inout ExportOptions) -> Void = { _ in }) throws {
    self.change = change
    last = try export(text, keepsItems: false, change: change)
  }

  /// Exports another text over the last output, by default a day later.
  @discardableResult
  mutating func next(_ text: String, days: Int = 1) throws -> Exported {
    let memory = FeedMemory([FeedReader(bytes: last.feed.bytes)])
    last = try export(
      text, after: memory, modified: 1_764_000_000 + days * 86_400, keepsItems: false,
      change: change)
    return last
  }
}

extension Exported {
  /// The lines of each component by title.
  var byTitle: [String: [String]] {
    var found: [String: [String]] = [:]
    for component in blocks {
      let title = component.first { $0.hasPrefix("SUMMARY:") }?.dropFirst(8) ?? ""
      found[String(title)] = component
    }
    return found
  }

  private var blocks: [[String]] {
    lines.split { $0.hasPrefix("END:V") && $0 != "END:VALARM" }
      .map { Array($0.drop { $0 != "BEGIN:VTODO" && $0 != "BEGIN:VEVENT" }) }
  }

  func uid(_ title: String) -> String? {
    byTitle[title]?.first { $0.hasPrefix("UID:") }
  }

  func value(_ name: String, of title: String) -> String? {
    byTitle[title]?.first { $0.hasPrefix(name + ":") }.map {
      String($0.dropFirst(name.utf8.count + 1))
    }
  }
}
