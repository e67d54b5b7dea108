import CalendarStores
import GRDB
import SQLiteFiles

/// The facts of items, which are kept so that the first query after a start is quick too.
extension ServedMembers {
  /// Keeps the facts of members.
  func keep(_ members: [Member], in list: ItemList.ID) throws(StoreError) {
    guard !members.isEmpty else { return }
    try write { database in
      for member in members {
        try database.run(
          "UPDATE servedMember SET facts = ?, factsTag = ? WHERE list = ? AND name = ?",
          [member.facts?.text, factsTag(member.tag), list.name, member.name])
      }
    }
  }
}
