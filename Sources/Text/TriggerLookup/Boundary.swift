/// Decides whether a trigger may stand at a place.
struct Boundary {
  let rules: TriggerRules

  /// True if what is before `index` allows a trigger there.
  func allows(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    var index = index
    for _ in 0..<max(rules.limit, 0) {
      guard index > 0 else { return true }
      guard let (scalar, start) = Scalars.last(bytes, before: index) else { return false }
      guard isDirectionMark(scalar) else { return allows(scalar, bytes, at: start) }
      index = start
    }
    return false
  }

  private func allows(_ scalar: Unicode.Scalar, _ bytes: Span<UInt8>, at start: Int) -> Bool {
    if isWhiteSpace(scalar) { return true }
    if rules.boundary.contains(.openingPunctuation), isOpening(scalar) { return true }
    return rules.boundary.contains(.scriptsWithoutSpaces)
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
    case 0x09...0x0D, 0x20, 0xFEFF: true
    case ..<0xA0: false
    default: scalar.properties.isWhitespace
    }
  }

  private func isOpening(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .openPunctuation, .initialPunctuation: true
    default: scalar == "\"" || scalar == "'"
    }
  }

  /// True if the letter that ends before the trigger, without its marks, is of a script without spaces.
  private func isUnspaced(_ last: Unicode.Scalar, _ bytes: Span<UInt8>, at start: Int) -> Bool {
    var (scalar, start) = (last, start)
    for _ in 0..<max(rules.limit, 0) where isMark(scalar) {
      guard let previous = Scalars.last(bytes, before: start) else { return false }
      (scalar, start) = previous
    }
    return UnspacedScripts.contain(scalar)
  }

  private func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
