import ArgumentParser
import Diagnostics
import TaskBridge
import TaskDates
import TaskText

/// The zone that a run reads times in.
struct ZoneOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read times in this zone; by default in that of TZ, else the system's.",
      valueName: "Area/City"),
    completion: .shellCommand("grep -sv '^#' /usr/share/zoneinfo/zone.tab | cut -f 3"))
  var zone: String?

  /// A name that is none is wrong usage.
  func validate() throws {
    guard let zone else { return }
    do {
      _ = try ZoneDatabase().zone(named: zone)
    } catch  where !error.isMissingDatabase {
      throw ValidationError("--zone: \(error)")
    } catch {}
  }

  /// The zone; a system without zones is said.
  func resolved(_ surroundings: Surroundings) throws(ExitStatus) -> Zone {
    do {
      guard let zone else { return try Zone.system(environment: surroundings.environment) }
      return try ZoneDatabase().zone(named: zone)
    } catch {
      let isVariable = zone == nil && surroundings.environment["TZ"] != nil
      Output.error.print("duecal: \(isVariable ? "TZ: " : "")\(error)")
      throw .configuration
    }
  }

  /// The zone that the surroundings say, nil where they say none.
  func found(_ surroundings: Surroundings) -> Zone? {
    try? Zone.system(environment: surroundings.environment)
  }

  /// The zone under the name that a calendar gives it: a rule in `TZ` is no name.
  func named(_ surroundings: Surroundings) throws(ExitStatus) -> Zone {
    let zone = try resolved(surroundings)
    guard self.zone == nil, !zone.isUTC else { return zone }
    do {
      return try ZoneDatabase().zone(named: zone.name)
    } catch {
      Output.error.print(
        "duecal: TZ: \(zone.name.quoted) is a rule, and a calendar needs a name; give --zone")
      throw .configuration
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
        let name = LineFieldReader.zoneName(document.payload(of: span) ?? "")
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
