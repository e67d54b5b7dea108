import ArgumentParser
import Diagnostics
import DuecalConfiguration
import ExactText
import TaskBridge
import TaskDates
import TaskText

/// The option for the time zone of a run.
struct ZoneOptions: ParsableArguments, ZoneSettings {
  /// Offers the names of zones.
  static let names = CompletionKind.shellCommand(
    "grep -sv '^#' /usr/share/zoneinfo/zone.tab | cut -f 3")

  @Option(help: .zone, completion: names)
  var zone: String?

  func validate() throws { try checkZone() }

  /// The zone with a name; without one that of the environment.
  static func zone(
    named name: String?, _ runEnvironment: RunEnvironment
  ) throws(ZoneError) -> Zone {
    guard let name else { return try Zone.system(environment: runEnvironment.environment) }
    return try ZoneDatabase().zone(named: name)
  }
}

/// The options of a command with a time zone.
protocol ZoneSettings {
  /// The name of the zone; nil if the option does not set it.
  var zone: String? { get }
}

extension ZoneSettings {
  /// Reports an unknown zone as wrong usage.
  func checkZone() throws {
    guard let zone else { return }
    do {
      _ = try ZoneDatabase().zone(named: zone)
    } catch  where !error.isMissingDatabase {
      throw ValidationError("--zone: \(error)")
    } catch {}
  }

  /// The name of the zone in the option or the configuration; nil if neither sets one.
  func zoneName(_ runEnvironment: RunEnvironment) -> String? {
    zone ?? runEnvironment.configuration.zone
  }

  /// The zone; reports a system without time zones.
  func resolvedZone(_ runEnvironment: RunEnvironment) throws(ExitStatus) -> Zone {
    do {
      return try ZoneOptions.zone(named: zoneName(runEnvironment), runEnvironment)
    } catch {
      let isVariable = zoneName(runEnvironment) == nil && runEnvironment.environment["TZ"] != nil
      Output.error.print("duecal: \(isVariable ? "TZ: " : "")\(error)")
      throw .configuration
    }
  }

  /// The zone of the environment; nil if it sets none.
  func environmentZone(_ runEnvironment: RunEnvironment) -> Zone? {
    try? Zone.system(environment: runEnvironment.environment)
  }

  /// The zone of the environment, if its clock differs from that of another zone; the name alone does not matter.
  func environmentZone(_ runEnvironment: RunEnvironment, otherThan kept: Zone) -> Zone? {
    environmentZone(runEnvironment).flatMap { own in
      own.name == kept.name || ZoneDifferences(between: own, and: kept).isEmpty ? nil : own
    }
  }

  /// The zone under a name that a calendar can contain: a rule in `TZ` is not a name.
  func nameableZone(_ runEnvironment: RunEnvironment) throws(ExitStatus) -> Zone {
    let zone = try resolvedZone(runEnvironment)
    guard zoneName(runEnvironment) == nil, !zone.isUTC else { return zone }
    do {
      return try ZoneDatabase().zone(named: zone.name)
    } catch {
      Output.error.print(
        "duecal: TZ: \(zone.name.quoted) is a rule, but a calendar needs the name of a zone; use "
          + "--zone")
      throw .configuration
    }
  }
}
