import CalendarStores
import CalendarSync
import Diagnostics
import ExactText
import StoreAccess

/// Lists that rules leave out in one store, and that the other store no longer has.
///
/// Nothing of them is synced, so that they wait for nobody, and one message is enough.
extension SyncedStores {
  /// Reports the missing lists; if all are missing, the run is refused instead, unless rules leave them all out.
  func reportGoneLists(of reading: SyncReading, _ messages: inout Messages) throws(StoreError) {
    guard !reading.goneLists.isEmpty else { return }
    let leftOut = try leftOut
    guard reading.hasKeptLists || reading.goneLists.allSatisfy({ $0.isLeftOut(leftOut) }) else {
      return
    }
    report(reading.goneLists, leftOut: leftOut, &messages)
  }

  /// Says once that a list is left out; a quiet run says nothing.
  func reportExcluded(_ gone: [SyncReading.GoneList], _ messages: inout Messages) {
    guard !gone.isEmpty, !messages.level.quiet else { return }
    var known = (try? state.reports(of: number)) ?? ExactSet()
    for list in gone {
      let sentence = excludedSentence(list)
      guard known.insert(sentence).inserted else { continue }
      messages.warn(sentence)
    }
    if !command.writing.dryRun { try? state.save(reports: known, of: number) }
  }

  private func excludedSentence(_ gone: SyncReading.GoneList) -> String {
    let own = stores[gone.side.other].place.label(gone.other.title)
    return
      "\(own): exclude or .duecalignore leaves this list out, and \(stores[gone.side].place.name) no "
      + "longer has it; it stays as it is"
  }
}
