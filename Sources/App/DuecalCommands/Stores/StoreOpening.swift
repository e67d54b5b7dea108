import CalendarItems
import CalendarStores
import DuecalConfiguration
import ExactText
import StoreAccess
import TaskBridge
import TaskDates
import TaskFolderStore
import UserFiles
import WebAddresses

/// Opens the stores of one run.
struct StoreOpening {
  private let runEnvironment: RunEnvironment
  private let time: NetworkTime
  private let allowsScheduling: Bool
  /// The command in the list of edits of a task file.
  var command = "store"
  /// Why task files are edited.
  var editPurpose = BackedUpEdit.Purpose.change
  /// The zone of the times in task files; nil for that of the configuration, or of the system.
  var zone: Zone?
  /// The clock of a command that runs on and on; nil for the time of the run.
  var clock: RunningTime?

  init(
    _ runEnvironment: RunEnvironment, _ time: NetworkTime = NetworkTime(),
    allowsScheduling: Bool = false
  ) {
    self.runEnvironment = runEnvironment
    self.time = time
    self.allowsScheduling = allowsScheduling
  }

  init(_ runEnvironment: RunEnvironment, _ options: StoreOptions) {
    self.init(
      runEnvironment, options.time, allowsScheduling: options.allowScheduling)
  }

  /// The time of the run.
  var now: Instant { runEnvironment.now }

  /// The reason for opening a store.
  enum Purpose {
    /// Nothing is created, and the last known state of a server that cannot be reached is enough.
    case reading
    /// Nothing is created, and the store has to be reached.
    case changing
    /// A missing local store is created.
    case writing
  }

  /// Opens a store for a change, or for a dry run.
  func open(
    _ place: StorePlace, for purpose: Purpose, isDryRun: Bool, messages: inout Messages
  ) -> OpenStore? {
    guard isDryRun else { return open(place, for: purpose, messages: &messages) }
    guard presence(of: place) != .nothing || purpose != .writing else {
      // A store that would be created is empty.
      let now = runEnvironment.now
      return OpenStore(place: place, store: MemoryStore(now: { now }), isFresh: true)
    }
    return open(place, for: .reading, messages: &messages)
  }

  /// Opens a store and refreshes it; nil, after a report, if that fails.
  func open(
    _ place: StorePlace, for purpose: Purpose, messages: inout Messages
  ) -> OpenStore? {
    if let refusal = refusal(of: place, purpose) {
      messages.fail(refusal.sentence, refusal.status)
      return nil
    }
    let secrets = StoreSecrets(place, runEnvironment.environment)
    do throws(StoreError) {
      let store = try store(place, secrets, purpose: purpose)
      let failure = refresh(store)
      if let failure, purpose != .reading { throw failure }
      if let reason = denial(by: store) {
        messages.fail("\(place.name): \(reason)", .notPermitted)
        return nil
      }
      let open = OpenStore(place: place, store: store, isFresh: failure == nil)
      _ = try open.lists()
      if let failure { reportStale(failure, place, secrets: secrets, messages: &messages) }
      report(faultsOf: place, purpose, messages: &messages)
      report(copiesIn: place, &messages)
      if purpose != .reading { ZoneRenewal.run(open, runEnvironment, &messages) }
      return open
    } catch {
      messages.report(error, of: place.name, status: secrets.hasFailed ? .configuration : nil)
      return nil
    }
  }

  /// Reports the parts of a store that no command can read; a change goes on without them.
  private func report(
    faultsOf place: StorePlace, _ purpose: Purpose, messages: inout Messages
  ) {
    guard place.address.isOfFile, let opener = Self.opener(of: place) else { return }
    for sentence in opener.faults(at: place.address.rest, cache: cacheFolder(of: place.address)) {
      if purpose == .reading { messages.fail(sentence, .partial) } else { messages.warn(sentence) }
    }
  }

