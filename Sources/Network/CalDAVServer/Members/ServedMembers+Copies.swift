import CalendarStores
import ExactText
import Foundation
import GRDB
import SQLiteFiles

/// The texts that programs were given last: a program that writes without saying which version it has changed has
/// changed this one.
extension ServedMembers {
  /// A text that a program was given.
  struct Copy: Sendable {
    /// The tag of its version.
    let tag: String
    let text: [UInt8]
  }

  /// Keeps what a program was given.
  func keep(
    _ given: [(member: Member, copy: Copy)], of program: String, in list: ItemList.ID
  ) throws(StoreError) {
    let new = try read { database in
      try given.filter { member, copy in
        try Self.copy(of: member.segment, program, list, database)?.tag != copy.tag
      }
    }
    guard !new.isEmpty else { return }
    try write { database in
      for (member, copy) in new {
        try database.run(
          """
          INSERT OR REPLACE INTO servedCopy
          SELECT id, ?, ?, ? FROM servedMember WHERE list = ? AND segment = ?
          """, [program, copy.tag, copy.text.data, list.name, member.segment])
      }
    }
  }

  /// What a program was given last of an item; without a program, what any was given.
  func copy(
    of segment: String, givenTo program: String?, in list: ItemList.ID
  ) throws(StoreError) -> Copy? {
    try read { try Self.copy(of: segment, program, list, $0) }
  }

  private static func copy(
    of segment: String, _ program: String?, _ list: ItemList.ID, _ database: Database
  ) throws -> Copy? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT servedCopy.tag, text FROM servedCopy JOIN servedMember ON id = member
        WHERE list = ? AND segment = ? AND program = ifnull(?, program)
        """)
    let row = try Row.fetchOne(statement, arguments: [list.name, segment, program])
    return row.map { Copy(tag: $0.value("tag") ?? "", text: $0.bytes("text")) }
  }
}
