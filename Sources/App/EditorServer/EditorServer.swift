import Dispatch
public import EditorAnswers
import EditorText
import ExactText
import Glibc
import JSONText
public import TaskBridge
public import TaskDates
import TaskText
import UserFiles

/// What the server knows besides what the editor tells it.
public struct ServerSettings: Sendable {
  /// The meaning of tags.
  public var vocabulary = Vocabulary()
  /// The time of day from which alarms of days without a time are counted.
  public var dayStart = TimeParameters(secondOfDay: 9 * 3600) ?? .midnight
  /// The files and folders of the configuration and of `DUECAL_FILES`.
  public var paths: [String] = []
  /// The person's home folder, which is never searched unless it is in `paths`.
  public var home: String?
  /// The version that the editor is told.
  public var version = ""
  /// Reads the clock; asked for each answer.
  public var clock: @Sendable () -> EditorClock?

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
  var encoding = PositionEncoding.utf16
  var documents: [String: OpenDocument] = [:]
  var index = FileIndex()
  var state = State.new
  private let input: Int32
  /// True if a message could not be written: the editor is gone.
  var isBroken = false
  /// The documents whose diagnostics are not current.
  var stale: Set<String> = []
  var nextRequest = 1
  let zoneNames = ZoneNameList()

  enum State {
    case new, ready, shutDown
  }

  /// Creates a server.
  public init(_ settings: ServerSettings, input: Int32 = 0, output: Int32 = 1) {
    self.settings = settings
    self.input = input
    self.output = output
  }

  /// Answers until the editor says `exit`, its input ends, or its process is gone.
  ///
  /// - Returns: True if the editor has shut the server down before, as the protocol asks for.
  public mutating func run() -> Bool {
    signal(SIGPIPE, SIG_IGN)
    InputReader(input, inbox).start()
    while !isBroken {
      guard let event = inbox.next(until: deadline) else {
        publishStale()
        updateForTime()
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
    case .end: return false
    case .fault(let code, let sentence):
      send(["id": nil, "error": ["code": .int(code), "message": .string(sentence)]])
    case .message(let text): return take(text.root)
    case .indexed(let files): add(files)
    case .indexComplete: endIndexing()
    }
    return true
  }

  private mutating func take(_ message: JSONView) -> Bool {
    guard let method = message["method"]?.string else {
      if message["id"] == nil || message.kind != .object {
        fail(nil, RequestFault(ErrorCode.invalidRequest, "a message without a method"))
      }
      return true  // an answer of the editor
    }
    guard let id = message["id"] else {
      if method == "exit" { return false }
      if case .ready = state { notify(method, message["params"]) }
      return true
    }
    answer(Array(id.written), method, message["params"])
    return true
  }

  // MARK: Requests

  private mutating func answer(_ id: [UInt8], _ method: String, _ params: JSONView?) {
    do throws(RequestFault) {
      if inbox.takeCancellation(of: id) {
        throw RequestFault(ErrorCode.requestCancelled, "cancelled")
      }
      send(["id": .written(id), "result": try result(method, params)])
    } catch {
      fail(id, error)
    }
    if method == "initialize", case .ready = state { startIndexing() }
  }

  private mutating func fail(_ id: [UInt8]?, _ fault: RequestFault) {
    send([
      "id": id.map(JSONNode.written) ?? nil,
      "error": ["code": .int(fault.code), "message": .string(fault.sentence)],
    ])
  }

  private mutating func result(
    _ method: String, _ params: JSONView?
  ) throws(RequestFault) -> JSONNode {
    switch (state, method) {
    case (.new, "initialize"): return initialize(params)
    case (.new, _):
      throw RequestFault(ErrorCode.serverNotInitialized, "the first request is initialize")
    case (.ready, "initialize"), (.shutDown, _):
      throw RequestFault(ErrorCode.invalidRequest, "\(method) is not expected now")
    case (.ready, "shutdown"):
      state = .shutDown
      return nil
    case (.ready, _): return try documentResult(method, params)
    }
  }

  // MARK: Output

  /// Sends a message.
  mutating func send(_ members: JSONNode) {
    guard case .object(let list) = members else { return }
    let message = JSONNode.object([("jsonrpc", "2.0")] + list)
    do {
      try ByteWriting.write(
        FrameReader.framed(message.bytes), to: output, called: "standard output")
    } catch {
      isBroken = true
    }
  }

  /// Sends a notification.
  mutating func notify(editor method: String, _ params: JSONNode) {
    send(["method": .string(method), "params": params])
  }

  /// Sends a request whose answer does not matter.
  mutating func request(_ method: String, _ params: JSONNode) {
    send(["id": .string("duecal-\(nextRequest)"), "method": .string(method), "params": params])
    nextRequest += 1
  }

  /// Writes a line to the log of the editor.
  mutating func log(_ sentence: String) {
    notify(editor: "window/logMessage", ["type": 3, "message": .string(sentence)])
  }
}
