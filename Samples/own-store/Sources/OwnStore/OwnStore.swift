import CalendarStores
import Foundation
import StoredText
import TaskDates

/// Keeps the texts of a store in a JSON file.
struct JSONFile: TextStorage {
  let path: String

  var source: StoreSource { StoreSource(id: path, title: path, kind: .local) }

  func read() throws(StoreError) -> StoredTexts {
    guard FileManager.default.fileExists(atPath: path) else { return StoredTexts() }
    do {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      return try JSONDecoder().decode(StoredTexts.self, from: bytes)
    } catch {
      throw .unavailable("\(path): cannot be read; expected a JSON file of this store (\(error))")
    }
  }

  func write(_ texts: StoredTexts) throws(StoreError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    do {
      try encoder.encode(texts).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .unavailable("\(path): \(error.localizedDescription)")
    }
  }
}

/// Opens a store in a JSON file, which is created with the first change.
public func ownStore(
  path: String, now: @escaping @Sendable () -> Instant
) throws(StoreError) -> TextStore {
  try TextStore(JSONFile(path: path), now: now)
}
