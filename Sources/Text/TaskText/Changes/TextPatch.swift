import ExactText

/// A change from one text to another, which can be applied to an edited version of the first.
///
/// It changes words, not lines, so other words in the same line may have been edited. It fails if a word that has to
/// change has been edited since, or if equal words occur in several places and it is not clear which of them is meant.
///
/// ```swift
/// let undo = TextPatch(from: after, to: before)
/// let restored = try undo.applied(to: present)
/// ```
public struct TextPatch {
  /// The reason why the change cannot be applied.
  public struct Obstacle: Error, Hashable, Sendable {
    /// The kind of obstacle.
    public enum Kind: Hashable, Sendable {
      /// The words that have to change were changed.
      case changed
      /// They were removed.
      case removed
      /// Words have to be restored, and the text around their place was changed.
      case surroundings
      /// Equal words occur in several places.
      case ambiguous
    }

    /// The kind of obstacle.
    public let kind: Kind
    /// The byte of the obstacle in the edited text.
    public let offset: Int
    /// The line that has to change, without its end.
    public let expected: String
    /// The line that is there now, without its end.
    public let found: String
  }

  private let old: TextTokens
  private let new: TextTokens

  /// Compares two texts.
  public init(from old: [UInt8], to new: [UInt8]) {
    self.old = TextTokens(old)
    self.new = TextTokens(new)
  }

  /// Applies the change to a text.
  public func applied(to present: [UInt8]) throws(Obstacle) -> [UInt8] {
    if present == old.bytes { return new.bytes }
    let text = TextTokens(present)
    let changes = alignments(new)
    let edits = alignments(text)
    var results: [[UInt8]] = []
    for change in changes {
      for edit in edits {
        do throws(Obstacle) {
          results.append(
            try AlignedPatch(old, new, present: text, change: change, edit: edit).result())
        } catch {
          throw results.isEmpty ? error : error.asAmbiguous
        }
      }
    }
    guard let result = results.first else { return present }
    for other in results.dropFirst() where other != result {
      throw ambiguity(between: result, other, text: text)
    }
    return result
  }

  /// The possible alignments of the old text with another; only one if nothing is ambiguous.
  private func alignments(_ other: TextTokens) -> [TokenAlignment] {
    let first = TokenAlignment(old, other, isMirrored: false)
    let second = TokenAlignment(old, other, isMirrored: true)
    return first == second ? [first] : [first, second]
  }

  private func ambiguity(
    between result: [UInt8], _ other: [UInt8], text: TextTokens
  ) -> Obstacle {
    let offset = min(zip(result, other).prefix { $0 == $1 }.count, text.bytes.count)
    let line = text.line(around: offset)
    return Obstacle(kind: .ambiguous, offset: offset, expected: line, found: line)
  }
}

extension TextPatch.Obstacle {
  fileprivate var asAmbiguous: TextPatch.Obstacle {
    TextPatch.Obstacle(kind: .ambiguous, offset: offset, expected: expected, found: found)
  }
}

/// A change and an edit of the same text, each as one alignment.
private struct AlignedPatch {
  private let old: TextTokens
  private let new: TextTokens
  private let present: TextTokens
  private let change: TokenAlignment
  /// The present place of each word of the old text.
  private let places: [Int?]
  private let edits: [(old: Range<Int>, new: Range<Int>)]

  init(
    _ old: TextTokens, _ new: TextTokens, present: TextTokens, change: TokenAlignment,
    edit: TokenAlignment
  ) {
    self.old = old
    self.new = new
    self.present = present
    self.change = change
    places = edit.places
    edits = edit.gaps
  }

  /// The present text with the change.
  func result() throws(TextPatch.Obstacle) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for gap in change.gaps {
      let place = try place(of: gap.old)
      result += present.bytes(of: end..<place.lowerBound)
      result += new.bytes(of: gap.new)
      end = place.upperBound
    }
    return result + present.bytes(of: end..<present.ranges.count)
  }

  /// The range of present words that new words replace.
  private func place(of gap: Range<Int>) throws(TextPatch.Obstacle) -> Range<Int> {
    guard let first = gap.first else { return try place(before: gap.lowerBound) }
    guard let start = places[first] else { throw obstacle(.changed, at: first) }
    for token in gap where places[token] != start + token - first {
      throw obstacle(.changed, at: token)
    }
    return start..<start + gap.count
  }

  /// The place between two words, if nothing new is there and at least one of them is unchanged.
  private func place(before token: Int) throws(TextPatch.Obstacle) -> Range<Int> {
    let before = token == 0 ? -1 : places[token - 1]
    let after = token == places.count ? present.ranges.count : places[token]
    if let before, let after {
      guard after == before + 1 else { throw obstacle(.surroundings, at: token) }
      return after..<after
    }
    guard let edit = edit(at: token), edit.new.count <= edit.old.count
    else { throw obstacle(.surroundings, at: token) }
    if before != nil { return edit.new.lowerBound..<edit.new.lowerBound }
    guard after != nil else { throw obstacle(.surroundings, at: token) }
    return edit.new.upperBound..<edit.new.upperBound
  }

  /// The edit that begins or ends between two words; edits are in order, and never adjacent.
  private func edit(at token: Int) -> (old: Range<Int>, new: Range<Int>)? {
    let place = edits.partitionPoint { $0.old.upperBound < token }
    guard edits.indices.contains(place) else { return nil }
    let edit = edits[place]
    return edit.old.lowerBound == token || edit.old.upperBound == token ? edit : nil
  }

  private func obstacle(_ kind: TextPatch.Obstacle.Kind, at token: Int) -> TextPatch.Obstacle {
    let edit = edits.first { $0.old.contains(token) || $0.old.lowerBound == token }
    let before = places[..<min(token, places.count)].last { $0 != nil } ?? nil
    let word = edit?.new.lowerBound ?? before.map { $0 + 1 } ?? 0
    let isGone = kind == .changed && (edit?.new.isEmpty ?? false) && isWholeLine(token, edit?.old)
    let offset = present.offsetOfText(of: word)
    return TextPatch.Obstacle(
      kind: isGone ? .removed : kind, offset: offset,
      expected: old.line(around: old.offset(of: token)), found: present.line(around: offset))
  }

  /// True if a range of words covers the whole line of a word.
  private func isWholeLine(_ token: Int, _ words: Range<Int>?) -> Bool {
    guard let words, let line = old.lines.first(where: { $0.contains(token) }) else { return false }
    return words.contains(line.lowerBound) && words.upperBound >= line.upperBound
  }
}

extension TextTokens {
  /// The offset of a word, after the spaces before it.
  fileprivate func offsetOfText(of token: Int) -> Int {
    let start = offset(of: token)
    return bytes[start..<offset(of: token + 1)].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? start
  }

  /// The line that contains a byte, without its end.
  fileprivate func line(around offset: Int) -> String {
    let start =
      bytes[..<min(offset, bytes.count)].lastIndex(of: Characters.lineFeed)
      .map { $0 + 1 } ?? 0
    let line = bytes[start...].prefix {
      $0 != Characters.lineFeed && $0 != Characters.carriageReturn
    }
    return String(decoding: line, as: UTF8.self)
  }
}
