import Synchronization
import TaskDates

/// Zones by name, each looked up once and shared between callers.
final class SharedZones: Sendable {
  private let known = Mutex<[String: Result<Zone, ZoneError>]>([:])
  private let database = ZoneDatabase()
  private let limit: Int

  /// Creates an empty collection.
  ///
  /// - Parameter limit: The maximum number of names to look up; further names are unknown.
  init(limit: Int = .max) { self.limit = limit }

  /// The zone of a name; nil if the system does not have it.
  func zone(named name: String) -> Zone? { try? look(name).get() }

  /// The reason why a zone cannot be loaded; nil for a zone that can.
  func error(of name: String) -> ZoneError? {
    if case .failure(let error) = look(name) { error } else { nil }
  }

  private func look(_ name: String) -> Result<Zone, ZoneError> {
    known.withLock { known in
      if let found = known[name] { return found }
      guard known.count < limit else { return .failure(.unknown(name)) }
      let found = Result { () throws(ZoneError) in try database.zone(named: name) }
      known[name] = found
      return found
    }
  }
}
