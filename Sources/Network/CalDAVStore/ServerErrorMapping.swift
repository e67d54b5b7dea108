import CalendarFetching
import CalendarStores
import WebAddresses

/// Maps errors of the network and of a server to errors of a store.
enum ServerErrorMapping {
  static func mapErrors<Value: Sendable>(
    _ body: () async throws -> Value
  ) async throws(StoreError) -> Value {
    do {
      return try await body()
    } catch let error as StoreError {
      throw error
    } catch let error as DAVConnection.Failure {
      throw storeError(error)
    } catch {
      throw .unavailable("the server cannot be reached")
    }
  }

  static let untrusted = StoreError.unavailable(
    "the server refers to an address that does not get the password")

  static func storeError(_ failure: DAVConnection.Failure) -> StoreError {
    storeError(failure.failure)
  }

  static func storeError(_ failure: FetchFailure) -> StoreError {
    failure.kind == .forbidden ? .denied(failure.sentence) : .unavailable(failure.sentence)
  }
}
