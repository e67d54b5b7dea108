import Dispatch
import EditorAnswers
import ExactText
import JSONText
import Synchronization

/// What arrives at the thread that owns the state.
enum ServerEvent: Sendable {
  /// A message of the editor.
  case message(JSONText)
  /// Input that is not a message.
  case fault(code: Int, String)
  /// The input has ended, or the editor has.
  case end
  /// A file of the index was read.
  case indexed([IndexedFile])
  /// All files of the index were read; with a remark about that.
  case indexComplete(String?)
  /// All earlier events about the files of folders that have left the workspace have arrived.
  case left(folders: [String])
  /// The names of a document were collected.
  case named(uri: String, number: Int, revision: Int, NameCounts)
  /// What is known of the items of the lines of a document.
  case origins(uri: String, LineOrigins)
  /// Work for a request is done; with a remark for the person about the answer.
  case answered(id: [UInt8], JSONNode, remark: String? = nil)
}

/// The events that wait for the thread that owns the state.
final class Inbox: Sendable {
  private struct State {
    var events: [ServerEvent] = []
    var next = 0
    /// The requests that the editor no longer needs, as JSON.
    var cancelled: Set<[UInt8]> = []
    /// The numbers of changes that wait, by the address of their document; each request asks for one.
    var changes: ExactDictionary<Int> = [:]
  }

  private let state = Mutex(State())
  private let arrivals = DispatchSemaphore(value: 0)

  func add(_ event: ServerEvent) {
    state.withLock { state in
      if case .message(let text) = event, let id = Self.cancelledID(text) {
        state.cancelled.insert(id)
      }
      if let uri = Self.changedURI(event) { state.changes[uri, default: 0] += 1 }
      state.events.append(event)
    }
    arrivals.signal()
  }

  private static func cancelledID(_ message: JSONText) -> [UInt8]? {
    guard message.root["method"]?.utf8?.elementsEqual("$/cancelRequest".utf8) == true else {
      return nil
    }
    return message.root["params"]?["id"].map { Array($0.written) }
  }

  /// The next event; nil if none arrives in time.
  func next(until time: DispatchTime) -> ServerEvent? {
    guard arrivals.wait(timeout: time) == .success else { return nil }
    return state.withLock { state in
      let event = state.events[state.next]
      state.next += 1
      if let uri = Self.changedURI(event), let count = state.changes[uri] {
        state.changes[uri] = count > 1 ? count - 1 : nil
      }
      if state.next == state.events.count {
        state.events.removeAll(keepingCapacity: true)
        state.next = 0
      }
      return event
    }
  }

  /// True if no event waits.
  var isEmpty: Bool { state.withLock { $0.events.isEmpty } }

  /// True if a request was cancelled; asks only once.
  func takeCancellation(of id: [UInt8]) -> Bool {
    state.withLock { $0.cancelled.remove(id) != nil }
  }

  /// True if a change of a document waits, so that an answer about it would be about an old text.
  func hasChange(of uri: String) -> Bool { state.withLock { $0.changes[uri] != nil } }

  /// The document that an event changes; nil for other events.
  private static func changedURI(_ event: ServerEvent) -> String? {
    guard case .message(let text) = event,
      text.root["method"]?.utf8?.elementsEqual("textDocument/didChange".utf8) == true
    else { return nil }
    return text.root["params"]?["textDocument"]?["uri"]?.string
  }
}
