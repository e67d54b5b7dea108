/// A range of bytes or lines that others have replaced.
public struct RangeChange: Hashable, Sendable {
  /// The range before the change.
  public let old: Range<Int>
  /// The range after the change, which begins at the same place.
  public let new: Range<Int>

  /// The number by which everything after the range has moved.
  public var shift: Int { new.count - old.count }

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - old: The range that is replaced.
  ///   - count: The number of bytes or lines in its place.
  public init(_ old: Range<Int>, count: Int) {
    self.old = old
    new = old.lowerBound..<old.lowerBound + count
  }

  /// Finds the bytes in which two texts differ, without those that are equal at the beginning and at the end.
  public init(from old: Span<UInt8>, to new: Span<UInt8>) {
    let start = Self.commonPrefix(old, new)
    let end = Self.commonSuffix(old, new, from: start)
    self.init(start..<old.count - end, count: new.count - end - start)
  }

  /// The one change that has the result of this and a later one.
  public func followed(by next: RangeChange) -> RangeChange {
    let start = min(new.lowerBound, next.old.lowerBound)
    let end = max(new.upperBound, next.old.upperBound)
    return RangeChange(start..<end - shift, count: end - start + next.shift)
  }

  /// The number of equal bytes at the beginning.
  private static func commonPrefix(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    let count = min(left.count, right.count)
    return left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        var index = 0
        while index + 8 <= count,
          left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            == right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        { index += 8 }
        while index < count, left[index] == right[index] { index += 1 }
        return index
      }
    }
  }

  /// The number of equal bytes at the end, without those at the beginning.
  private static func commonSuffix(
    _ left: Span<UInt8>, _ right: Span<UInt8>, from start: Int
  ) -> Int {
    let count = min(left.count, right.count) - start
    return left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        var length = 0
        while length + 8 <= count,
          left.loadUnaligned(fromByteOffset: left.count - length - 8, as: UInt64.self)
            == right.loadUnaligned(fromByteOffset: right.count - length - 8, as: UInt64.self)
        { length += 8 }
        while length < count, left[left.count - length - 1] == right[right.count - length - 1] {
          length += 1
        }
        return length
      }
    }
  }
}

/// The lines that are read in another way since a change of a document.
public struct LineChange: Hashable, Sendable {
  /// The lines.
  public let lines: RangeChange
  /// The number of bytes by which later lines have moved.
  public let shift: Int
  /// True if no line belongs to another one than before: the number, the levels and the blank ones are the same.
  public let keepsOutline: Bool

  /// The one change that has the result of this and a later one.
  public func followed(by next: LineChange) -> LineChange {
    LineChange(
      lines: lines.followed(by: next.lines), shift: shift + next.shift,
      keepsOutline: keepsOutline && next.keepsOutline)
  }
}
