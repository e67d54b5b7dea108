import Foundation
import TestSupport
import Testing
import TriggerLookup

/// A case of the file of vectors, which is not in this project; its offsets count scalars.
private struct Vector: Decodable {
  let text: String
  let cursor: Int
  let triggers: [String]
  let preset: String
  let expected: String?
  let start: Int?
  let replaceEnd: Int?

  var rules: TriggerRules {
    switch preset {
    case "A": .article
    case "T": .taskPaper
    default: .chat
    }
  }
}

@Test("the cases of the vectors are found, with the same ranges")
private func vectorsOfTheFile() throws {
  guard let file = Corpora.sibling("vectors/lookup.json") else { return }
  let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
  #expect(vectors.count == lookupCases.count)
  for vector in vectors {
    let scalars = vector.text.unicodeScalars
    let cursor = scalars.index(scalars.startIndex, offsetBy: vector.cursor)
    let match = findTrigger(
      in: vector.text, at: cursor, triggers: TriggerSet(vector.triggers.joined()),
      rules: vector.rules)
    #expect(isSame(match?.found, vector.expected), "\(vector.text)")
    let start = match.map { scalars.distance(from: scalars.startIndex, to: $0.range.lowerBound) }
    let end = match.map {
      scalars.distance(from: scalars.startIndex, to: $0.replacement.upperBound)
    }
    #expect(start == vector.start, "\(vector.text)")
    #expect(end == vector.replaceEnd, "\(vector.text)")
  }
}
