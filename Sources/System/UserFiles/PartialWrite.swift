/// A file into which new bytes were written in part, and to which another program may have added since.
struct PartialWrite {
  private let bytes: [UInt8]
  private let old: [UInt8]
  private let new: [UInt8]
  /// How many bytes from the start are new ones.
  private let stop: Int

  /// A killed write stops in the middle at the end of a page of memory only.
  private static let page = 4096

  init(_ bytes: [UInt8], old: [UInt8], new: [UInt8]) {
    self.bytes = bytes
    self.old = old
    self.new = new
    stop = zip(bytes, new).prefix { $0 == $1 }.count
  }

  /// What something else has added since, nothing where nothing has; nil if the file is no mixture of
  /// the two.
  var addition: ArraySlice<UInt8>? {
    if isCutOff { return isLateEnd ? [] : bytes[old.count...] }
    if stop == new.count || stop == bytes.count { return bytes[stop...] }
    if stop >= old.count { return bytes[max(old.count, stop / Self.page * Self.page)...] }
    return isOfBoth && isLateEnd ? [] : nil
  }

  /// True if the write came so far, with what was there before still behind it.
  private var isCutOff: Bool {
    stop < old.count && bytes.count >= old.count && bytes[stop..<old.count] == old[stop...]
  }

  /// True if each byte is an old or a new one, as a disk without power leaves them.
  private var isOfBoth: Bool {
    bytes.count >= old.count
      && old.indices.allSatisfy {
        bytes[$0] == old[$0] || ($0 < new.count && bytes[$0] == new[$0])
      }
  }

  /// True if behind the old bytes there is only the new file's end, which came to the disk before what is
  /// to stand in front of it.
  private var isLateEnd: Bool {
    let isWritten = bytes.count == new.count || bytes.count.isMultiple(of: Self.page)
    guard bytes.count > old.count else { return bytes.count == old.count }
    return isWritten && new.count >= bytes.count
      && bytes[old.count...] == new[old.count..<bytes.count]
  }
}
