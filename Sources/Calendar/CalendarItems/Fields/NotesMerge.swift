import ExactText

/// Merges what two sides changed in the notes of an item, line by line.
public struct NotesMerge {
  /// The result of a merge.
  public enum Outcome: Hashable, Sendable {
    /// The lines do not change.
    case keep
    /// The lines are replaced.
    case replace([String])
    /// Both sides changed the lines, which do not change.
    case conflict
  }

  /// What the other side had when both last agreed, and what it has now.
  private let then: [String]
  private let now: [String]

  /// Prepares a merge of the changes of one side.
  ///
  /// - Parameters:
  ///   - then: The lines when both sides last agreed.
  ///   - now: The lines now.
  public init(from then: [String], to now: [String]) {
    self.then = then
    self.now = now
  }

  /// Merges the changes into the lines of another side.
  ///
  /// - Parameters:
  ///   - mine: The lines of that side.
  ///   - agreed: Its lines when both sides last agreed.
  ///   - policy: What becomes of lines that both sides changed.
  ///   - mineFirst: True if lines of this side precede those that the other side added at the same place.
  public func merged(
    into mine: [String], since agreed: [String], under policy: MergePolicy, mineFirst: Bool = true
  ) -> Outcome {
    let decision = MergePolicy.decision(
      isChangedHere: mine != agreed, isChangedThere: then != now, isSame: mine == now)
    switch decision {
    case .keep: return .keep
    case .take: return .replace(now)
    case .contested:
      let united =
        policy.notes == .ends ? withNewEnds(mine) : byLine(mine, agreed, mineFirst: mineFirst)
      return united.map { .replace($0) } ?? .conflict
    }
  }

  /// The lines that both sides left, with the changes of both; nil if they changed the same lines in different ways.
  private func byLine(_ mine: [String], _ agreed: [String], mineFirst: Bool) -> [String]? {
    guard agreed == then else { return nil }
    let own = [LineDifference](from: agreed, to: mine)
    let theirs = [LineDifference](from: then, to: now)
    let united = mineFirst ? own.united(with: theirs) : theirs.united(with: own)
    return united?.applied(to: agreed)
  }

  /// Lines with what the other side added before or after its own; nil if it changed anything else.
  private func withNewEnds(_ mine: [String]) -> [String]? {
    if now.starts(with: then, by: { $0 == $1 }) { return mine + now[then.count...] }
    let lead = now.count - then.count
    if lead > 0, now[lead...].elementsEqual(then, by: { $0 == $1 }) { return now[..<lead] + mine }
    return nil
  }

  /// The notes of a calendar, with what the notes of a line changed.
  ///
  /// Each line that they kept stays as it is, with its indent, and so do the blank lines around them, which a line does
  /// not have. Notes that said something else before the change are replaced.
  func carried(onto stored: [String]) -> [String] {
    let lead = stored.prefix(while: \.isBlank).count
    let tail = stored.dropFirst(lead).reversed().prefix(while: \.isBlank).count
    let inner = stored.dropFirst(lead).dropLast(tail)
    guard inner.count == then.count, zip(inner, then).allSatisfy({ $0.saysSame(as: $1) }) else {
      return now
    }
    let changed = [LineDifference](from: then, to: now).applied(to: Array(inner))
    return stored.prefix(lead) + changed + stored.suffix(tail)
  }
}

extension CalendarItem {
  /// The lines of the notes; none if there are no notes.
  ///
  /// A carriage return stays at the end of its line.
  var noteLines: [String] {
    get {
      guard let notes, !notes.isEmpty else { return [] }
      return notes.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0) }
    }
    set { notes = newValue.isEmpty ? nil : newValue.joined(separator: "\n") }
  }
}

extension String {
  fileprivate var isBlank: Bool { shownScalars.isEmpty }

  /// True if two lines of notes differ only in what a line cannot show: control characters, and the white space around.
  fileprivate func saysSame(as other: String) -> Bool {
    shownScalars.elementsEqual(other.shownScalars)
  }

  private var shownScalars: Substring.UnicodeScalarView {
    let shown = unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }
    let text = Substring(String(String.UnicodeScalarView(shown))).unicodeScalars
    guard let first = text.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = text.lastIndex(where: { !$0.properties.isWhitespace })
    else { return text.prefix(0) }
    return text[first...last]
  }
}
