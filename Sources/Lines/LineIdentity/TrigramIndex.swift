/// Finds the texts that contain a trigram.
struct TrigramIndex {
  /// The number of each trigram.
  private var numbers: [UInt64: Int] = [:]
  /// For each trigram the index in `places` of its first text; one more element for the end.
  private var starts: [Int] = [0]
  /// The texts of each trigram, trigram after trigram.
  private(set) var places: [Int32] = []

  init(_ texts: [TitleText]) {
    let grams = texts.map { number($0.grams) }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    fill(grams)
  }

  /// The range in `places` of the texts with a trigram; nil if there are none.
  func range(of gram: UInt64) -> Range<Int>? {
    numbers[gram].map { starts[$0]..<starts[$0 + 1] }
  }

  /// Assigns numbers to the trigrams of a text, and counts them.
  private mutating func number(_ grams: [UInt64]) -> [Int] {
    grams.map { gram in
      let number = numbers[gram] ?? numbers.count
      if number == numbers.count {
        numbers[gram] = number
        starts.append(0)
      }
      starts[number + 1] += 1
      return number
    }
  }

  private mutating func fill(_ grams: [[Int]]) {
    var next = starts
    places = [Int32](repeating: 0, count: starts[starts.count - 1])
    for (text, grams) in grams.enumerated() {
      for gram in grams {
        places[next[gram]] = Int32(truncatingIfNeeded: text)
        next[gram] += 1
      }
    }
  }
}
