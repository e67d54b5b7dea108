import TaskQuery
import TestSupport
import Testing

@Suite struct QueryPropertyTests {
  /// Compares each query with a reference that compares every item with every other.
  @Test(arguments: 0..<40) func aQueryFindsWhatLookingFromEachItemFinds(seed: Int) throws {
    var random = RandomQueries(seed: UInt64(seed))
    let now = try wednesday()
    for _ in 0..<100 {
      let outline = random.outline()
      let query = random.query()
      let found = try Query(parsing: query.text).items(in: outline, now: now)
      let expected = query.items(in: outline).filter { $0 >= 0 }.sorted()
      #expect(found == expected, "\(query.text) in \(outline.items)")
    }
  }

  /// Words of the language in any order are a query, or an error with a column in the text.
  @Test(arguments: 0..<20) func anyWordsAreAQueryOrAnError(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let outline = SampleOutline("a:\n\t- b @t(1)\n\t\tc\n- d")
    for _ in 0..<500 {
      let words = (0..<Int.random(in: 0...9, using: &random)).compactMap { _ in
        Self.words.randomElement(using: &random)
      }
      let text = words.joined(separator: Bool.random(using: &random) ? " " : "")
      do {
        let found = try Query(parsing: text).items(in: outline, now: wednesday())
        #expect(found == found.sorted() && Set(found).isSubset(of: 0..<4), "\(text)")
      } catch let error as QueryError {
        #expect((1...text.unicodeScalars.count + 1).contains(error.column), "\(text): \(error)")
      }
    }
  }

  private static let words = [
    "/", "//", "///", "..", "(", ")", "[0]", "[-1]", "[1:]", "[d]", "[nl]", "[", "]", "@t", "@",
    "=", "!=", "<", ">=", "contains", "matches", "and", "or", "not", "union", "except", "intersect",
    "count(", "child::", "following::", "task", "project", "*", "a", "\"b\"", "\"", "1", "today",
    "ü", "\u{1F600}", "::", "!", "\\", "{", "+", "a|b", "(?", "\n",
  ]
}
