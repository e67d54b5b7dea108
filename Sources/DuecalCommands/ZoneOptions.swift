import ArgumentParser
import TaskBridge
import TaskDates
import TaskText

/// The zone that a run reads times in.
struct ZoneOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read times in this zone; by default in that of TZ, else the system's.",
      valueName: "Area/City"))
  var zone: String?

  /// The zone; a name that is none is wrong usage, a system without zones is said.
  func resolved(_ surroundings: Surroundings) throws -> Zone {
    do {
      guard let zone else { return try Zone.system(environment: surroundings.environment) }
      return try ZoneDatabase().zone(named: zone)
    } catch {
      if zone != nil, !error.isMissingDatabase { throw ValidationError("--zone: \(error)") }
      Output.error.print("duecal: \(error)")
      throw ExitStatus.configuration
    }
  }
}

extension ZoneError {
  fileprivate var isMissingDatabase: Bool {
    if case .noDatabase = self { true } else { false }
  }
}

/// The zones that the lines of some files name, looked up once.
struct NamedZones: Sendable {
  /// Those that the system has.
  private(set) var zones: [String: Zone] = [:]
  private var errors: [String: ZoneError] = [:]

  init(_ files: [TaskFile]) {
    let database = ZoneDatabase()
    for document in files.map(\.document) {
      for span in document.tags where document.bytes[span.name].elementsEqual("tz".utf8) {
        let name = (document.payload(of: span) ?? "").trimmingBlanks
        guard zones[name] == nil, errors[name] == nil else { continue }
        do {
          zones[name] = try database.zone(named: name)
        } catch {
          errors[name] = error
        }
      }
    }
  }

  /// Why a zone cannot be had, nil for one that can.
  func error(of name: String) -> ZoneError? {
    zones[name] == nil ? errors[name] ?? .unknown(name) : nil
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    let start = drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
