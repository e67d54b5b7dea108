import Glibc
import Synchronization
import UserFiles

/// Standard output and standard error, buffered by us: `print` makes a system call for each few
/// lines of a pipe.
final class Output: Sendable {
  static let standard = Output(STDOUT_FILENO)
  static let error = Output(STDERR_FILENO)

  private let descriptor: Int32
  private let buffer = Mutex<[UInt8]>([])

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// True if a person is reading.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Writes a line.
  func print(_ line: String) {
    write(line.utf8)
    write([UInt8(ascii: "\n")])
  }

  /// Writes bytes.
  func write(_ bytes: some Sequence<UInt8>) {
    let isFull = buffer.withLock { buffer in
      buffer.append(contentsOf: bytes)
      return buffer.count > 1 << 16
    }
    if isFull { flush() }
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
    let bytes = buffer.withLock { buffer in
      defer { buffer.removeAll() }
      return buffer
    }
    do throws(FileError) {
      try ByteWriting.write(bytes, to: descriptor, called: "standard output")
    } catch {
      giveUp(error)
    }
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
