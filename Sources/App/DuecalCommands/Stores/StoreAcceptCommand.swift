import ArgumentParser
import CalendarStores
import ExactText
import StoreAccess

/// `duecal store accept`.
struct StoreAcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Confirm that a task file has lost lines, or is gone.",
    discussion: """
      If a task file is missing or empty, or has lost many lines at once, its list is neither read nor \
      changed: a sync would otherwise remove the items everywhere. If you removed them yourself, confirm \
      it with this command.

      Examples:
        duecal store accept tasks:~/notes#home.taskpaper
      """)

  @Argument(help: "The list, such as tasks:~/notes#home.", completion: StoreCompletion.stores)
  var store: String

  @OptionGroup var options: StoreOptions
  @OptionGroup var verbosity: VerbosityOptions

  func run() throws {
    let run = try StoreRun(options, verbosity, asJSON: false)
    var messages = run.messages
    for place in try run.places([store]) {
      guard let open = run.opening.open(place, for: .changing, messages: &messages) else {
        continue
      }
      try run.work(with: place, &messages) { _ in try accept(open) }
    }
    try messages.status.throwUnlessDone()
  }

  private func accept(_ open: OpenStore) throws {
    let all = try open.lists()
    for list in try open.meantLists() {
      let lost = try open.accept(list)
      guard lost > 0 else { continue }
      let items = lost == 1 ? "1 item is" : "\(lost) items are"
      Output.standard.print("\(open.label(of: list, among: all)): \(items) gone".visible)
    }
  }
}
