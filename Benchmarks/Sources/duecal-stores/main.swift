// Prints the times of the local stores: duecal-stores [COUNT]...
import CalendarStores
import Foundation
import SQLiteStore
import StoreTimes
import TaskDates
import VdirStore

let counts = CommandLine.arguments.dropFirst().compactMap(Int.init)
let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let now: @Sendable () -> Instant = { Instant(seconds: 1_796_000_000) }
for count in counts.isEmpty ? [1000, 10_000, 100_000] : counts {
  try await StoreTimes("memory", MemoryStore(now: now), count: count).run()
  let path = folder.appendingPathComponent("\(count).sqlite").path
  try await StoreTimes("sqlite", SQLiteStore(path: path, now: now), count: count).run()
  let vdir = folder.appendingPathComponent("\(count)").path
  try FileManager.default.createDirectory(atPath: vdir, withIntermediateDirectories: true)
  try await StoreTimes("vdir", VdirStore(path: vdir, now: now), count: count).run()
  let start = Date()
  _ = try SQLiteStore(path: path, now: now)
  print(String(format: "sqlite %d: open %.1f ms", count, Date().timeIntervalSince(start) * 1000))
}
