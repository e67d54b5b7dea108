import Glibc

/// The identity of a file, independent of its path.
public struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let number: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }

  /// The identity of the file at a path, with links followed; nil if there is none.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

/// The identity, time and size of a file, to detect whether it has changed.
public struct FileStamp: Hashable, Sendable {
  let identity: FileIdentity
  let size: Int
  let seconds: Int
  let nanoseconds: Int

  init(_ status: stat) {
    identity = FileIdentity(status)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}

/// A file as it was read: its bytes and its modification time.
public struct FileSnapshot: Sendable {
  /// The bytes.
  public let bytes: [UInt8]
  /// The modification time in seconds since 1970; nil if it is not a regular file, such as a pipe.
  public let modified: Int?
  /// The identity of the file; nil if it is not a regular file.
  public let identity: FileIdentity?
  /// The stamp of the file when it was read; nil if it is not a regular file.
  public let stamp: FileStamp?
  /// The maximum size of a file in bytes: an outline counts its lines with 32 bits.
  public static let limit = Int(UInt32.max)

  /// Creates a snapshot of bytes that were read elsewhere.
  public init(bytes: [UInt8], modified: Int? = nil, identity: FileIdentity? = nil) {
    self.bytes = bytes
    self.modified = modified
    self.identity = identity
    stamp = nil
  }

  /// Creates a snapshot of a file that was read earlier and has not changed since.
  public init(bytes: [UInt8], _ stamp: ChangeStamp) {
    self.bytes = bytes
    self.stamp = stamp.stamp
    modified = stamp.stamp.seconds
    identity = stamp.stamp.identity
  }

  init(bytes: [UInt8], _ status: stat) {
    self.bytes = bytes
    modified = Int(status.st_mtim.tv_sec)
    identity = FileIdentity(status)
    stamp = FileStamp(status)
  }

  /// Reads a file or a pipe; refuses a device, which may have no end.
  ///
  /// - Parameter start: The required first bytes; only these are read of a file that begins with others.
  public static func read(
    _ path: String, startingWith start: [UInt8] = []
  ) throws(FileError) -> FileSnapshot {
    let file = OpenFile(try SystemCall.make(path, "read") { open(path, O_RDONLY | O_CLOEXEC) })
    let status = try file.status(path, "read")
    switch status.st_mode & S_IFMT {
    case S_IFREG: return try snapshot(of: file, path, status, startingWith: start)
    case S_IFIFO, S_IFSOCK:
      return FileSnapshot(bytes: try bytes(of: file.descriptor, path, expecting: 0))
    case S_IFDIR: throw FileError(path, "read", code: EISDIR)
    default: throw FileError(path, "read", reason: "it is a device")
    }
  }

  private static func snapshot(
    of file: borrowing OpenFile, _ path: String, _ status: stat, startingWith start: [UInt8]
  ) throws(FileError) -> FileSnapshot {
    let bytes = try bytes(
      of: file.descriptor, path, expecting: Int(status.st_size), startingWith: start)
    return FileSnapshot(bytes: bytes, status)
  }

  /// Reads a file that nobody named on the command line, so it may be anything that somebody put into a folder.
  ///
  /// A file that is not regular is not even opened: the bytes of a pipe may never come, and opening a device may do something.
  ///
  /// - Parameters:
  ///   - folder: The folder that a link must not lead out of; nil if links may lead anywhere.
  ///   - start: The required first bytes; only these are read of a file that begins with others.
  public static func regular(
    _ path: String, within folder: String? = nil, startingWith start: [UInt8] = []
  ) throws(FileError) -> FileSnapshot {
    switch try kind(path, within: folder) {
    case .folder: throw FileError(path, "read", code: EISDIR)
    case .other: throw FileError(path, "read", reason: "it is not a file")
    case .file, .nothing: break
    }
    // Somebody may have put a pipe there meanwhile.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    let file = OpenFile(try SystemCall.make(path, "read") { open(path, flags) })
    let status = try file.status(path, "read")
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(path, "read", reason: "it is not a file")
    }
    return try snapshot(of: file, path, status, startingWith: start)
  }

  /// What a path names; refuses a link that leads out of a folder.
  private static func kind(
    _ path: String, within folder: String?
  ) throws(FileError) -> FileTree.Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .nothing }
    guard status.st_mode & S_IFMT == S_IFLNK else { return FileTree.Kind(status) }
    if let folder, FileTree.leads(path, outOf: folder) {
      throw FileError(path, "read", reason: "it is a link out of \(folder)")
    }
    return FileTree.kind(of: path)
  }

  /// Reads the first bytes of a file, at most a number of them.
  public static func beginning(of path: String, _ count: Int) throws(FileError) -> [UInt8] {
    let file = OpenFile(try SystemCall.make(path, "read") { open(path, O_RDONLY | O_CLOEXEC) })
    return try piece(of: file.descriptor, path, upTo: count)
  }

  /// Reads standard input to its end.
  public static func standardInput() throws(FileError) -> FileSnapshot {
    var status = stat()
    let isDevice = fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
    if isDevice, isatty(STDIN_FILENO) == 0, status.st_rdev != nullDevice {
      throw FileError("-", "read", reason: "it is a device")
    }
    return FileSnapshot(bytes: try bytes(of: STDIN_FILENO, "-", expecting: 0))
  }

  /// `/dev/null`, the only device that may be read.
  private static let nullDevice: dev_t = 0x103

  /// Reads an open file to its end, or only its beginning if that is not the required one.
  static func bytes(
    of descriptor: Int32, _ path: String, expecting size: Int, startingWith start: [UInt8] = []
  ) throws(FileError) -> [UInt8] {
    guard begins(descriptor, with: start) else {
      return try piece(of: descriptor, path, upTo: 65_536)
    }
    var bytes: [UInt8] = []
    // One byte more, to detect the end; not 64 KiB for a small file, because the array keeps its room.
    var room = size > 0 ? size + 1 : 65_536
    while true {
      guard size < limit, bytes.count < limit else {
        throw FileError(path, "read", reason: "it is larger than 4 GiB")
      }
      let more = try piece(of: descriptor, path, upTo: room)
      if more.isEmpty { return bytes }
      if bytes.isEmpty { bytes = more } else { bytes += more }
      room = max(room - more.count, bytes.count)
    }
  }

  /// True if a file begins with the required bytes, with or without a byte-order mark, or cannot be checked.
  private static func begins(_ descriptor: Int32, with start: [UInt8]) -> Bool {
    guard !start.isEmpty else { return true }
    var head = [UInt8](repeating: 0, count: start.count + 3)
    let count = pread(descriptor, &head, head.count, 0)
    if count < 0 { return true }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = head.prefix(count)
    return (bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes).starts(with: start)
  }

  /// Reads one piece into memory that is not cleared first; returns nothing at the end.
  static func piece(
    of descriptor: Int32, _ path: String, upTo room: Int
  ) throws(FileError) -> [UInt8] {
    while true {
      var code: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
        HugePages.advise(UnsafeMutableRawBufferPointer(buffer))
        let count = Glibc.read(descriptor, buffer.baseAddress, room)
        code = count < 0 ? errno : 0
        filled = max(0, count)
      }
      switch code {
      case 0: return piece
      case EINTR: continue
      case EAGAIN: SystemCall.wait(for: descriptor, POLLIN)
      default: throw FileError(path, "read", code: code)
      }
    }
  }
}
