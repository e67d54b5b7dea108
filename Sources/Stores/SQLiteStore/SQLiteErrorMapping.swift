package import CalendarStores
import GRDB
import SQLiteFiles

/// Converts errors of SQLite to errors of a store.
package enum SQLiteErrorMapping {
  /// Runs an action on a file; for a damaged file the error includes a remedy.
  package static func mapErrors<Value>(
    _ path: String, remedy: String = "", body: () throws -> Value
  ) throws(StoreError) -> Value {
    do { return try body() } catch { throw storeError(error, path, remedy: remedy) }
  }

  package static func mapErrors<Value: Sendable>(
    _ path: String, remedy: String = "", body: () async throws -> Value
  ) async throws(StoreError) -> Value {
    do { return try await body() } catch { throw storeError(error, path, remedy: remedy) }
  }

  private static func storeError(
    _ error: any Error, _ path: String, remedy: String
  ) -> StoreError {
    if let error = error as? StoreError { return error }
    guard let error = error as? DatabaseError else { return .unavailable("\(path): \(error)") }
    if RebuildableFile.isDamage(shownBy: error), !remedy.isEmpty {
      return .unavailable("\(path): \(error.message ?? "the file is damaged"); \(remedy)")
    }
    let isBusy = [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
    let reason = isBusy ? "another program is writing it" : error.message ?? "\(error.resultCode)"
    return .unavailable("\(path): \(reason)")
  }
}
