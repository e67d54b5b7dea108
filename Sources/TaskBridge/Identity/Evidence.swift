/// What speaks for two lines being one.
struct Evidence {
  var text = 0
  var prefix = 0
  /// How many of the sides agree.
  var sides = 0
  var crowd = 0
  var order = 0
  var adjacent = 0
  var parent = false
  var path = false
  var parts = 0
  var tagsCommon = 0
  var tagsAll = 0
  var due = 0  // 1 equal payload tag present both, -1 different
  var sizes = 0

  nonisolated(unsafe) static var bias = 10700
  var weight: Int {
    var w =
      -Self.bias + 2600 * text / 1000 + 3700 * max(0, text - 500) / 1000 - 2000 * max(0, text - 700)
      / 1000
    w += 3 * prefix
    if sides == 2 {
      w += (crowd == 1 ? 5200 : 1500) - 3800 * min(order, 5)
    } else if sides == 1 {
      w += 3000
    }
    w += 1500 * adjacent
    if parent { w += 2200 }
    if parts > 0 { w += 6000 }
    if tagsAll == 0 {
      w += 4300
    } else if tagsCommon == tagsAll {
      w += 5900
    } else if tagsCommon > 0 {
      w += 4000
    }
    if due > 0 { w += 1700 }
    return w
  }
}
