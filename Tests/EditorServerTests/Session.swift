import Dispatch
import EditorAnswers
import EditorServer
import Glibc
import JSONText
import Synchronization
import TaskDates

/// A server on two pipes, and what an editor says to it.
final class Session: Sendable {
  private let toServer: Int32
  private let fromServer: Int32
  private let frames = Mutex(FrameReader())
  private let result = Mutex<Bool?>(nil)
  private let ended = DispatchSemaphore(value: 0)
  private let clock: Clock

  /// Starts a server with a clock that shows a second.
  init(at second: Int = 1_795_600_800, files: [String] = [], home: String? = nil) {
    var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])
    pipe(&input)
    pipe(&output)
    (toServer, fromServer) = (input[1], output[0])
    let clock = Clock(second)
    self.clock = clock
    var settings = ServerSettings { EditorClock(at: Instant(seconds: clock.second), in: .utc) }
    settings.paths = files
    settings.home = home
    let (reading, writing) = (input[0], output[1])
    DispatchQueue(label: "server").async { [settings] in
      var server = EditorServer(settings, input: reading, output: writing)
      let isClean = server.run()
      self.result.withLock { $0 = isClean }
      // The input stays open: the thread that reads it may still look at this descriptor, which another session would get.
      Glibc.close(writing)
      self.ended.signal()
    }
  }

  /// A clock that goes on only when a test says so.
  private final class Clock: Sendable {
    private let state: Mutex<Int>

    init(_ second: Int) { state = Mutex(second) }

    var second: Int { state.withLock { $0 } }

    func advance(by seconds: Int) { state.withLock { $0 += seconds } }
  }

  /// Lets the clock of the server go on.
  func advance(by seconds: Int) { clock.advance(by: seconds) }

  deinit { Glibc.close(fromServer) }

  // MARK: What the editor says

  func send(bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(toServer, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends messages in one piece.
  func send(_ messages: String...) {
    send(bytes: messages.flatMap { FrameReader.framed(Array($0.utf8)) })
  }

  func initialize(_ capabilities: String = "{}", _ more: String = "") {
    send(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":\#(capabilities)\#(more)}}"#,
      #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#)
    _ = answer(to: 0)
  }

  func open(_ text: String, _ uri: String = "file:///a.taskpaper") {
    let node: JSONNode = [
      "jsonrpc": "2.0", "method": "textDocument/didOpen",
      "params": [
        "textDocument": [
          "uri": .string(uri), "languageId": "", "version": 1, "text": .string(text),
        ]
      ],
    ]
    send(bytes: FrameReader.framed(node.bytes))
  }

  static func hover(_ id: Int, line: Int = 0, _ character: Int = 3) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"textDocument/hover","params":{"#
      + #""textDocument":{"uri":"file:///a.taskpaper"},"position":{"line":\#(line),"character":\#(character)}}}"#
  }

  /// A request with parameters as JSON.
  static func request(_ id: Int, _ method: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
  }

  /// A notification with parameters as JSON.
  static func notification(_ method: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#
  }

  /// The whole text of a document as a change of it.
  static func change(
    _ text: String, version: Int? = nil, _ uri: String = "file:///a.taskpaper"
  ) -> String {
    let document: [(String, JSONNode)] = [("uri", .string(uri))]
    let params: JSONNode = [
      "textDocument": .object(document + (version.map { [("version", .int($0))] } ?? [])),
      "contentChanges": [["text": .string(text)]],
    ]
    return notification(
      "textDocument/didChange", String(decoding: params.bytes, as: UTF8.self))
  }

  func closeInput() { Glibc.close(toServer) }

  /// What `run` returned; nil if the server has not ended in time.
  func end() -> Bool? {
    _ = ended.wait(timeout: .now() + .seconds(Int(Self.patience)))
    return result.withLock { $0 }
  }

  // MARK: What the server says

  /// How many seconds a test waits for a message: more than a busy machine needs, as only a failing test waits that long.
  private static let patience: Int32 = 120

  /// The next message of the server; nil at the end, or when none has come for a long time.
  func next() -> JSONView? {
    while true {
      let frame = frames.withLock { $0.next() }
      if case .message(let bytes)? = frame { return try? JSONText(parsing: bytes).root }
      var descriptor = pollfd(fd: fromServer, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, Self.patience * 1000) > 0 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(fromServer, &buffer, buffer.count)
      guard count > 0 else { return nil }
      frames.withLock { [buffer] in $0.append(buffer[..<count]) }
    }
  }

  /// The answer to a request, without the messages before it.
  func answer(to id: Int) -> JSONView? {
    while let message = next() {
      if message["method"] == nil, message["id"]?.int == id { return message }
    }
    return nil
  }

  /// The next message of a method.
  func message(_ method: String) -> JSONView? {
    while let message = next() {
      if message["method"]?.string == method { return message["params"] ?? message }
    }
    return nil
  }
}
