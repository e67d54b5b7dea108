import Diagnostics
import Glibc
import Synchronization
import UserFiles
import WebAddresses

/// Standard output and standard error with a buffer of their own: `print` makes a system call for each few lines of a
/// pipe.
final class Output: Sendable {
  static let standard = Output(STDOUT_FILENO)
  static let error = Output(STDERR_FILENO)

  private let descriptor: Int32
  private let buffer = Mutex<Buffer>(Buffer())
  private let paging = Mutex(Paging.none)

  /// True if a person reads it, with or without a pager.
  let isTerminal: Bool

  private struct Buffer {
    var bytes: [UInt8] = []
    /// Escapes the characters that a terminal would obey.
    var terminal = TerminalText()
  }

  private enum Paging {
    case none
    /// A pager that starts with the first text.
    case wanted(Pager, [String: String])
    case running(PagerProcess, Pager)
  }

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  /// Sends all later output through a pager.
  func page(through pager: Pager, _ environment: [String: String]) {
    paging.withLock { $0 = .wanted(pager, environment) }
  }

  /// Writes a line; on a terminal, line feeds in it are escaped, and paths in messages begin with `~`.
  ///
  /// Messages show no password.
  func print(_ line: String) {
    let line =
      descriptor == STDERR_FILENO
      ? CalendarAddress.withoutPasswords(HomePath.inMessage(line, on: self)) : line
    write(line.utf8, as: .line)
    write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Writes a line that may contain the sequences of `TerminalStyle`.
  func print(styled line: String) {
    write(line.utf8, as: .styled)
    write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Writes the UTF-8 of a line that may contain the sequences of `TerminalStyle`.
  func print(styled line: [UInt8]) {
    write(line, as: .styled)
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

  /// Writes contents, parts of which may be in a temporary file.
  func write(_ contents: FileContents) {
    do throws(FileError) {
      try contents.forEachPiece { write($0) }
    } catch {
      giveUp(error)
    }
  }

  /// Writes the buffer.
  ///
  /// If that fails, the output is dropped: either no one reads it any longer, or the disk is full, which ends the run
  /// with 74.
  func flush() {
    // A reader who has closed the pager has seen enough.
    if !writeBuffer() { ExitStatus.done.leave() }
  }

  /// Writes the buffer; false if the pager that reads it has ended.
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

  /// Writes the buffer, and waits for the pager to end.
  ///
  /// - Returns: The reason why the pager could not be run; nil if it ran, or there is none.
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
    return "the pager \(pager.command.quoted) cannot be run; expected another pager, or --no-pager"
  }

  /// Ends the run after an error of the output, or of a temporary file for it.
  func giveUp(_ error: FileError) -> Never {
    if descriptor != STDERR_FILENO {
      Output.error.print("duecal: \(error)")
      Output.error.flush()
    }
    exit(ExitStatus.inputOutput.rawValue)
  }
}
