import Testing

@testable import DuecalConfiguration

@Suite("A configuration is read")
struct ConfigurationReadingTests {
  private func faults(_ text: String) -> [String] {
    var reader = ConfigurationReader(home: nil)
    reader.read(Array(text.utf8))
    return reader.faults.map { "\($0)" }
  }

  @Test func aTableThatIsNotKnownIsOneFaultWithItsKeys() {
    #expect(
      faults("[lists]\nformat = \"x\"\n")
        == ["1:2: error: there is no table [lists]; expected list"])
    #expect(faults("[list.a]\nformat = \"x\"\n").count == 1)
  }

  @Test func aNameMayBeAsLongAsATag() {
    let name = String(repeating: "x", count: 31)
    #expect(faults("[aliases]\ndue = [\"\(name)\"]\n") == [])
    #expect(faults("[aliases]\ndue = [\"\(name)x\"]\n").count == 1)
  }

  @Test func twentyFaultsAreReported() {
    let keys = (1...30).map { "key\($0) = 1\n" }
    #expect(faults(keys.joined()).count == 20)
    let tables = (1...30).map { "[table\($0)]\n" }
    #expect(faults(tables.joined()).count == 20)
  }

  @Test func faultsInOnePlaceStayInTheirOrder() {
    let found = faults("[stores]\nweek = {password-keyring = true}\n")
    #expect(found.map { $0.contains("the address is missing") } == [false, true])
  }

  @Test func theFirstOfTwoEquallyNearNamesIsMeant() {
    #expect(NearestName.of("abcd", in: ["abcx", "abdc"]) == "abcx")
    #expect(NearestName.of("abcd", in: ["abdc", "abcx"]) == "abdc")
    #expect(NearestName.of("abcd", in: ["wxyz", "abc"]) == "abc")
  }
}
