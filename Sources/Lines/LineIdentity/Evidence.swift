/// Weighs the evidence that two lines are the same item.
///
/// The unit is a thousandth of the similarity of equal titles. Lines with nothing in common but their titles are the
/// same item if the titles are similar by about three quarters; other agreement makes up for missing similarity. The
/// weights come from counts over edited outlines (`Tests/EditedOutlines`): how many of the pairs with such evidence
/// were the same item.
enum Evidence {
  /// The minimum evidence for a pair.
  private static let bar = 740

  /// The evidence above the minimum; negative if there is too little.
  static func weight(of similarity: LineSimilarity, in place: CommonPlace) -> Int {
    if isForeign(similarity), !place.hasCommonParts { return -bar }
    var weight = similarity.text - bar + similarity.beginning / 20 + weight(of: similarity.tags)
    weight += self.weight(of: place.gap)
    if similarity.isRewording { weight += 500 }
    if similarity.hasSameNotes { weight += 300 }
    if place.isSameHome { weight += 60 }
    if place.hasCommonParts { weight += 700 }
    if similarity.isCommon, !place.isSameHome { weight -= 150 }
    if place.isCopy { weight -= 250 }
    return weight
  }

  /// True if words and tags both differ: a line was deleted, and a new one is in its place.
  private static func isForeign(_ similarity: LineSimilarity) -> Bool {
    switch similarity.tags {
    case .oneSide, .different, .seriesAndDate: similarity.text < 400
    case .none, .equal, .some: false
    }
  }

  private static func weight(of tags: LineSimilarity.Tags) -> Int {
    switch tags {
    case .none: 0
    case .equal(withValue: true): 380
    case .equal(withValue: false), .some(withValue: true): 100
    case .some(withValue: false): 50
    case .oneSide: -100
    case .different: -300
    case .seriesAndDate: -700
    }
  }

  private static func weight(of gap: CommonPlace.Gap) -> Int {
    switch gap {
    case .apart: 0
    case .oneSide: 300
    case .alone: 700
    case .among(offset: 0): 380
    case .among(offset: 1): 300
    case .among: 200
    }
  }
}
