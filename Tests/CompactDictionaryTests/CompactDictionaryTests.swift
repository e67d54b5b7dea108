import CompactDictionary
import Testing

/// A dictionary beside the standard library's, which it must equal after each step.
@Suite struct CompactDictionaryTests {
  @Test func equalsTheStandardDictionaryAfterRandomChanges() {
    var random = SystemRandomNumberGenerator()
    var (compact, model): (CompactDictionary<Int, String>, [Int: String]) = ([:], [:])
    for step in 0..<5000 {
      let key = Int.random(in: 0..<200, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: #expect(compact.removeValue(forKey: key) == model.removeValue(forKey: key))
      case 1: (compact[key], model[key]) = (nil, nil)
      case 2: (compact[key], model[key]) = ("\(step)", "\(step)")
      case 3:
        compact[key, default: ""] += "x"
        model[key, default: ""] += "x"
      case 4:
        compact[key]?.append("y")
        model[key]?.append("y")
      default:
        #expect(compact.updateValue("z", forKey: key) == model.updateValue("z", forKey: key))
      }
      #expect(compact[key] == model[key] && compact.count == model.count)
    }
    expectSame(compact, model)
  }

  private func expectSame(_ compact: CompactDictionary<Int, String>, _ model: [Int: String]) {
    #expect(Dictionary(uniqueKeysWithValues: compact.map { ($0.key, $0.value) }) == model)
    #expect(Set(compact.keys) == Set(model.keys))
    #expect(compact.values.sorted() == model.values.sorted())
    for (key, value) in model {
      #expect(compact.index(forKey: key).map { compact[$0].value } == value)
    }
  }

  @Test func ignoresTheOrderOfItsPairs() {
    let one: CompactDictionary = ["a": 1, "b": 2, "c": 3]
    var other: CompactDictionary = ["c": 3, "x": 0, "a": 1, "b": 2]
    #expect(one != other)
    other["x"] = nil
    #expect(one == other)
    other["b"] = 4
    #expect(one != other)
  }

  @Test func mergesAndFilters() {
    var pairs: CompactDictionary = ["a": 1, "b": 2]
    pairs.merge(["b": 3, "c": 4]) { first, _ in first }
    #expect(pairs == ["a": 1, "b": 2, "c": 4])
    #expect(pairs.filter { $0.value > 1 } == ["b": 2, "c": 4])
  }
}
