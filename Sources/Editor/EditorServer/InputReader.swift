import CLinuxFiles
import Dispatch
import Glibc
import JSONText

/// Reads the input on a thread of its own, always, so that the editor never waits.
struct InputReader {
  private let input: Int32
  private let inbox: Inbox
  private var frames = FrameReader()
  /// A descriptor that becomes readable when the editor ends; -1 if there is none.
  private var editor: Int32 = -1
  private var process: Int32 = 0

  init(_ input: Int32, _ inbox: Inbox) {
    self.input = input
    self.inbox = inbox
  }

  /// Starts reading.
  func start() {
    DispatchQueue(label: "duecal.lsp.input").async {
      var reader = self
      while reader.readOnce() {}
      reader.inbox.add(.end)
    }
  }

  /// Reads what is there; false at the end of the input or of the editor.
  private mutating func readOnce() -> Bool {
    var descriptors = [pollfd(fd: input, events: Int16(POLLIN), revents: 0)]
    if editor >= 0 { descriptors.append(pollfd(fd: editor, events: Int16(POLLIN), revents: 0)) }
    let hasDescriptor = editor >= 0 || process == 0
    if process != 0, kill(process, 0) != 0, errno == ESRCH { return false }
    let ready = poll(&descriptors, nfds_t(descriptors.count), hasDescriptor ? -1 : 5000)
    if ready < 0 { return errno == EINTR }
    if descriptors.count > 1, descriptors[1].revents != 0 { return false }
    if descriptors[0].revents == 0 { return true }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(input, &buffer, buffer.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN }
    guard count > 0 else { return false }
    frames.append(buffer[..<count])
    while let frame = frames.next() { take(frame) }
    return true
  }

  private mutating func take(_ frame: FrameReader.Frame) {
    switch frame {
    case .fault(let sentence): inbox.add(.fault(code: ErrorCode.parse, sentence))
    case .message(let bytes):
      do throws(JSONError) {
        let text = try JSONText(parsing: bytes)
        watchEditor(text)
        inbox.add(.message(text))
      } catch {
        inbox.add(.fault(code: ErrorCode.parse, "\(error)"))
      }
    }
  }

  /// Watches the process that the first message names.
  private mutating func watchEditor(_ message: JSONText) {
    guard process == 0, message.root["method"]?.utf8?.elementsEqual("initialize".utf8) == true,
      let number = message.root["params"]?["processId"]?.int.flatMap({ Int32(exactly: $0) }),
      number > 0
    else { return }
    process = number
    editor = duecal_pidfd_open(number)
  }
}
