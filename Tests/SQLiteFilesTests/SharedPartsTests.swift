import GRDB
import SQLiteFiles
import Testing

@Suite("Parts that many texts of a database have")
struct SharedPartsTests {
  /// Shares what is in brackets.
  private func stored<Value>(_ body: (SharedParts, Database) throws -> Value) throws -> Value {
    let queue = try DatabaseQueue()
    return try queue.write { database in
      try SharedParts.makeTable(database)
      let parts = SharedParts(database) { text in
        guard let first = text.firstIndex(of: 0x3C), let last = text.lastIndex(of: 0x3E),
          first < last
        else { return nil }
        return first..<last + 1
      }
      return try body(parts, database)
    }
  }

  @Test(arguments: ["", "a", "<>", "a<b>c", "<b>c", "a<b>", "\0<\0>\0", "a<b"])
  func textsComeBackAsTheyWere(text: String) throws {
    let bytes = Array(text.utf8)
    let back = try stored { parts, _ in try parts.text(try parts.store(bytes)) }
    #expect(back == bytes)
  }

  @Test func equalPartsAreThereOnce() throws {
    let count = try stored { parts, database in
      for number in 0..<3 { _ = try parts.store(Array("\(number)<b>".utf8)) }
      return try Int.fetchOne(database, sql: "SELECT count(*) FROM sharedPart")
    }
    #expect(count == 1)
  }

  @Test func aMissingPartIsAnError() throws {
    let text = SharedParts.Text(rest: [1, 2], part: 7, place: 1)
    #expect(throws: DatabaseError.self) { try stored { parts, _ in try parts.text(text) } }
  }

  @Test(arguments: [nil, -1, 3])
  func aWrongPlaceIsAnError(place: Int?) throws {
    #expect(throws: DatabaseError.self) {
      try stored { parts, _ in
        var text = try parts.store(Array("a<b>".utf8))
        text.place = place
        return try parts.text(text)
      }
    }
  }
}