  /// Reports the conflict copies that are left out of a folder.
  private func report(copiesIn place: StorePlace, _ messages: inout Messages) {
    if place.address.isOfFile, let opener = Self.opener(of: place) {
      let copies = opener.conflictCopies(
        at: place.address.rest, cache: cacheFolder(of: place.address))
      if !copies.isEmpty { FileSearch.report(copies: copies, in: place.address.rest, &messages) }
    }
    guard place.address.kind == .taskFiles, FileTree.isFolder(place.address.rest) else { return }
    let search = FileSearch(
      endings: TaskFolderOptions.usualEndings, subject: "task files",
      rules: runEnvironment.configuration.folderRules)
    search.reportCopies(in: place.address.rest, &messages)
  }

  /// The names of the lists of a local store; empty, without a report, if it cannot be read.
  func labels(of place: StorePlace) -> [String] {
    let secrets = StoreSecrets(place, runEnvironment.environment)
    guard let store = try? store(place, secrets, purpose: .reading) else { return [] }
    let open = OpenStore(place: place, store: store, isFresh: true)
    let lists = (try? open.lists()) ?? []
    return lists.map { open.label(of: $0, among: lists) }
  }

  /// The error with which a local store refuses to read a list; nil if it reads it.
  func error(reading list: ItemList.ID, of place: StorePlace) -> StoreError? {
    do throws(StoreError) {
      let secrets = StoreSecrets(place, runEnvironment.environment)
      let store = try store(place, secrets, purpose: .reading)
      _ = try StoreCall.wait { () async throws(StoreError) in try await store.versions(in: list) }
      return nil
    } catch {
      return error
    }
  }

  private func refresh(_ store: any CalendarStore) -> StoreError? {
    do throws(StoreError) {
      try StoreCall.wait { () async throws(StoreError) in try await store.refresh() }
      return nil
    } catch {
      return error
    }
  }

  /// The reason why nothing of a store may be read; nil if something may.
  private func denial(by store: any CalendarStore) -> String? {
    let access = try? StoreCall.wait { () async throws(StoreError) in
      await [store.access(to: .reminder), store.access(to: .event)]
    }
    guard case .denied(let reason)? = access?.first, case .denied? = access?.last else {
      return nil
    }
    return reason
  }

  private func reportStale(
    _ error: StoreError, _ place: StorePlace, secrets: StoreSecrets, messages: inout Messages
  ) {
    messages.warn(
      "\(Messages.sentence(error, of: place.name)); the items that were there last are shown")
    messages.note(secrets.hasFailed ? .configuration : ExitStatus(error))
  }

  // MARK: Opening

  private func store(
    _ place: StorePlace, _ secrets: StoreSecrets, purpose: Purpose
  ) throws(StoreError) -> any CalendarStore {
    guard let opener = Self.opener(of: place) else {
      throw StoreError.unavailable("this duecal cannot open \(place.address.scheme)")
    }
    let request = try request(place, secrets, purpose: purpose)
    return try StoreCall.wait { () async throws(StoreError) in try await opener.open(request) }
  }

  private func request(
    _ place: StorePlace, _ secrets: StoreSecrets, purpose: Purpose
  ) throws(StoreError) -> StoreRequest {
    let (start, clock) = (runEnvironment.now, clock)
    let folder = cacheFolder(of: place.address)
    do throws(FileError) {
      if place.address.server != nil { try PrivateFolder.make(folder) }
      if place.isUsual, purpose == .writing { try PrivateFolder.make(place.folder) }
    } catch {
      throw StoreError.unavailable("\(error)")
    }
    var request = StoreRequest(
      place.address, password: { () throws(StoreError) in try secrets.credentials() },
      now: { clock?.now ?? start }, cacheFolder: folder, timeout: time.perRequest,
      agent: "duecal/\(DuecalVersion.number)",
      allowsScheduling: allowsScheduling, makesStore: purpose == .writing)
    request.end = time.end
    request.keepsLeftOut = command == "sync"
    if place.address.kind == .taskFiles {
      let taskFiles = try taskFiles(purpose, in: place.address.rest)
      request.taskFiles = { () throws(StoreError) in taskFiles }
    }
    return request
  }

