/// Decides whether a trigger may be at a place.
struct Boundary {
  /// What is allowed besides white space.
  let allowed: TriggerBoundary
  /// The largest number of direction marks, and of marks of a letter, that are skipped.
  let limit: Int

  /// True if what is before `index` allows a trigger there.
  func allows(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    guard index > 0, !Self.isPlainSpace(bytes[index - 1]) else { return true }
    var index = index
    for _ in 0..<max(limit, 0) {
      guard index > 0 else { return true }
      guard let (scalar, start) = Scalars.last(bytes, before: index) else { return false }
      guard isDirectionMark(scalar) else { return allows(scalar, bytes, at: start) }
      index = start
    }
    return false
  }

  private func allows(_ scalar: Unicode.Scalar, _ bytes: Span<UInt8>, at start: Int) -> Bool {
    if isWhiteSpace(scalar) { return true }
    if allowed.contains(.openingPunctuation), isOpening(scalar) { return true }
    return allowed.contains(.scriptsWithoutSpaces)
      && isUnspaced(scalar, bytes, at: start)
  }

  private func isDirectionMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x80: Self.isPlainSpace(UInt8(truncatingIfNeeded: scalar.value))
    case 0x85: false
    case 0xFEFF: true
    default: scalar.properties.isWhitespace
    }
  }

  /// True for the white space of ASCII.
  private static func isPlainSpace(_ byte: UInt8) -> Bool {
    byte == Ascii.space || (byte >= 0x09 && byte <= 0x0D)
  }

  private func isOpening(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .openPunctuation, .initialPunctuation: true
    default: scalar == "\"" || scalar == "'"
    }
  }

  /// True if the letter that ends before the trigger, without its marks and joiners, is of a script without spaces.
  private func isUnspaced(_ last: Unicode.Scalar, _ bytes: Span<UInt8>, at start: Int) -> Bool {
    var (scalar, start) = (last, start)
    for _ in 0..<max(limit, 0) where isMark(scalar) {
      guard let previous = Scalars.last(bytes, before: start) else { return false }
      (scalar, start) = previous
    }
    return UnspacedScripts.contain(scalar)
  }

  /// True if a scalar belongs to the letter before it: a mark, or a joiner.
  private func isMark(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value == 0x200C || scalar.value == 0x200D { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }
}
