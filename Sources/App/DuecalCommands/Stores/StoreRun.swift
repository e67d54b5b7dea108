import CalendarStores
import StoreAccess
import UserFiles

/// One run of a store command, from opening a store to the exit status.
struct StoreRun {
  let runEnvironment: RunEnvironment
  private(set) var opening: StoreOpening
  private let options: StoreOptions
  private let verbosity: VerbosityOptions
  private let asJSON: Bool

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - options: How stores are opened.
  ///   - verbosity: Which messages are printed.
  ///   - asJSON: Whether messages are part of a document.
  ///   - command: The name of the run in the history of edits.
  init(
    _ options: StoreOptions, _ verbosity: VerbosityOptions, asJSON: Bool, command: String = "store"
  ) throws(ExitStatus) {
    runEnvironment = try RunEnvironment.current()
    opening = StoreOpening(runEnvironment, options)
    opening.command = command
    opening.editPurpose = .of(verbosity, runEnvironment)
    self.options = options
    self.verbosity = verbosity
    self.asJSON = asJSON
  }

  /// New messages for this run.
  var messages: Messages { Messages(verbosity, runEnvironment, to: asJSON ? nil : .error) }

  /// The stores that arguments name; ensures that those on a network can be reached.
  func places(_ texts: [String]) throws(ExitStatus) -> [StorePlace] {
    let names = StoreNames(runEnvironment)
    var places: [StorePlace] = []
    for text in texts { places.append(try names.store(text)) }
    try CalendarNetwork.prepare(for: places)
    return places
  }

  /// Reads a store.
  func read(
    _ text: String, _ body: (OpenStore, inout Messages) throws -> Void
  ) throws {
    var messages = messages
    let places = try places([text])
    for place in places {
      guard let open = opening.open(place, for: .reading, messages: &messages) else { continue }
      try work(with: place, &messages) { messages in try body(open, &messages) }
    }
    try messages.status.throwUnlessDone()
  }

  /// Changes a store.
  ///
  /// - Parameters:
  ///   - text: The store, as it was given.
  ///   - makesStore: Whether a missing local store is created.
  ///   - writing: The options for the change.
  ///   - body: Makes the changes, and reports them.
  func write(
    to text: String, makesStore: Bool = true, writing: StoreWritingOptions,
    body: (OpenStore, inout StoreReport, inout Messages) throws -> Void
  ) throws {
    var messages = messages
    var report = StoreReport(writing)
    for place in try places([text]) {
      let open = opening.open(
        place, for: makesStore ? .writing : .changing, isDryRun: writing.dryRun, messages: &messages
      )
      guard let open else { continue }
      try work(with: place, &messages) { messages in try body(open, &report, &messages) }
    }
    report.finish(&messages)
    try messages.status.throwUnlessDone()
  }

  /// Opens the store that items come from and the store that they are written to.
  ///
  /// - Parameter movesAway: Whether the items are removed from the first store.
  func pair(
    _ source: String, _ target: String, movesAway: Bool, writing: StoreWritingOptions,
    messages: inout Messages,
    body: (OpenStore, OpenStore, inout Messages) throws -> Void
  ) throws {
    let places = try places([source, target])
    let isDryRun = writing.dryRun
    guard
      let from = opening.open(
        places[0], for: movesAway ? .changing : .reading, isDryRun: isDryRun, messages: &messages),
      let there = opening.open(places[1], for: .writing, isDryRun: isDryRun, messages: &messages)
    else { return }
    try work(with: places[1], &messages) { messages in try body(from, there, &messages) }
  }

  /// Runs a closure that works with stores, and reports its error.
  func work(
    with place: StorePlace, _ messages: inout Messages, body: (inout Messages) throws -> Void
  ) throws {
    do {
      try body(&messages)
    } catch let error as StoreError {
      messages.report(error, of: place.name)
    } catch let status as ExitStatus {
      messages.note(status)
    }
  }
}
