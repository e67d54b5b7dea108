import CalendarStores
import Foundation
import SQLiteStore
import TaskDates
import VdirStore

/// The line: what is due by tonight, and what comes next within a week.
struct StatusLine {
  let store: any CalendarStore
  let now: Instant
  let zone: Zone

  func text() async throws -> String {
    let due = try await store.reminders(
      matching: .incompleteReminders(due: TimeWindow(to: tonight, home: zone)))
    let week = TimeWindow(from: now, to: now.advanced(by: 7 * 86_400), home: zone)
    let next = try await store.events(in: week).all.first { $0.begin >= now }
    let count = due.isEmpty ? "nothing due" : "\(due.count) due"
    return next.map { "\(count), next: \($0.item.title) (\(date(of: $0)))" } ?? count
  }

  private var tonight: Instant? {
    guard let today = zone.civil(at: now)?.date, let tomorrow = today.advanced(byDays: 1) else {
      return nil
    }
    return zone.instant(of: DateTimeParameters(date: tomorrow, time: .midnight))
  }

  private func date(of occurrence: ItemOccurrence) -> String {
    guard let begin = zone.civil(at: occurrence.begin) else { return "" }
    let isAllDay = occurrence.item.when?.isAllDay == true
    return isAllDay ? "\(TMDateType.date(begin.date))" : "\(TMDateType.dateTime(begin))"
  }
}

func open(_ path: String, _ now: Instant) throws -> any CalendarStore {
  var isFolder: ObjCBool = false
  guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
    throw StoreError.unavailable("\(path): there is no store")
  }
  return isFolder.boolValue
    ? try VdirStore(path: path, now: { now }) : try SQLiteStore(path: path, now: { now })
}

let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first else {
  print("usage: status-line STORE [SECONDS SINCE 1970]")
  exit(64)
}
let now = Instant(
  seconds: arguments.dropFirst().first.flatMap { Int($0) } ?? Int(Date().timeIntervalSince1970))
do {
  let zone = try ZoneDatabase().system(environment: ProcessInfo.processInfo.environment)
  print(try await StatusLine(store: try open(path, now), now: now, zone: zone).text())
} catch {
  print("status-line: \(error)")
  exit(1)
}
