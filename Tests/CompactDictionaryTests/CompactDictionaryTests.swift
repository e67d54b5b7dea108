import CompactDictionary
import TestSupport
import Testing

@Suite("A dictionary without unused places")
struct CompactDictionaryTests {
  private typealias Compact = CompactDictionary<Int, String>

  @Test func equalsTheStandardDictionaryAfterRandomChanges() {
    var random = SeededGenerator(seed: 27)
    var (compact, model): (Compact, [Int: String]) = ([:], [:])
    for step in 0..<5000 {
      change(&compact, &model, step, &random)
      if step.isMultiple(of: 50) { expectSame(compact, model) }
    }
    expectSame(compact, model)
  }

  private func change(
    _ compact: inout Compact, _ model: inout [Int: String], _ step: Int,
    _ random: inout SeededGenerator
  ) {
    let key = Int.random(in: 0..<200, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: (compact[key], model[key]) = (nil, nil)
    case 1:
      compact[key]?.append("y")
      model[key]?.append("y")
    default: (compact[key], model[key]) = ("\(step)", "\(step)")
    }
    #expect(compact[key] == model[key] && compact.count == model.count)
  }

  private func expectSame(_ compact: Compact, _ model: [Int: String]) {
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

  @Test func aCopyKeepsWhatIsRemoved() {
    var pairs: CompactDictionary = ["a": 1, "b": 2, "c": 3]
    let copy = pairs
    for (key, value) in pairs where value < 3 { pairs[key] = nil }
    #expect(pairs == ["c": 3] && copy == ["a": 1, "b": 2, "c": 3])
  }

  @Test func mergesAndFilters() {
    var pairs: CompactDictionary = ["a": 1, "b": 2]
    pairs.merge(["b": 3, "c": 4]) { first, _ in first }
    #expect(pairs == ["a": 1, "b": 2, "c": 4])
    #expect(pairs.filter { $0.value > 1 } == ["b": 2, "c": 4])
  }
}
