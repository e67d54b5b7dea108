import Testing
import WebAddresses

@Suite("The passwords of a .netrc file")
struct NetrcTextTests {
  @Test func areThoseOfTheFirstEntryOfAHost() {
    let text = NetrcText(
      "machine a.example login ann\tpassword one\n\tmachine\tb.example login bob password two\n")
    #expect(text.credentials(for: "a.example") == Credentials(user: "ann", password: "one"))
    #expect(text.credentials(for: "b.example") == Credentials(user: "bob", password: "two"))
    #expect(text.credentials(for: "c.example") == nil)
  }

  @Test(arguments: ["# ", " # ", "\t#", " \t # "])
  func areNotInComments(mark: String) {
    let text = NetrcText("\(mark)machine a.example login ann password one\n")
    #expect(text.credentials(for: "a.example") == nil)
  }

  @Test func areThoseOfAUserOrOfEachOther() {
    let text = NetrcText("machine a.example login ann password one\ndefault password two\n")
    #expect(text.credentials(for: "a.example", user: "ann")?.password == "one")
    #expect(text.credentials(for: "a.example", user: "bob")?.password == "two")
    #expect(text.credentials(for: "b.example") == Credentials(user: "", password: "two"))
  }
}
