import CalendarStores
import CalendarSync
import ExactText
import StoreAccess

/// The messages of the last run of a sync, which a quiet run does not repeat: each problem is reported once, until it is
/// solved or another one.
struct ReportMemory {
  private let state: SyncState
  private let number: Int64

  /// Opens the memory of a quiet run that may write; nil for other runs, which report everything.
  init?(_ places: [StorePlace], _ command: SyncCommand, _ runEnvironment: RunEnvironment) throws {
    guard command.writing.verbosity.level.quiet, !command.writing.json, !command.writing.dryRun,
      !command.conflicts
    else { return nil }
    let file = try SyncStateFile(runEnvironment)
    do {
      state = try file.openForRecording()
      number = try state.number(
        of: SyncSides(a: places[0].syncIdentity, b: places[1].syncIdentity))
    } catch {
      return nil  // the run itself reports a state that cannot be used
    }
  }

  /// Leaves out the messages of the last run from now on.
  func begin(_ messages: inout Messages) {
    messages.beginKnownReports((try? state.reports(of: number)) ?? ExactSet())
  }

  /// Keeps what this run had to report.
  func end(_ messages: inout Messages) {
    try? state.save(reports: messages.endKnownReports(), of: number)
  }
}
