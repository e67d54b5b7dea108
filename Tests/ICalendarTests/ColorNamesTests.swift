import CalendarItems
import Testing

@Suite("Names of colours")
struct ColorNamesTests {
  @Test func areInOrderAndHaveAColourEach() {
    #expect(ColorNames.names.count == 147)
    #expect(ColorNames.names == ColorNames.values.keys.sorted())
    #expect(ColorNames.values.values.allSatisfy { $0.utf8.count == 6 && Int($0, radix: 16) != nil })
  }
}
