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
