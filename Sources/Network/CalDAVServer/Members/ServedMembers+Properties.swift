import CalendarStores
import GRDB
import SQLiteFiles
import WebDAV

/// The properties of lists that only clients know.
extension ServedMembers {
  /// The properties of a list, each as an element, by name.
  func properties(of list: ItemList.ID) throws(StoreError) -> [XMLTree.Name: String] {
    try read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT space, name, value FROM servedProperty WHERE list = ?",
        arguments: [list.name])
      return Dictionary(
        rows.compactMap { row in
          guard let space = row.value("space", as: String.self),
            let name = row.value("name", as: String.self),
            let value = row.value("value", as: String.self)
          else { return nil }
          return (XMLTree.Name(namespace: space, local: name), value)
        }
      ) { $1 }
    }
  }

  /// Sets a property of a list, or removes it.
  func set(
    _ name: XMLTree.Name, to value: String?, of list: ItemList.ID
  ) throws(StoreError) {
    try write { database in
      guard let value else {
        return try database.run(
          "DELETE FROM servedProperty WHERE list = ? AND space = ? AND name = ?",
          [list.name, name.namespace, name.local])
      }
      try database.run(
        "INSERT OR REPLACE INTO servedProperty VALUES (?, ?, ?, ?)",
        [list.name, name.namespace, name.local, value])
    }
  }
}
