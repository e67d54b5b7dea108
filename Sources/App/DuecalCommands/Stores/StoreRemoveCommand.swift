import ArgumentParser
import CalendarStores
import ExactText
import StoreAccess

/// `duecal store remove`.
struct StoreRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove items from a store, or a list.",
    discussion: """
      Name an item by its UID, by its name in the store, or by a part of its title. If a name fits several, \
      you are asked which. A repeating item is removed with all of its dates. --list removes the list itself \
      if it is empty; with --all, it removes the list with all of its items.

      Examples:
        duecal store remove work#Home "call ann"
        duecal store remove work#Old --list --all --dry-run
      """)

  @Argument(help: "The store, such as work or work#Home.", completion: StoreCompletion.stores)
  var store: String

  @Argument(help: "The items.")
  var item: [String] = []

  @Flag(help: .all)
  var all = false

  @Flag(help: "Remove the list itself.")
  var list = false

  @OptionGroup var writing: StoreWritingOptions

  func validate() throws {
    if list, !item.isEmpty { throw ValidationError("--list: expected a list, and no items") }
    if !list, item.isEmpty { throw ValidationError("Missing the items") }
  }

  func run() throws {
    let run = try StoreRun(writing.stores, writing.verbosity, asJSON: writing.json)
    if list, StorePlace.parted(store).list == nil {
      throw ValidationError("--list: expected the list after the store, such as \(store)#Home")
    }
    try run.write(to: store, makesStore: false, writing: writing) { open, report, messages in
      if list { return try removeLists(open, &report, messages: &messages) }
      let found = try open.found()
      let chosen = try StoreChooser(takesAll: all, clock: ReaderClock(run.runEnvironment)).items(
        item, of: found, place: open.place, messages: &messages)
      for one in chosen { remove(one, open, report: &report, messages: &messages) }
    }
  }

  private func remove(
    _ one: FoundItem, _ open: OpenStore, report: inout StoreReport, messages: inout Messages
  ) {
    do throws(StoreError) {
      if !writing.dryRun { _ = try open.apply(.remove(one.stored.version), to: one.list.id) }
      report.add(StoreOutcome(.removed, one, in: one.label))
    } catch {
      messages.report(error, of: "\(one.label): \(one.title)")
    }
  }

  private func removeLists(
    _ open: OpenStore, _ report: inout StoreReport, messages: inout Messages
  ) throws {
    let known = try open.lists()
    for list in try open.meantLists() {
      let label = open.label(of: list, among: known)
      let count = try open.versions(in: list).count
      guard count == 0 || all else {
        messages.fail(
          "\(label): the list has \(count) \(count == 1 ? "item" : "items"); use --all to remove "
            + "the list with them",
          .refused)
        continue
      }
      if !writing.dryRun { try open.removeList(list) }
      report.add(StoreOutcome(kind: .removed, list: label, title: nil, uid: nil))
    }
  }
}
