import TestSupport
import Testing

@testable import UserFiles

@Suite("A torn file")
struct PartialWriteTests {
  private func lines(_ count: Int, _ chance: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<count).flatMap { _ in
      Array("- line \(Int.random(in: 0..<20, using: &chance))\n".utf8)
    }
  }

  /// The old file and the new one, which differ in the middle.
  private func pair(
    _ size: Int, _ chance: inout some RandomNumberGenerator
  ) -> (old: [UInt8], new: [UInt8]) {
    func some(_ most: Int) -> [UInt8] { lines(Int.random(in: 0...most, using: &chance), &chance) }
    let head = some(size)
    let tail = some(size)
    return (head + some(3) + tail, head + some(3) + tail)
  }

  private func torn(_ old: [UInt8], _ new: [UInt8], at stop: Int) -> [UInt8] {
    Array(new[..<stop]) + old.dropFirst(stop)
  }

  @Test(arguments: [2, 20, 2000])
  func hasAtItsEndWhatWasAddedAfterAKillAtAPage(size: Int) {
    var chance = SeededGenerator(seed: 7)
    for _ in 0..<(20_000 / size) {
      let (old, new) = pair(size, &chance)
      let added = Array("- line \(Int.random(in: 0..<20, using: &chance)) more\n".utf8)
      for stop in stride(from: 0, to: new.count, by: 4096) {
        let bytes = torn(old, new, at: stop) + added
        #expect(PartialWrite(bytes, old: old, new: new).addition.map(Array.init) == added)
      }
      #expect(PartialWrite(new + added, old: old, new: new).addition.map(Array.init) == added)
    }
  }

  @Test func hasNothingAtItsEndWhereverItWasCutOff() {
    var chance = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let (old, new) = pair(6, &chance)
      for stop in 0...new.count {
        #expect(
          PartialWrite(torn(old, new, at: stop), old: old, new: new).addition?.isEmpty == true)
      }
    }
  }

  @Test func isOneInAnyOrderOfItsPages() {
    let old = Array(repeating: UInt8(ascii: "a"), count: 10_000)
    let new = Array(repeating: UInt8(ascii: "b"), count: 10_100)
    var bytes = new
    bytes.replaceSubrange(4096..<8192, with: old[4096..<8192])
    #expect(PartialWrite(bytes, old: old, new: new).addition == [])
    bytes[5000] = UInt8(ascii: "c")
    #expect(PartialWrite(bytes, old: old, new: new).addition == nil)
  }

  @Test func hasAtItsEndWhatLooksLikeTheNewFileUnlessAllOfThatIsThere() {
    let (old, new) = (Array("abcdef".utf8), Array("XYZdefgh ijk".utf8))
    #expect(
      PartialWrite(old + [UInt8(ascii: "g")], old: old, new: new).addition == [UInt8(ascii: "g")])
    let page = old + Array(repeating: UInt8(ascii: "z"), count: 4090)
    #expect(PartialWrite(page, old: old, new: new).addition == page[6...])
  }
}
