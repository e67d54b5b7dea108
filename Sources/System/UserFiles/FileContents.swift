/// The bytes that a file will have, in pieces, so that not all of them need be in memory.
///
/// Bytes that are already in memory are not copied. New bytes are kept in memory while they are few; after that they
/// are moved to an unnamed temporary file, if one can be created.
public struct FileContents: Sendable {
  private enum Piece {
    case new(Range<Int>)
    case part([UInt8], Range<Int>)
  }

  private var pieces: [Piece] = []
  private var folder: String?
  private let limit: Int
  private var spool: SpoolFile?
  /// The number of new bytes in the spool file; `tail` has those after them.
  private var spooled = 0
  private var tail: [UInt8] = []
  /// The number of bytes.
  public private(set) var count = 0

  /// Creates empty contents.
  ///
  /// - Parameters:
  ///   - folder: The folder for the temporary file; nil to keep new bytes in memory.
  ///   - limit: The number of new bytes that are kept in memory before they are moved.
  public init(waitingIn folder: String? = nil, limit: Int = 1 << 21) {
    self.folder = folder
    self.limit = limit
  }

  /// Creates contents from bytes.
  public init(_ bytes: [UInt8]) {
    self.init()
    append(bytes, bytes.indices)
  }

  /// True if there are no bytes.
  public var isEmpty: Bool { count == 0 }

  // MARK: Adding

  /// Adds new bytes.
  public mutating func append(_ bytes: [UInt8]) {
    let start = spooled + tail.count
    tail += bytes
    add(.new(start..<start + bytes.count), bytes.count)
    if tail.count >= limit { spill() }
  }

  /// Adds the bytes of other contents, which were created without a folder, so that all of them are in memory.
  public mutating func append(_ other: FileContents) {
    for piece in other.pieces {
      switch piece {
      case .part(let bytes, let range): append(bytes, range)
      case .new(let range): append(Array(other.tail[range]))
      }
    }
  }

  /// Appends a range of bytes that are already in memory, without a copy.
  public mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
    add(.part(bytes, range), range.count)
  }

  /// Inserts bytes before all others.
  public mutating func prepend(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    count += bytes.count
    pieces.insert(.part(bytes, bytes.indices), at: 0)
  }

  private mutating func add(_ piece: Piece, _ length: Int) {
    guard length > 0 else { return }
    count += length
    switch (pieces.last, piece) {
    case (.new(let last), .new(let range)) where last.upperBound == range.lowerBound:
      pieces[pieces.count - 1] = .new(last.lowerBound..<range.upperBound)
    case (.part(let bytes, let last), .part(let same, let range))
    where last.upperBound == range.lowerBound && bytes.isStored(with: same):
      pieces[pieces.count - 1] = .part(bytes, last.lowerBound..<range.upperBound)
    default: pieces.append(piece)
    }
  }

  /// Moves the new bytes to the temporary file; if that fails, they stay in memory.
  private mutating func spill() {
    guard let folder else { return }
    if spool == nil { spool = SpoolFile(in: folder) }
    if let spool, spool.append(tail, at: spooled) {
      spooled += tail.count
      tail.removeAll(keepingCapacity: true)
    } else {
      self.folder = nil
    }
  }

  // MARK: Reading

  /// Calls `body` with all bytes in order, one piece at a time.
  ///
  /// - Throws: What `body` throws, or an error if the temporary file cannot be read.
  public func forEachPiece(
    _ body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    for piece in pieces {
      switch piece {
      case .part(let bytes, let range): try bytes.lend(range, body)
      case .new(let range):
        let waiting = range.clamped(to: 0..<spooled)
        if !waiting.isEmpty { try spool?.forEachPiece(of: waiting, body) }
        let rest = range.clamped(to: spooled..<spooled + tail.count)
        try tail.lend(rest.lowerBound - spooled..<rest.upperBound - spooled, body)
      }
    }
  }

  /// All bytes at once.
  ///
  /// - Throws: An error if the temporary file cannot be read.
  public func bytes() throws(FileError) -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(count)
    try forEachPiece { all.append(contentsOf: $0) }
    return all
  }
}

extension [UInt8] {
  /// True if two arrays share their storage.
  fileprivate func isStored(with other: [UInt8]) -> Bool {
    withUnsafeBytes { own in other.withUnsafeBytes { own.baseAddress == $0.baseAddress } }
  }

  /// Calls `body` with a range of the bytes; does not call it for an empty range.
  fileprivate func lend(
    _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    guard !range.isEmpty else { return }
    try withUnsafeBufferPointer { (bytes) throws(FileError) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range])))
    }
  }
}
