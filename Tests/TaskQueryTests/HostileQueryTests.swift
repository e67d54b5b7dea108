import TaskQuery
import Testing

/// Queries and outlines made to cause trouble; each takes well under a second.
@Suite struct HostileQueryTests {
  private func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  @Test func manyParenthesesAreAnError() {
    for text in ["(", "count(", "not (", "(//a union ("] {
      let query = repeated(text, 100_000)
      #expect(error(of: query)?.contains("parentheses; expected at most 64") == true, "\(text)")
    }
    let deep = repeated("(", 64) + "a" + repeated(")", 64)
    #expect(error(of: deep) == nil)
    #expect(error(of: "(" + deep + ")")?.hasPrefix("65:") == true)
    #expect(error(of: repeated("matches \"(", 1) + repeated("(", 100_000))?.contains("\"") == true)
  }

  @Test func longQueriesAreRead() throws {
    let outline = SampleOutline("a:\n\t- b\n")
    for operation in [" and ", " or ", " union ", " intersect ", " except ", "/", " "] {
      let query = "a" + repeated(operation + "a", 10_000)
      _ = try outline.find(query)
    }
    #expect(try outline.find(repeated("not ", 100_001) + "a") == ["b"])
    _ = try outline.find("a" + repeated("/..", 20_000))
    _ = try outline.find("\"" + repeated("x", 1_000_000) + "\"")
  }

  @Test(arguments: [
    "(a*)*b", "(a|a)*b", "(a|aa)+$", "(a+)+b", "((a?){30}){20}b", "a*a*a*a*a*a*a*a*b", "(.*)*x",
    "(a{0,30}){0,30}b", "(|a)*b",
  ])
  func anExpressionCannotHang(pattern: String) throws {
    let outline = SampleOutline("- " + repeated("a", 1_000))
    #expect(try outline.find("matches \"\(pattern)\"").isEmpty || pattern.hasSuffix("$"))
  }

  @Test(arguments: [
    "((a{100}){100}){100}", "a{1001}", "(a{1000}){3}", "\(String(repeating: "(", count: 500))",
    "[\(String(repeating: "a", count: 20_001))]",
    "([\(String(repeating: "a", count: 300))]{100}){2}",
    "a{5,2}", "a{99999999999999999999}", "[z-a]", "(?=a)", "(?<n>a)", "*a", "a**+", "[a", "\\\\1",
    "a\\\\",
  ])
  func anExpressionHasBounds(pattern: String) {
    #expect(error(of: "matches \"\(pattern)\"") != nil)
  }

  @Test(arguments: [
    "//*/following::*/preceding::*", "//*[0]", "//*/following::*[-1]",
    "//*/following-sibling::*[0:2]",
    "//*//*", "//*/ancestor::*", "count(following::*) > 5", "count(preceding-sibling::*) > 5",
    "count(*) > 5", "//* except //*//*", "//*/preceding-sibling::*[-1]/..", "count(//*) > 3",
  ])
  func manyItemsAreNoSquare(query: String) throws {
    let now = try wednesday()
    let flat = SampleOutline(
      items: (0..<20_000).map { SampleOutline.Item(text: "a", parent: $0 % 2 == 0 ? nil : $0 - 1) })
    let deep = SampleOutline(
      items: (0..<20_000).map { SampleOutline.Item(text: "a", parent: $0 == 0 ? nil : $0 - 1) })
    for outline in [flat, deep] {
      _ = try Query(parsing: query).items(in: outline, now: now)
    }
  }

  @Test func aTextWithManyBeginningsIsSearchedInOnePass() throws {
    let outline = SampleOutline("- " + repeated("a", 300_000))
    #expect(try outline.find(repeated("a", 100_000) + "b").isEmpty)
  }
}
