import ExactText

/// An edit of a person's file, with the data needed to undo it.
public struct BackedUpEdit: Hashable, Sendable {
  /// A content of a file, identified by its checksum and size.
  public struct Content: Hashable, Sendable {
    /// The SHA-256 of the bytes.
    public let sum: String
    /// The number of bytes.
    public let count: Int

    init(_ bytes: [UInt8]) {
      self.init(sum: SHA256.digits(of: bytes), count: bytes.count)
    }

    init(sum: String, count: Int) {
      self.sum = sum
      self.count = count
    }

    /// True if the bytes have this checksum and size.
    public func matches(_ bytes: [UInt8]) -> Bool {
      bytes.count == count && SHA256.digits(of: bytes) == sum
    }
  }

  /// Why a run edits files.
  public enum Purpose: Hashable, Sendable {
    /// A person asked for a change.
    case change
    /// A timer, a service or a quiet run made the change; `undo` passes it over.
    case background
    /// It undoes the change of another run, by its number.
    case undo(Int)
    /// It redoes the change of another run, by its number.
    case redo(Int)
    /// Version 0.1 undid an edit, and did not note which.
    case unnamedUndo
  }

  /// How the new bytes were written to the file.
  enum WriteMethod: String {
    /// A new file exchanged its name with the old one.
    case exchanged
    /// The bytes were written into the existing file.
    case inPlace
    /// They were not written: another program saved at the same moment, and this version keeps its bytes.
    case kept
    /// They are to be written: a run of several files notes all of them before its first edit.
    case planned
  }

  /// The number of the edit: a later edit has a higher one, and one that is only planned 0.
  public let number: Int
  /// The number of the run that made it.
  public let run: Int
  /// The time of the edit, in seconds since 1970.
  public let time: Int
  /// The name of the command that made it.
  public let command: String
  /// The canonical path of the file: absolute, with all links resolved.
  public var path: String { name.text }
  /// The name of the file, which is compared as bytes.
  public let name: FileName
  /// The content of the file before the edit.
  public let before: Content
  /// The content of the file after the edit.
  public let after: Content
  /// The purpose of the edit.
  public let purpose: Purpose
  let method: WriteMethod

  init(
    number: Int, run: Int, time: Int, command: String, path: String, before: Content,
    after: Content, purpose: Purpose = .change, method: WriteMethod
  ) {
    self.number = number
    self.run = run
    self.time = time
    self.command = command
    name = FileName(path)
    self.before = before
    self.after = after
    self.purpose = purpose
    self.method = method
  }

  /// True if this edit only keeps bytes that another program saved at the moment of an edit.
  public var isKept: Bool { method == .kept }
}

/// The path of a file, compared as bytes.
///
/// Swift's strings are equal if they look alike: `é` may be one letter, or `e` with an accent. For a
/// file system these are two names.
public struct FileName: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Creates a name from a path.
  public init(_ path: String) { bytes = Array(path.utf8) }

  /// The path.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension FileName: Comparable {
  public static func < (left: FileName, right: FileName) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
