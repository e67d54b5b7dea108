import Foundation
import JSONText
import Testing

/// An editor that talks to `duecal lsp` over pipes; now is Wednesday, 25 November 2026, 10:00 UTC.
final class LspSession {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  /// The home folder.
  let home: Scratch
  private var bytes: [UInt8] = []
  private var requests = 0
  private var version = 1

  /// Starts the command in a home folder with some files, which `DUECAL_FILES` names.
  init(home files: [String: String]) throws {
    let path = try #require(binary, "DUECAL_BINARY does not name the command; use `make test`")
    home = try Scratch()
    for (name, text) in files { try home.write(name, text) }
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["lsp", "--zone", "UTC"]
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": home.url.path, "DUECAL_NOW": "2026-11-25T10:00:00Z",
      "DUECAL_FILES": files.isEmpty ? "" : home.url.path,
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  // MARK: Messages

  func sendBytes(_ message: [UInt8]) {
    let head = Array("Content-Length: \(message.count)\r\n\r\n".utf8)
    try? input.fileHandleForWriting.write(contentsOf: Data(head + message))
  }

  func notify(_ method: String, _ params: JSONNode) {
    sendBytes(
      JSONNode.object([("jsonrpc", "2.0"), ("method", .string(method)), ("params", params)]).bytes)
  }

  private func request(_ method: String, _ params: JSONNode) throws -> JSONView {
    requests += 1
    sendBytes(
      JSONNode.object([
        ("jsonrpc", "2.0"), ("id", .int(requests)), ("method", .string(method)), ("params", params),
      ]).bytes)
    while true {
      let message = try next()
      if message["id"]?.int == requests { return message }
    }
  }

  /// The result of a request.
  func ask(_ method: String, _ params: JSONNode) throws -> JSONView {
    try #require(try request(method, params)["result"])
  }

  /// The code of the error that a request has.
  func error(_ method: String, _ params: JSONNode) throws -> Int? {
    try request(method, params)["error"]?["code"]?.int
  }

  func initialize() throws -> JSONView {
    let answer = try request(
      "initialize",
      [
        "processId": nil,
        "capabilities": ["textDocument": ["codeAction": ["codeActionLiteralSupport": [:]]]],
      ])
    notify("initialized", [:])
    return answer
  }

  /// The next message of the server.
  func next() throws -> JSONView {
    while true {
      if let message = cut() { return try JSONText(parsing: message).root }
      let read = output.fileHandleForReading.availableData
      try #require(!read.isEmpty, "the server has ended")
      bytes += read
    }
  }

  private func cut() -> [UInt8]? {
    let end = Array("\r\n\r\n".utf8)
    guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else {
      return nil
    }
    let head = String(decoding: bytes[..<place], as: UTF8.self)
    let length = Int(head.split(separator: " ").last ?? "") ?? 0
    guard bytes.count >= place + 4 + length else { return nil }
    defer { bytes.removeFirst(place + 4 + length) }
    return Array(bytes[place + 4..<place + 4 + length])
  }

  /// The diagnostics that the server sends next.
  func diagnostics() throws -> JSONView {
    while true {
      let message = try next()
      guard message["method"]?.string == "textDocument/publishDiagnostics" else { continue }
      return try #require(message["params"]?["diagnostics"])
    }
  }

  // MARK: Documents

  private static let uri = JSONNode.string("file:///t.taskpaper")

  func open(_ uri: String, _ text: String) {
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri), "languageId": "taskpaper", "version": 1, "text": .string(text),
        ]
      ])
  }

  /// Opens a file of the home folder, and returns its address.
  @discardableResult
  func open(file name: String) throws -> String {
    let uri = "file://\(home.path(name))"
    open(uri, try home.text(name))
    return uri
  }

  func change(_ line: Int, _ range: Range<Int>, _ text: String) {
    version += 1
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": Self.uri, "version": .int(version)],
        "contentChanges": [["range": Self.range(line, range), "text": .string(text)]],
      ])
  }

  private static func range(_ line: Int, _ range: Range<Int>) -> JSONNode {
    [
      "start": ["line": .int(line), "character": .int(range.lowerBound)],
      "end": ["line": .int(line), "character": .int(range.upperBound)],
    ]
  }

  func at(_ line: Int, _ character: Int, in uri: String? = nil) -> JSONNode {
    [
      "textDocument": ["uri": uri.map(JSONNode.string) ?? Self.uri],
      "position": ["line": .int(line), "character": .int(character)],
    ]
  }

  func inRange(_ line: Int, _ range: Range<Int>) -> JSONNode {
    [
      "textDocument": ["uri": Self.uri], "range": Self.range(line, range),
      "context": ["diagnostics": []],
    ]
  }

  // MARK: The end

  /// Ends the session as the protocol asks for, and returns the exit status.
  func end() throws -> Int32 {
    _ = try request("shutdown", nil)
    notify("exit", nil)
    return status()
  }

  func closeInput() { try? input.fileHandleForWriting.close() }

  /// The exit status, once the command has ended.
  func status() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
