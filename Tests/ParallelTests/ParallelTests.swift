import Parallel
import Testing

@Test(arguments: [1, 2, 8]) func resultsAreInTheOrderOfTheParts(threads: Int) {
  let stream = ParallelStream(threads: threads) { (number: Int) in number * number }
  for number in 0..<1000 { stream.add(number) }
  #expect(stream.results() == (0..<1000).map { $0 * $0 })
}

@Test(arguments: [1, 4]) func aStreamWithoutPartsHasNoResults(threads: Int) {
  let stream = ParallelStream(threads: threads) { (number: Int) in number }
  #expect(stream.results().isEmpty)
}

@Test(arguments: [1, 2, 8]) func aMapHasTheOrderOfItsParts(threads: Int) {
  #expect(Parallel.map(100, threads: threads) { -$0 } == (0..<100).map { -$0 })
}

@Test(arguments: [1, 2, 8]) func portionsAreWholeAndInOrder(threads: Int) {
  for count in [0, 1, 9, 10, 11, 95] {
    let found = Parallel.flatMap(Array(0..<count), portion: 10, threads: threads) { portion in
      portion.isEmpty || portion.count > 10 ? [] : Array(portion)
    }
    #expect(found == Array(0..<count))
  }
}
