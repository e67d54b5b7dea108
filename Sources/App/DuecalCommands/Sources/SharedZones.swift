import Synchronization
import TaskDates

/// Zones by name, each looked up once, for whoever asks.
final class SharedZones: Sendable {
  private let known = Mutex<[String: Result<Zone, ZoneError>]>([:])
  private let database = ZoneDatabase()
  private let limit: Int

  /// Begins with none.
  ///
  /// - Parameter limit: How many names are looked up; those beyond are unknown.
  init(limit: Int = .max) { self.limit = limit }

  /// The zone of a name; nil for none that the system has.
  func zone(named name: String) -> Zone? { try? look(name).get() }

  /// Why a zone cannot be had, nil for one that can.
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
