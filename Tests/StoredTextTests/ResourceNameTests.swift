import StoredText
import Testing

@Suite("Names of resources")
struct ResourceNameTests {
  private func first(_ uid: String) -> String {
    ResourceName.names(for: uid).first { _ in true } ?? ""
  }

  @Test func areTheUIDIfEverySystemCanHaveIt() {
    for uid in ["4711", "a-b_c.d+e@f.org", String(repeating: "x", count: 100)] {
      #expect(
        Array(ResourceName.names(for: uid).prefix(3)) == [
          "\(uid).ics", "\(uid)-2.ics", "\(uid)-3.ics",
        ])
    }
  }

  @Test func ofOtherUIDsAreReadableAndUnique() {
    let uids = [
      "", ".hidden", "-option", "a b", "a/b", "A", "a\u{E9}", "ä", "Ä",
      String(repeating: "x", count: 101),
      String(repeating: "x", count: 102),
    ]
    let names = uids.map(first)
    #expect(Set(names.map { $0.lowercased() }).count == uids.count)
    for (uid, name) in zip(uids, names) {
      #expect(name != "\(uid).ics" && name.contains("_") && name.utf8.count <= 100)
      #expect(name.first != "." && name.first != "-" && !name.contains("/") && !name.contains(" "))
    }
    #expect(first("A b/c").hasPrefix("Abc_"))
  }

  @Test func ofAListAreTheWordsOfItsTitle() {
    let titles = ["Home and garden", "..a", "日本", ""]
    let names = titles.map { Array(ResourceName.names(ofList: $0).prefix(2)) }
    #expect(
      names == [
        ["home-and-garden", "home-and-garden-2"], ["a", "a-2"], ["list", "list-2"],
        ["list", "list-2"],
      ])
  }
}
