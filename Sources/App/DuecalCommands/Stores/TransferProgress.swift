/// Shows the progress of a transfer, on a terminal only.
final class TransferProgress {
  private let total: Int
  private let isWanted: Bool
  private var isShown = false
  private var count = 0

  init(of total: Int, _ level: Verbosity) {
    self.total = total
    isWanted = Output.error.isTerminal && !level.quiet && total > 100
  }

  /// Adds to the number of completed items.
  func advance(by number: Int) {
    count += number
    guard isWanted else { return }
    hide()
    guard count < total else { return }
    Output.error.write("\(count) of \(total)".utf8)
    Output.error.flush()
    isShown = true
  }

  /// Erases the progress, so that a line can be printed in its place.
  func hide() {
    if isShown { Output.error.eraseLine() }
    isShown = false
  }
}
