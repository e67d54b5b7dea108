import CalendarFeeds
import TaskBridge
import Testing

/// SipHash-2-4 with 128 bits of the bytes 0, 1, 2, … under the key 0, 1, … 15: the vectors of its
/// reference implementation.
@Test(arguments: [
  (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
  (2, "8177228da4a45dc7fca38bdef60affe4"),
])
func theHashIsThatOfTheReference(length: Int, expected: String) {
  var hash = SipHash128(key: (0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908))
  hash.combine(bytes: (0..<length).map { UInt8($0) })
  let (first, second) = hash.finalize()
  let bytes = [first, second].flatMap { word in
    (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
  }
  let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  #expect(digits == expected)
}

@Test func aUUIDIsOfVersion8() {
  var hash = SipHash128()
  hash.combine("x")
  let uuid = hash.uuid()
  #expect(uuid.utf8.count == 36)
  #expect(Array(uuid)[14] == "8")
  #expect("89ab".contains(Array(uuid)[19]))
}

@Test func whereATextEndsIsPartOfTheHash() {
  func hash(_ texts: String...) -> String {
    var hash = SipHash128()
    for text in texts { hash.combine(text) }
    return hash.hexadecimal()
  }
  #expect(hash("ab", "c") != hash("a", "bc"))
  #expect(hash("a") != hash("a", ""))
}
