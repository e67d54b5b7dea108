import Dispatch
public import EditorAnswers
import EditorText
import ExactText
import Glibc
import JSONText
public import TaskBridge
public import TaskDates
public import TaskText
public import UserFiles

/// What the server knows besides what the editor tells it.
public struct ServerSettings: Sendable {
  /// The meaning of tags.
  public var vocabulary = Vocabulary()
  /// The time of day from which alarms of days without a time are counted.
  public var dayStart = TimeParameters(secondOfDay: 9 * 3600) ?? .midnight
  /// The files and folders of the configuration and of `DUECAL_FILES`.
  public var paths: [String] = []
  /// The endings of the names of task files in folders.
  public var endings = [".taskpaper", ".todo"]
  /// What is left out of folders.
  public var rules = FolderRules.none
  /// How Markdown is read and written in the file at a path.
  public var markdown: @Sendable (String) -> MarkdownSettings = { _ in .standard }
  /// The person's home folder, which is never searched unless it is in `paths`.
  public var home: String?
  /// The version that the editor is told.
  public var version = ""
  /// The number of threads that read and check large texts.
  public var threads = 1
  /// Reads the clock; asked for each answer.
  public var clock: @Sendable () -> EditorClock?
  /// The zone of a name in calendars.
  public var zone: @Sendable (String) -> Zone? = { _ in nil }
  /// What is known of the items of the lines of a file, from earlier imports and syncs; asked in the background.
  public var origins: @Sendable (_ path: String, _ bytes: [UInt8]) -> LineOrigins = { _, _ in
    LineOrigins()
  }

  /// Creates settings.
  public init(clock: @escaping @Sendable () -> EditorClock?) { self.clock = clock }
}

/// A server of the Language Server Protocol 3.17 on two descriptors.
///
/// One thread reads the input, one reads files for the index, and the thread that calls `run` owns the state and
/// answers in order. The server writes no file: the editor applies all edits.
public struct EditorServer {
  let settings: ServerSettings
  let inbox = Inbox()
  let output: Int32
  var client = ClientAbilities()
  var options = ClientOptions()
  var encoding = PositionEncoding.utf16
  var documents: ExactDictionary<OpenDocument> = [:]
  /// The number of documents that were ever opened.
  var openedCount = 0
  var index = FileIndex()
  var state = State.new
  private let input: Int32
  /// True if a message could not be written: the editor is gone.
  var isBroken = false
  /// The documents whose diagnostics are not current.
  var stale = ExactSet()
  var nextRequest = 1
  /// What is done when the editor answers a request.
  var replies: ExactDictionary<Reply> = [:]
  /// The requests that are worked on in the background.
  var working: Set<[UInt8]> = []
  /// True once the editor shows the progress of the index.
  var showsProgress = false
  /// True while files are read for the index.
  var isIndexing = false
  /// The zone of the last answers.
  var lastZone: Zone?
  /// When the names of changed documents are collected again.
  var nextCollection: DispatchTime?
  let zoneNames = ZoneNameList()

  enum State {
    case new, ready, shutDown
  }

  /// What an answer of the editor is for.
  enum Reply {
    case progress
  }

  /// Creates a server.
  public init(_ settings: ServerSettings, input: Int32 = 0, output: Int32 = 1) {
    self.settings = settings
    self.input = input
    self.output = output
  }

  /// Answers until the editor says `exit`, its input ends, or its process is gone.
  ///
  /// - Returns: True if the editor has shut the server down before, as the protocol asks for, or sent nothing.
  public mutating func run() -> Bool {
    signal(SIGPIPE, SIG_IGN)
    InputReader(input, inbox).start()
    while !isBroken {
      guard let event = inbox.next(until: deadline) else {
        publishStale()
        followClock()
        collectNames()
        continue
      }
      guard take(event) else { break }
      if inbox.isEmpty { publishStale() }
    }
    if case .shutDown = state { return true }
    return false
  }

  /// Handles an event; false if the server ends.
  private mutating func take(_ event: ServerEvent) -> Bool {
    switch event {
    case .end:
      // An input that ends before it began has nothing to shut down.
      if case .new = state { state = .shutDown }
      return false
    case .fault(let code, let sentence): fail(nil, RequestFault(code, sentence))
    case .message(let text): return take(text.root)
    case .indexed(let files): index.add(files)
    case .indexComplete(let remark): endIndexing(remark)
    case .left(let folders): forgetFiles(in: folders)
    case .named(let uri, let number, let revision, let names):
      take(names, of: uri, number: number, revision: revision)
    case .origins(let uri, let origins): take(origins, of: uri)
    case .answered(let id, let result, let remark): finish(id, result, remark: remark)
    }
    return true
  }

