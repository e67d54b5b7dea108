import Diagnostics
import Glibc
import Synchronization

/// The reason why a zone is not available.
public enum ZoneError: Error, Hashable, Sendable {
  /// The system has no zone files.
  case noDatabase(String)
  /// The database has no zone of this name.
  case unknown(String)
  /// The name is illegal for any zone; no file was searched.
  case illegalName(String)
  /// The file is not a zone file of version 2 or later without leap seconds.
  case damaged(String)
  /// The name of the system's zone is unknown.
  case unnamedSystemZone(String)
}

extension ZoneError {
  /// True if the system has no zones at all.
  package var isMissingDatabase: Bool {
    if case .noDatabase = self { true } else { false }
  }
}

extension ZoneError: CustomStringConvertible {
  /// The problem and a solution.
  public var description: String {
    switch self {
    case .noDatabase(let path): "no time zones in \(path); install the package tzdata"
    case .unknown(let name):
      "there is no time zone \(name.quoted); expected one such as Europe/Berlin"
    case .illegalName(let name):
      "\(name.quoted) is not the name of a time zone; expected one such as Europe/Berlin"
    case .damaged(let path):
      "\(path) is not a zone file that can be read; install the package tzdata"
    case .unnamedSystemZone(let path): "\(path) has no time zone name; use --zone"
    }
  }
}

/// The system's zone files.
///
/// Foundation has its own database, which ignores the system's updates; this one reads the files that Debian's tzdata
/// installed.
public struct ZoneDatabase: Sendable {
  /// The folder with the files.
  public let directory: String

  /// Creates a database for a folder, without reading anything.
  public init(directory: String = ZoneDatabase.systemFolder) {
    self.directory = directory
  }

  /// The folder of the system's zone files; `/usr/share/zoneinfo`, unless a command has set another.
  public static var systemFolder: String { chosenFolder.withLock { $0 } }

  private static let chosenFolder = Mutex("/usr/share/zoneinfo")

  /// Makes `TZDIR` the folder of the system's zone files, as it is for the C library.
  ///
  /// Only the command calls this, before any zone is read.
  package static func use(folderOf environment: String?) {
    guard let folder = environment, !folder.isEmpty else { return }
    chosenFolder.withLock { $0 = folder }
  }

  /// The zone with an IANA name.
  ///
  /// - Throws: `ZoneError`; the name is checked before it is used in a path.
  public func zone(named name: String) throws(ZoneError) -> Zone {
    guard Self.isLegal(name) else { throw .illegalName(name) }
    if name == "UTC" { return .utc }
    guard let content = Self.read("\(directory)/\(name)") else {
      throw isInstalled ? .unknown(name) : .noDatabase(directory)
    }
    guard let zone = DecodedZones.zone(named: name, content: content) else {
      throw .damaged("\(directory)/\(name)")
    }
    return zone
  }

  /// The system's zone, as the C library determines it: from the variable `TZ`, then `/etc/localtime`, then UTC.
  ///
  /// - Parameters:
  ///   - environment: The environment of the process.
  ///   - localTime: The link that names the zone.
  /// - Throws: `ZoneError`, also if `/etc/localtime` is a file instead of a link, and so has no name.
  public func system(
    environment: [String: String], localTime: String = "/etc/localtime"
  ) throws(ZoneError) -> Zone {
    if let variable = environment["TZ"], !variable.hasSuffix(localTime) {
      return try zone(variable: variable)
    }
    if let name = Self.linkedName(localTime) { return try zone(named: name) }
    guard Self.read(localTime) != nil else { return .utc }
    guard let name = Self.read("/etc/timezone").map({ String(decoding: $0, as: UTF8.self) }) else {
      throw .unnamedSystemZone(localTime)
    }
    return try zone(named: String(name.prefix { !$0.isWhitespace }))
  }

  /// The zone of a value of `TZ`: a name, a path into a zone folder, or a POSIX rule.
  private func zone(variable: String) throws(ZoneError) -> Zone {
    let name = variable.first == ":" ? String(variable.dropFirst()) : variable
    if name.isEmpty { return .utc }
    if let marker = Self.name(inPath: name) { return try zone(named: marker) }
    do {
      return try zone(named: name)
    } catch {
      guard let rule = ZoneRule(posix: name) else { throw error }
      return Zone(name: name, first: rule.standard, rule: rule)
    }
  }

  /// True for names of `[A-Za-z0-9_+-]` in one to three parts; the folders `posix` and `right` are excluded.
  static func isLegal(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), name.utf8.count <= 64 else { return false }
    guard !["posix", "right", "localtime", "posixrules"].contains(parts[0]) else { return false }
    return parts.allSatisfy { part in
      !part.isEmpty && part.first != "-"
        && part.utf8.allSatisfy { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
          case UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
          default: false
          }
        }
    }
  }

  // MARK: Files

  private static func linkedName(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: 4096)
    let length = readlink(path, &target, target.count)
    guard length > 0 else { return nil }
    let bytes = target[..<length].map { UInt8(bitPattern: $0) }
    return name(inPath: String(decoding: bytes, as: UTF8.self))
  }

  /// The part of a path after `zoneinfo/`.
  private static func name(inPath path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let folder = parts.lastIndex(of: "zoneinfo") else { return nil }
    return parts[(folder + 1)...].joined(separator: "/")
  }

  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The bytes of a regular file of up to 1 MiB.
  static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      (0...1 << 20).contains(status.st_size)
    else { return nil }
    var content = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < content.count {
      let count = content.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
      }
      guard count > 0 else { return nil }
      filled += count
    }
    return content
  }
}

extension Zone {
  /// The system's zone; only commands call this.
  ///
  /// - Throws: `ZoneError` if the system has no database or does not name its zone.
  public static func system(environment: [String: String]) throws(ZoneError) -> Zone {
    try ZoneDatabase().system(environment: environment)
  }
}
