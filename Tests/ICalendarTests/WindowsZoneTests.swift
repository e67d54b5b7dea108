import TaskDates
import Testing

@testable import ICalendar

@Suite("Windows' names of zones")
struct WindowsZoneTests {
  @Test func eachIsThatOfAZoneOfTheSystem() throws {
    let database = ZoneDatabase()
    for (zone, _) in WindowsZoneNames.rows {
      #expect(throws: Never.self, "\(zone)") { try database.zone(named: zone) }
    }
    #expect(WindowsZoneNames.rows.count == 142)
  }

  @Test func noneIsThatOfTwo() {
    var zones: [String: String] = [:]
    for (zone, names) in WindowsZoneNames.rows {
      for name in names {
        #expect(zones.updateValue(zone, forKey: name.lowercased()) == nil, "\(name)")
        #expect(WindowsZoneNames.name(of: name) == zone, "\(name)")
        #expect(WindowsZoneNames.name(of: "(UTC+00:00) \(name)") == zone, "\(name)")
      }
    }
  }

  @Test func exchangesNumbersAreThoseOfZones() {
    let database = ZoneDatabase()
    let names = (-1...80).compactMap { ExchangeZoneNumbers.name(of: $0) }
    #expect(names.count == 75)
    #expect(names.allSatisfy { database.contains($0) })
  }
}
