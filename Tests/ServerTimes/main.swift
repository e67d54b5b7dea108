// Prints the times of the CalDAV store, for Benchmarks/Peers/stores.py: an address, and the number of items.
import CalDAVStore
import StoreTimes
import TaskDates
import WebAddresses

let arguments = CommandLine.arguments.dropFirst().map { $0 }
guard arguments.count == 2, let count = Int(arguments[1]) else {
  fatalError("usage: duecal-caldav-times ADDRESS COUNT")
}
let store = try await CalDAVStore.open(
  try CalendarAddress(arguments[0]), Credentials(user: "ann", password: "x"),
  settings: CalDAVStore.Settings(agent: "duecal-checks/1"), now: { Instant(seconds: 1_796_000_000) }
)
try await StoreTimes("caldav", store, count: count).run()
