import CalendarItems
import CalendarStores
import ExactText
import LineIdentity
import TaskDates

/// Which lines may be which items of the other store, and how much speaks for it.
struct AssignmentRules {
  /// The side of the lines.
  let side: SyncSide
  /// Whether the side has lines; otherwise only new items of two stores are compared.
  let hasLines: Bool
  /// Whether another machine may have synced the lines meanwhile.
  ///
  /// Otherwise only an item in sync whose line is gone may have another one.
  let isShared: Bool
  /// Whether nothing was in sync before.
  let isFirst: Bool
  let pairIndex: ListPairIndex

  /// What speaks for a pair; a title says more than the link of a registry that may be older than the lines, and a date of
  /// an equal title more than a UID that was made of one of several equal titles.
  private enum Weight {
    static let title = 1000
    static let titleAndDate = 1500
    static let oldTitle = 800
    static let link = 300
    /// That of the title of a linked line, if it is nearly equal; with the link it is less than that of an equal title.
    static let similarity = 600
    static let uid = 450
    static let certainUID = 4000
    static let state = 60
    static let date = 40
    static let notes = 50
    static let list = 30
    static let fields = 20
  }

  /// The weight of a pair; nil if it is not possible, or if nothing speaks for it.
  func weight(_ line: Doubt, _ owner: Doubt) -> Int? {
    let isLinked = line.synced != nil && line.synced == owner.synced
    guard isLinked || mayPair(line, owner) else { return nil }
    var weight = evidence(line, owner, isLinked: isLinked)
    if hasSameUID(line, owner) {
      let isDerived = hasLines && (isShared || line.item.isMadeOfLine)
      weight += isDerived ? Weight.uid : Weight.certainUID
    }
    guard weight > 0 else { return nil }
    if isLinked { weight += Weight.link }
    if line.item.item.isClosed == owner.item.item.isClosed { weight += Weight.state }
    if haveSameDate(line, owner) { weight += Weight.date }
    if let notes = line.item.item.notes, notes == owner.item.item.notes { weight += Weight.notes }
    if areInSamePair(line, owner) { weight += Weight.list }
    if line.item.content.isLike(owner.item.content) { weight += Weight.fields }
    return weight
  }

  /// What the titles say.
  private func evidence(_ line: Doubt, _ owner: Doubt, isLinked: Bool) -> Int {
    if line.title == owner.title {
      let isDated = line.item.content.dateInWords != nil
      return isDated && haveSameDate(line, owner) ? Weight.titleAndDate : Weight.title
    }
    if line.title == owner.before { return Weight.oldTitle }
    guard isLinked else { return 0 }
    let title = line.item.item.title
    let titles = [owner.item.item.title, owner.before].compactMap(\.self)
    let similarity = titles.map { Identity.similarity(of: title, to: $0) }.max() ?? 0
    return similarity * Weight.similarity / 1000
  }

  // MARK: Possible pairs

  private func mayPair(_ line: Doubt, _ owner: Doubt) -> Bool {
    guard line.item.item.kind == owner.item.item.kind else { return false }
    switch (line.synced, owner.synced) {
    case (nil, nil): return hasSameUID(line, owner) || mayPairNew(line, owner)
    case (_, nil):
      return line.title == owner.title
        && (isShared || line.isAlone && areInSamePair(line, owner))
    case (_, _?):
      guard isShared || owner.isAlone, isRetypedOrNew(line) else { return false }
      return line.title == owner.title || isShared || areInSamePair(line, owner)
    }
  }

  /// True if two new items with one title may be the same.
  ///
  /// Of two dates one may be a task of its own, and so may one in another list, unless another machine is known to take
  /// part.
  private func mayPairNew(_ line: Doubt, _ owner: Doubt) -> Bool {
    guard line.title == owner.title else { return false }
    // An item of a store may have values that its line cannot express.
    guard hasLines else {
      return areInSamePlace(line, owner) && line.item.content.isLike(owner.item.content)
    }
    let isSameState = line.item.item.isClosed == owner.item.item.isClosed
    guard areInSamePlace(line, owner) else {
      return isShared && (isSameState || isDone(line, once: owner))
    }
    return isSameState || isFirst || isShared
  }

  /// True if a line may be done of an item that is open.
  ///
  /// Another machine has made the item of a line, or the line of the item, which was there before it was done. A person
  /// may also have made the task again after it was done.
  private func isDone(_ line: Doubt, once owner: Doubt) -> Bool {
    guard let completed = line.item.item.completed, !owner.item.item.isClosed else { return false }
    let day = 86_400
    return owner.item.isMadeOfLine
      || owner.item.item.revision?.created.map { $0.seconds < completed.seconds + day } ?? false
  }

  /// True if the title of a line was changed, so that it may be the line of another item.
  private func isRetypedOrNew(_ line: Doubt) -> Bool {
    line.synced == nil || line.title != line.before
  }

  /// True if a line may have an item whose title has all words of its own, or the other way round.
  ///
  /// The line of an item in sync that is still there gets a new item only with one date and in one list.
  func mayBeReworded(_ line: Doubt, _ owner: Doubt) -> Bool {
    guard owner.synced != nil || line.item.item.isClosed == owner.item.item.isClosed else {
      return false
    }
    if line.synced != nil, owner.synced == nil, !line.isAlone {
      return areInSamePlace(line, owner)
    }
    return isRetypedOrNew(line)
  }

  private func hasSameUID(_ line: Doubt, _ owner: Doubt) -> Bool {
    line.synced == nil && owner.synced == nil && line.item.item.uid == owner.item.item.uid
  }

  private func areInSamePlace(_ line: Doubt, _ owner: Doubt) -> Bool {
    areInSamePair(line, owner) && haveSameDate(line, owner)
  }

  private func haveSameDate(_ line: Doubt, _ owner: Doubt) -> Bool {
    line.item.content.dateInWords == owner.item.content.dateInWords
  }

  private func areInSamePair(_ line: Doubt, _ owner: Doubt) -> Bool {
    guard let pair = pairIndex.pair(of: line.item, on: side) else { return false }
    return pair == pairIndex.pair(of: owner.item, on: side.other)
  }

  /// The name of an item with its list, its date and its state; if it is to be exact, also with its notes.
  func place(
    _ item: StoredItem, named name: String, on side: SyncSide, isExact: Bool
  ) -> String {
    let pair = pairIndex.pair(of: item, on: side) ?? -1
    return [
      name, "\(pair)", item.content.dateInWords ?? "", "\(item.item.isClosed)",
      isExact ? item.item.notes ?? "" : "",
    ].joined(separator: "\u{1F}")
  }
}

extension ItemContent {
  /// The date, or the start of an item without one, nil for neither; a time in a known zone is the same in every zone.
  var dateInWords: String? {
    guard let date = item.when ?? item.start else { return nil }
    guard case .dateTime(let time) = date, let zone = item.anchor.zone(zones) else {
      return "\(date)"
    }
    return "\(zone.instant(of: time).seconds)"
  }

  /// True if all fields are equal; titles may differ in white space, which not every store keeps.
  func isLike(_ other: ItemContent) -> Bool {
    var content = self
    if item.title.words == other.item.title.words { content.item.title = other.item.title }
    return content.isEqual(to: other, under: .store)
  }
}
