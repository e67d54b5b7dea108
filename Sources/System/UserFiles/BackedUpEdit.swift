import ExactText

/// An edit of a person's file, with what brings it back.
public struct BackedUpEdit: Hashable, Sendable {
  /// Bytes, by which they are known again.
  public struct Content: Hashable, Sendable {
    /// Their SHA-256.
    public let sum: String
    /// How many there are.
    public let count: Int

    init(_ bytes: [UInt8]) {
      self.init(sum: SHA256.digits(of: bytes), count: bytes.count)
    }

    init(sum: String, count: Int) {
      self.sum = sum
      self.count = count
    }

    /// True if bytes are these.
    public func matches(_ bytes: [UInt8]) -> Bool {
      bytes.count == count && SHA256.digits(of: bytes) == sum
    }
  }

  /// What a run edits files for.
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

  /// How the file got its new bytes.
  enum WriteMethod: String {
    /// Another file took its place.
    case exchanged
    /// They were written into it.
    case inPlace
    /// It did not: another program saved at the same moment, and these are the bytes that would be
    /// lost.
    case kept
  }

  /// Its number; a later edit has a higher one.
  public let number: Int
  /// The run that made it.
  public let run: Int
  /// When, in seconds since 1970.
  public let time: Int
  /// The name of the command that made it.
  public let command: String
  /// The file, from the root and behind all links.
  public var path: String { name.text }
  /// The file, as it is compared.
  public let name: FileName
  /// What the file held before.
  public let before: Content
  /// What it got.
  public let after: Content
  /// The purpose of the edit.
  public let purpose: Purpose
  let way: WriteMethod

  init(
    number: Int, run: Int, time: Int, command: String, path: String, before: Content,
    after: Content, purpose: Purpose = .change, way: WriteMethod
  ) {
    self.number = number
    self.run = run
    self.time = time
    self.command = command
    name = FileName(path)
    self.before = before
    self.after = after
    self.purpose = purpose
    self.way = way
  }

  /// True for bytes that another program saved in the moment of an edit, and that were kept here.
  public var isKept: Bool { way == .kept }
}

/// The path of a file, compared as bytes.
///
/// Swift's strings are equal if they look alike: `é` may be one letter, or `e` with an accent. For a
/// file system these are two names.
public struct FileName: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Takes a path.
  public init(_ path: String) { bytes = Array(path.utf8) }

  /// The path.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension FileName: Comparable {
  public static func < (left: FileName, right: FileName) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
