import Testing
import WebAddresses

@testable import StoreAccess

@Suite("Addresses of stores")
struct StoreAddressTests {
  @Test(arguments: [
    "memory:", "sqlite:", "sqlite:/a/b c.sqlite", "vdir:~/calendars",
    "caldav+https://ann@example.org/dav/", "caldav+https://ann%40example.org@example.org:8443/",
    "caldav+http://localhost:5232/",
  ])
  func areWrittenAsTheyAreRead(text: String) throws {
    #expect(try "\(StoreAddress(text))" == text)
    #expect(StoreAddress.isOne(text))
  }

  @Test func aServersAddressHasAUserAndAPlace() throws {
    let address = try StoreAddress("CalDAV+https://ann%40b@Example.org/dav/x y")
    #expect(address.scheme == "caldav+https" && address.user == "ann@b")
    #expect(address.rest == "https://example.org/dav/x%20y")
    #expect(address.server?.credentials == nil)
  }

  @Test(arguments: [
    "a.taskpaper", "https://example.org/a.ics", "", ":", "C:x", "sqlite", "./vdir:x",
  ])
  func nothingElseIsOne(text: String) {
    #expect(!StoreAddress.isOne(text))
  }

  @Test(arguments: ["memory:x", "vdir:", "caldav+https:", "caldav+https://", "caldav+http://a b/"])
  func whatIsNoneIsRefused(text: String) {
    #expect(throws: AddressError.self) { try StoreAddress(text) }
  }

  @Test func aPasswordIsRefusedAndNeverShown() {
    let text = "caldav+https://ann:se%2Fcret@example.org/"
    let error = #expect(throws: AddressError.self) { try StoreAddress(text) }
    #expect(error?.description.contains("password-command") == true)
    #expect(StoreAddress.shown(text) == "caldav+https://…@example.org/")
    #expect(!StoreAddress.shown("caldav+https://ann:se/cret@example.org/").contains("cret@"))
  }

  @Test(arguments: [
    ("work", "work", nil), ("work#Home", "work", "Home"), ("vdir:/a#b#c", "vdir:/a#b", "c"),
    ("vdir:/a#b#", "vdir:/a#b", nil), ("#x", "", "x"),
  ])
  func theTextAfterTheLastSignIsTheList(text: String, store: String, list: String?) {
    let parted = StorePlace.parted(text)
    #expect(parted.store == store && parted.list == list)
  }
}