  private mutating func take(_ message: JSONView) -> Bool {
    guard let method = message["method"]?.string else {
      takeReply(message)
      return true
    }
    guard let id = message["id"] else {
      if method == "exit" { return false }
      if case .ready = state { notify(method, message["params"]) }
      return true
    }
    answer(Array(id.written), method, message["params"])
    return true
  }

  private mutating func takeReply(_ message: JSONView) {
    guard message.kind == .object, let id = message["id"] else {
      return fail(nil, RequestFault(ErrorCode.invalidRequest, "a message without a method"))
    }
    guard let reply = id.string.flatMap({ replies.removeValue(forKey: $0) }),
      message["error"] == nil
    else { return }
    switch reply {
    case .progress: beginProgress()
    }
  }

  // MARK: Requests

  private mutating func answer(_ id: [UInt8], _ method: String, _ params: JSONView?) {
    do throws(RequestFault) {
      if inbox.takeCancellation(of: id) {
        throw RequestFault(ErrorCode.requestCancelled, "cancelled")
      }
      try expectCurrent(params)
      guard let result = try result(id, method, params) else {
        working.insert(id)
        return
      }
      send(["id": .written(id), "result": result])
      // Only now, because the editor expects no other message before this answer.
      if method == "initialize" { startIndexing() }
    } catch {
      fail(id, error)
    }
  }

  /// Refuses a request about a text that the editor has changed since.
  ///
  /// A command names the text in its first argument, and an action in its data.
  private func expectCurrent(_ params: JSONView?) throws(RequestFault) {
    let places = [
      params?["textDocument"], params?["arguments"]?.elements.first, params?["data"],
    ]
    let uris = places.compactMap { $0?["uri"]?.string }
    if uris.contains(where: inbox.hasChange) { throw Self.textHasChanged }
  }

  static let textHasChanged = RequestFault(ErrorCode.contentModified, "the text has changed")

  /// Sends the result of work that was done in the background.
  private mutating func finish(_ id: [UInt8], _ result: JSONNode, remark: String? = nil) {
    working.remove(id)
    if inbox.takeCancellation(of: id) {
      fail(id, RequestFault(ErrorCode.requestCancelled, "cancelled"))
    } else {
      send(["id": .written(id), "result": result])
      if let remark { show(remark) }
    }
  }

  private mutating func fail(_ id: [UInt8]?, _ fault: RequestFault) {
    send([
      "id": id.map(JSONNode.written) ?? nil,
      "error": ["code": .int(fault.code), "message": .string(fault.sentence)],
    ])
  }

  /// The result of a request; nil if it comes later.
  private mutating func result(
    _ id: [UInt8], _ method: String, _ params: JSONView?
  ) throws(RequestFault) -> JSONNode? {
    switch (state, method) {
    case (.new, "initialize"): return initialize(params)
    case (.new, _):
      throw RequestFault(ErrorCode.serverNotInitialized, "the first request is initialize")
    case (.ready, "initialize"), (.shutDown, _):
      throw RequestFault(ErrorCode.invalidRequest, "\(method) is not expected now")
    case (.ready, "shutdown"):
      state = .shutDown
      return .null
    case (.ready, _): return try documentResult(id, method, params)
    }
  }

  // MARK: Output

  /// Sends a message.
  mutating func send(_ members: JSONNode) {
    guard case .object(let list) = members else { return }
    let message = JSONNode.object([("jsonrpc", "2.0")] + list).bytes
    do {
      // The head is written on its own, so that a large answer is not copied.
      for part in [FrameReader.head(of: message), message] {
        try ByteWriting.write(part, to: output, called: "standard output")
      }
    } catch {
      isBroken = true
    }
  }

  /// Sends a notification.
  mutating func notify(editor method: String, _ params: JSONNode) {
    send(["method": .string(method), "params": params])
  }

  /// Sends a request.
  mutating func request(_ method: String, _ params: JSONNode?, reply: Reply? = nil) {
    let id = "duecal-\(nextRequest)"
    nextRequest += 1
    replies[id] = reply
    let members: [(String, JSONNode)] = [("id", .string(id)), ("method", .string(method))]
    send(.object(members + (params.map { [("params", $0)] } ?? [])))
  }

  /// Writes a line to the log of the editor.
  mutating func log(_ sentence: String) {
    notify(editor: "window/logMessage", ["type": 3, "message": .string(sentence)])
  }
}
