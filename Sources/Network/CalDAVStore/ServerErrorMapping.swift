#if Network
import CalendarFetching
import CalendarStores
import WebAddresses

/// What goes wrong on the way to a server, as a store says it.
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
      throw .unavailable("the server cannot be asked")
    }
  }

  static let untrusted = StoreError.unavailable(
    "the server names an address that the password is not for")

  static func storeError(_ failure: DAVConnection.Failure) -> StoreError {
    storeError(failure.failure)
  }

  static func storeError(_ failure: FetchFailure) -> StoreError {
    failure.kind == .forbidden ? .denied(failure.sentence) : .unavailable(failure.sentence)
  }
}
#endif
