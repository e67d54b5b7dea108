import CalendarStores
import GRDB

/// What SQLite says is wrong, as a store says it.
enum Failure {
  static func saying<Value>(
    _ path: String, _ body: () throws -> Value
  ) throws(StoreError) -> Value {
    do { return try body() } catch { throw storeError(error, path) }
  }

  static func saying<Value: Sendable>(
    _ path: String, _ body: () async throws -> Value
  ) async throws(StoreError) -> Value {
    do { return try await body() } catch { throw storeError(error, path) }
  }

  private static func storeError(_ error: any Error, _ path: String) -> StoreError {
    if let error = error as? StoreError { return error }
    guard let error = error as? DatabaseError else { return .unavailable("\(path): \(error)") }
    let isBusy = [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
    let reason = isBusy ? "another program is writing it" : error.message ?? "\(error.resultCode)"
    return .unavailable("\(path): \(reason)")
  }
}
