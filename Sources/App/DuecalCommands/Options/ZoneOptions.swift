import ArgumentParser
import Diagnostics
import DuecalConfiguration
import ExactText
import TaskBridge
import TaskDates
import TaskText

/// The zone that a run reads times in.
struct ZoneOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read times in this zone; by default in the configuration's, else that of TZ, else the system's.",
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

  /// The name of the zone that an option or the configuration names; nil where neither does.
  func name(_ runEnvironment: RunEnvironment) -> String? {
    zone ?? runEnvironment.configuration.zone
  }

  /// The zone; a system without zones is said.
  func resolved(_ runEnvironment: RunEnvironment) throws(ExitStatus) -> Zone {
    do {
      guard let name = name(runEnvironment) else {
        return try Zone.system(environment: runEnvironment.environment)
      }
      return try ZoneDatabase().zone(named: name)
    } catch {
      let isVariable = name(runEnvironment) == nil && runEnvironment.environment["TZ"] != nil
      Output.error.print("duecal: \(isVariable ? "TZ: " : "")\(error)")
      throw .configuration
    }
  }

  /// The zone that the environment names, nil where it names none.
  func found(_ runEnvironment: RunEnvironment) -> Zone? {
    try? Zone.system(environment: runEnvironment.environment)
  }

  /// The zone under the name that a calendar gives it: a rule in `TZ` is no name.
  func named(_ runEnvironment: RunEnvironment) throws(ExitStatus) -> Zone {
    let zone = try resolved(runEnvironment)
    guard name(runEnvironment) == nil, !zone.isUTC else { return zone }
    do {
      return try ZoneDatabase().zone(named: zone.name)
    } catch {
      Output.error.print(
        "duecal: TZ: \(zone.name.quoted) is a rule, and a calendar needs a name; give --zone")
      throw .configuration
    }
  }
}

/// The zones that the lines of some files name, looked up once.
struct NamedZones: Sendable {
  /// Those that the system has.
  private(set) var zones: ExactDictionary<Zone> = [:]
  private var errors: [String: ZoneError] = [:]

  /// Looks for them.
  ///
  /// - Parameter vocabulary: What tags mean.
  init(_ files: [TaskFile], _ vocabulary: Vocabulary) {
    let database = ZoneDatabase()
    for document in files.map(\.document) {
      for span in document.tags where vocabulary.field(of: span, in: document) == .tz {
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
