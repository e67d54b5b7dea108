/// A file that was written in part, and that another program may have appended to since.
struct PartialWrite {
  private let bytes: [UInt8]
  private let old: [UInt8]
  private let new: [UInt8]
  /// The number of new bytes from the start.
  private let stop: Int

  /// The size of a memory page: a killed write can stop in the middle only at the end of a page.
  private static let page = 4096

  init(_ bytes: [UInt8], old: [UInt8], new: [UInt8]) {
    self.bytes = bytes
    self.old = old
    self.new = new
    stop = zip(bytes, new).prefix { $0 == $1 }.count
  }

  /// The bytes that another program has appended; empty if none; nil if the file is not a mixture of old and new bytes.
  var addition: ArraySlice<UInt8>? {
    if isCutOff { return isLateEnd ? [] : bytes[old.count...] }
    if stop == new.count || stop == bytes.count { return bytes[stop...] }
    if stop >= old.count { return bytes[max(old.count, stop / Self.page * Self.page)...] }
    return isOfBoth && isLateEnd ? [] : nil
  }

  /// True if the write stopped here, with the old bytes after it.
  private var isCutOff: Bool {
    stop < old.count && bytes.count >= old.count && bytes[stop..<old.count] == old[stop...]
  }

  /// True if each byte is an old or a new one, as after a power failure.
  private var isOfBoth: Bool {
    bytes.count >= old.count
      && old.indices.allSatisfy {
        bytes[$0] == old[$0] || ($0 < new.count && bytes[$0] == new[$0])
      }
  }

  /// True if the old bytes are followed only by the end of the new file, which was written to disk before the part in
  /// front of it.
  private var isLateEnd: Bool {
    let isWritten = bytes.count == new.count || bytes.count.isMultiple(of: Self.page)
    guard bytes.count > old.count else { return bytes.count == old.count }
    return isWritten && new.count >= bytes.count
      && bytes[old.count...] == new[old.count..<bytes.count]
  }
}
