import LineState
import TaskBridge

/// The lines of items.
struct LineBinding {
  /// The line of each item; nil for none.
  var lines: [LineRef?]
  /// For each item whether its line was matched by content.
  var isAdopted: [Bool]
  /// The items whose line was found by the UID that duecal gives to it.
  var own: Set<Int> = []
  /// The lines of known items that the calendars do not have.
  var goneLines: [ItemName: LineRef] = [:]
  /// The names of all known items that the calendars do not have.
  var goneNames: [ItemName] = []

  init(count: Int) {
    lines = [LineRef?](repeating: nil, count: count)
    isAdopted = [Bool](repeating: false, count: count)
  }
}
