import LineState
import TaskBridge
import TaskText

/// Handles lines that the settings of a vault leave out, such as those without a filter that was set later.
///
/// Such a line is released, as in a sync: it stays as it is, and what its calendar changes waits until the settings choose
/// the line again.
extension ImportDraft {
  /// True for a line that the settings of its folder leave out.
  func isReleased(_ line: LineRef) -> Bool {
    let document = files[line.file].document
    return !document.isChosen(document.lines[line.line])
  }

  /// True for an item whose line is released.
  func isReleased(_ index: Int) -> Bool { binding.lines[index].map(isReleased) ?? false }
}
