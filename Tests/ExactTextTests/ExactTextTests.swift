import ExactText
import Testing

/// `café` with one scalar for its last letter, and with two.
private let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")

private struct Named: Hashable {
  var name: String
  var other: String?
  var all: [String] = []
}

private enum Choice: Equatable {
  case named(String)
}

@Suite("Texts compared as bytes")
struct ExactTextTests {
  @Test("two spellings of one letter are two texts")
  func spellings() {
    #expect(composed != decomposed)
    #expect(!(composed == decomposed))
    #expect(composed == "caf\u{E9}")
    #expect(Optional(composed) != decomposed)
    #expect([composed] != [decomposed])
    #expect(![composed].contains(decomposed))
    #expect([composed, decomposed].firstIndex(of: decomposed) == 1)
    #expect(composed.dropFirst() != decomposed.dropFirst())
  }

  @Test("arrays that may be nil, or contain nil, compare the bytes of their texts")
  func arrays() {
    let (one, other): ([String?], [String?]) = ([composed, nil], [decomposed, nil])
    #expect(one != other && one == ["caf\u{E9}", nil] && one != [composed])
    let (all, others): ([String]?, [String]?) = ([composed], [decomposed])
    #expect(all != others && all == ["caf\u{E9}"] && all != nil)
  }

  @Test("the equality that the compiler writes compares bytes")
  func derived() {
    #expect(Named(name: composed) != Named(name: decomposed))
    #expect(Named(name: "", other: composed) != Named(name: "", other: decomposed))
    #expect(Named(name: "", all: [composed]) != Named(name: "", all: [decomposed]))
    #expect(Choice.named(composed) != .named(decomposed))
    #expect(Set([Named(name: composed), Named(name: decomposed)]).count == 2)
  }

  @Test("a case of a switch compares bytes")
  func cases() {
    switch decomposed {
    case "caf\u{E9}": Issue.record("the other spelling")
    case "cafe\u{301}": break
    default: Issue.record("no spelling")
    }
  }

  @Test("texts are sorted by their bytes, whatever order they come in")
  func order() {
    #expect([composed, decomposed].sorted() == [decomposed, composed])
    #expect([decomposed, composed].sorted() == [decomposed, composed])
    #expect(decomposed < composed)
    #expect(composed > decomposed)
    #expect(!(ExactString(composed) < ExactString(composed)))
    #expect(["b", "", "a", "ab"].sorted() == ["", "a", "ab", "b"])
  }

  @Test("a dictionary has both spellings as keys")
  func dictionary() {
    var numbers: ExactDictionary<Int> = [composed: 1, decomposed: 2]
    #expect(numbers[composed] == 1)
    #expect(numbers[decomposed] == 2)
    numbers[composed, default: 0] += 10
    #expect(numbers.keys.sorted() == [decomposed, composed])
    numbers[composed] = nil
    #expect(numbers == [decomposed: 2])
    #expect(numbers.removeValue(forKey: composed) == nil)
    #expect(ExactDictionary(grouping: [composed, decomposed]) { $0 }.count == 2)
  }

  @Test("a set has both spellings")
  func set() {
    var texts: ExactSet = [composed]
    #expect(texts.insert(decomposed).inserted)
    #expect(!texts.insert(composed).inserted)
    #expect(texts.count == 2)
    #expect(texts.subtracting([composed]).contains(decomposed))
    #expect(texts.subtracting([composed]) != texts)
  }

  @Test("a set and the keys of a dictionary are asked as they compare their own texts")
  func ownComparisons() {
    let (set, keys) = (Set([composed]), [composed: 1].keys)
    #expect(set.contains(decomposed) && keys.contains(decomposed))
    #expect(set.firstIndex(of: decomposed) == set.startIndex)
    #expect(keys.firstIndex(of: decomposed) == keys.startIndex)
    let exact: ExactDictionary<Int> = [composed: 1]
    #expect(exact.keys.contains(composed) && !exact.keys.contains(decomposed))
    #expect(exact.keys.firstIndex(of: decomposed) == nil)
    #expect(exact.keys.firstIndex(of: composed) == exact.index(forKey: composed))
    #expect(ExactSet([composed]).firstIndex(of: decomposed) == nil)
  }

  @Test(
    "a text is found in a set, in a dictionary and in keys by its hash", .timeLimit(.minutes(1)))
  func lookups() {
    // One search for each of them would take ten minutes.
    let names = (0..<30_000).map { "a name of some length that differs at its end \($0)" }
    let numbers = Dictionary(uniqueKeysWithValues: zip(names, 0...))
    let exact = ExactDictionary(zip(names, 0...)) { first, _ in first }
    let (set, exactSet) = (Set(names), ExactSet(names))
    let all = names.filter {
      numbers.keys.contains($0) && numbers.keys.firstIndex(of: $0) != nil && exact.keys.contains($0)
        && exact.keys.firstIndex(of: $0) != nil && set.contains($0) && set.firstIndex(of: $0) != nil
        && exactSet.contains($0) && exactSet.firstIndex(of: $0) != nil
    }
    #expect(all.count == names.count)
  }

  @Test(
    "an empty dictionary of a literal is empty, and one that repeats a key keeps its first value")
  func literals() {
    let none: ExactDictionary<Int> = [:]
    #expect(none.isEmpty && none == ExactDictionary())
    #expect(["a": 1, "a": 2] as ExactDictionary == ["a": 1])
  }

  @Test("a text of any length is equal to itself alone")
  func lengths() {
    for length in [0, 1, 15, 16, 17, 100] {
      let text = String(repeating: "x", count: length)
      #expect(ExactString(text) == ExactString(String(decoding: Array(text.utf8), as: UTF8.self)))
      #expect(ExactString(text) != ExactString(text + "y"))
      #expect(ExactString(text) < ExactString(text + "y"))
    }
  }
}
