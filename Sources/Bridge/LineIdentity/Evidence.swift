/// Weighs what speaks for two lines being one.
///
/// The unit is a thousandth of the likeness of equal titles. Lines that have nothing but their titles in
/// common are one if these are alike by three quarters; what else agrees makes up for text. The weights
/// were read off counts over edited outlines (`Tests/EditedOutlines`): of pairs that looked so, how many
/// were one.
enum Evidence {
  /// The evidence without which two lines are two.
  private static let bar = 740

  /// The evidence above the bar; negative if there is too little.
  static func weight(of likeness: LineSimilarity, in place: CommonPlace) -> Int {
    if isForeign(likeness), !place.hasCommonParts { return -bar }
    var weight = likeness.text - bar + likeness.beginning / 20 + weight(of: likeness.tags)
    weight += self.weight(of: place.gap)
    if place.isSameHome { weight += 60 }
    if place.hasCommonParts { weight += 700 }
    if likeness.isCommon, !place.isSameHome { weight -= 150 }
    if place.isCopy { weight -= 250 }
    return weight
  }

  /// Other words and other tags: a line that was deleted, and a new one in its place.
  private static func isForeign(_ likeness: LineSimilarity) -> Bool {
    switch likeness.tags {
    case .oneSide, .different: likeness.text < 400
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
