import Diagnostics
import Glibc
import Synchronization
import UserFiles

/// Standard output and standard error, buffered by us: `print` makes a system call for each few
/// lines of a pipe.
final class Output: Sendable {
  static let standard = Output(STDOUT_FILENO)
  static let error = Output(STDERR_FILENO)

  private let descriptor: Int32
  private let buffer = Mutex<Buffer>(Buffer())
  private let paging = Mutex(Paging.none)

  /// True if a person is reading, with a pager or without.
  let isTerminal: Bool

  private struct Buffer {
    var bytes: [UInt8] = []
    /// Escapes the characters that a terminal would obey.
    var terminal = TerminalText()
  }

  private enum Paging {
    case none
    /// From the first text on.
    case wanted(Pager, [String: String])
    case running(PagerProcess, Pager)
  }

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  /// Lets what is written from here on go through a pager.
  func page(through pager: Pager, _ environment: [String: String]) {
    paging.withLock { $0 = .wanted(pager, environment) }
  }

  /// Writes a line; on a terminal, line feeds in it are escaped.
  func print(_ line: String) {
    write(line.utf8, as: .line)
    write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Writes a line that may have the sequences of `TerminalStyle` in it.
  func print(styled line: String) {
    write(line.utf8, as: .styled)
    write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Writes bytes: unchanged to a pipe or a file, escaped to a terminal.
  ///
  /// All output passes through here, so no command can forget to escape.
  func write(_ bytes: some Sequence<UInt8>, as form: TerminalText.Form = .text) {
    let isFull = buffer.withLock { buffer in
      if isTerminal {
        buffer.bytes += buffer.terminal.shown(Array(bytes), as: form)
      } else {
        buffer.bytes.append(contentsOf: bytes)
      }
      return buffer.bytes.count > 1 << 16
    }
    if isFull { flush() }
  }

  /// Erases the terminal line of the cursor; no other cursor sequence is ever written.
  func eraseLine() {
    if isTerminal { buffer.withLock { $0.bytes += Array("\r\u{1B}[K".utf8) } }
  }

  /// Writes contents, some of which may have waited elsewhere.
  func write(_ contents: FileContents) {
    do throws(FileError) {
      try contents.forEachPiece { write($0) }
    } catch {
      giveUp(error)
    }
  }

  /// Writes what is still in the buffer.
  ///
  /// What cannot be written is given up: nobody is there to read it, or the disk is full, which
  /// ends the run with 74.
  func flush() {
    // Where a pager has ended, who reads has seen enough.
    if !writeBuffer() { ExitStatus.done.leave() }
  }

  /// Writes the buffer; false where a pager has ended that was to read it.
  private func writeBuffer() -> Bool {
    let bytes = buffer.withLock { buffer in
      defer { buffer.bytes.removeAll() }
      return buffer.bytes
    }
    guard !bytes.isEmpty else { return true }
    startPager()
    do throws(FileError) {
      try ByteWriting.write(bytes, to: descriptor, called: "standard output")
      return true
    } catch {
      if isPaged { return false }
      giveUp(error)
    }
  }

  /// Writes what is still in the buffer, and waits for a pager to end.
  ///
  /// - Returns: Why the pager could not be run; nil where it was, or there is none.
  func finish() -> String? {
    buffer.withLock { $0.bytes += $0.terminal.rest() }
    _ = writeBuffer()
    return endPager()
  }

  private var isPaged: Bool {
    if case .running = paging.withLock({ $0 }) { true } else { false }
  }

  private func startPager() {
    paging.withLock { paging in
      guard case .wanted(let pager, let environment) = paging else { return }
      paging = PagerProcess(pager.command, environment).map { .running($0, pager) } ?? .none
    }
  }

  private func endPager() -> String? {
    let last = paging.withLock { paging in
      defer { paging = .none }
      return paging
    }
    guard case .running(let process, let pager) = last, !process.finish() else { return nil }
    return "the pager \(pager.command.quoted) cannot be run; expected one, or --no-pager"
  }

  /// Ends the run: what cannot be written here, or not be read for it, will not come.
  func giveUp(_ error: FileError) -> Never {
    if descriptor != STDERR_FILENO {
      Output.error.print("duecal: \(error)")
      Output.error.flush()
    }
    exit(ExitStatus.inputOutput.rawValue)
  }
}