  /// The settings for a store in task files.
  private func taskFiles(
    _ purpose: Purpose, in root: String
  ) throws(StoreError) -> TaskFileRequest {
    guard let folder = StateFolder.named(runEnvironment) else {
      throw .unavailable(
        "HOME is not set; expected HOME, or XDG_STATE_HOME for the folder of the state")
    }
    var options = try lineOptions()
    options.markdown = { [runEnvironment] in runEnvironment.settings(ofFile: $0, within: root) }
    var writing = TaskFolderStore.Writing(backups: folder.backups, command: command)
    writing.swapFolders = folder.swapFolders
    writing.purpose = editPurpose
    return TaskFileRequest(state: try state(folder, purpose), writing: writing, options: options)
  }

  /// How items become lines of task files, and lines items.
  func lineOptions() throws(StoreError) -> TaskFolderOptions {
    var options = TaskFolderOptions(zone: try readingZone())
    options.vocabulary = runEnvironment.configuration.vocabulary
    options.grouping = runEnvironment.configuration.grouping ?? .files
    options.dayStart = runEnvironment.configuration.dayStartOrDefault
    options.rules = runEnvironment.configuration.folderRules
    options.inbox = runEnvironment.configuration.inbox
    options.keepsLeftOut = command == "sync"
    return options
  }

  /// The path of the state; nil if it is only needed for reading, and is missing or cannot be written.
  private func state(
    _ folder: StateFolder, _ purpose: Purpose
  ) throws(StoreError) -> String? {
    if purpose == .reading, !FileTree.isFile(folder.database) { return nil }
    do throws(FileError) {
      try folder.make()
      return folder.database
    } catch {
      guard purpose == .reading else { throw .unavailable("\(error)") }
      return nil
    }
  }

  /// The zone of the configuration, or that of the system.
  private func readingZone() throws(StoreError) -> Zone {
    if let zone { return zone }
    do throws(ZoneError) {
      return try ZoneOptions.zone(named: runEnvironment.configuration.zone, runEnvironment)
    } catch { throw .unavailable("\(error)") }
  }

  /// The folder for the cache of a server.
  private func cacheFolder(of address: StoreAddress) -> String {
    let folder = runEnvironment.environment.folder("XDG_CACHE_HOME", else: ".cache")
    let sum = SHA256.digits(of: Array("\(address)".utf8)).prefix(16)
    return "\(folder)/duecal/stores/\(address.server?.host ?? address.scheme)-\(sum)"
  }

  // MARK: Files

  private static func opener(of place: StorePlace) -> (any StoreOpener)? {
    StoreRegistry.opener(ofScheme: place.address.scheme)
  }

  /// True if a local store does not exist.
  func isMissing(_ place: StorePlace) -> Bool { presence(of: place) == .nothing }

  /// What is at the path of a store; a store without a path always exists.
  private func presence(of place: StorePlace) -> StorePresence {
    guard place.address.isOfFile else { return .store }
    return Self.opener(of: place)?.presence(at: place.address.rest) ?? .store
  }

  /// The reason why a local store is not opened; nil if it can be.
  private func refusal(
    of place: StorePlace, _ purpose: Purpose
  ) -> (sentence: String, status: ExitStatus)? {
    let path = place.address.rest
    switch presence(of: place) {
    case .store: return nil
    case .nothing where purpose == .writing:
      return place.isUsual || Self.hasFolder(path)
        ? nil : ("\(path): there is no such folder", .cannotCreate)
    case .nothing, .other: return ("\(path): there is no such store", .noInput)
    case .unreadable(let reason): return ("\(path): \(reason)", .notPermitted)
    case .foreign(let reason): return ("\(path): \(reason)", .dataError)
    }
  }

  private static func hasFolder(_ path: String) -> Bool {
    let above = path.drop { $0 == "/" }.lastIndex(of: "/").map { String(path[..<$0]) }
    return FileTree.isFolder(above ?? (path.hasPrefix("/") ? "/" : "."))
  }
}
