/// How far a transfer is, on a terminal; nowhere else.
final class TransferProgress {
  private let total: Int
  private let isWanted: Bool
  private var isShown = false
  private var count = 0

  init(of total: Int, _ loudness: Verbosity) {
    self.total = total
    isWanted = Output.error.isTerminal && !loudness.quiet && total > 100
  }

  /// Shows that more is done.
  func advance(by number: Int) {
    count += number
    guard isWanted else { return }
    hide()
    guard count < total else { return }
    Output.error.write("\(count) of \(total)".utf8)
    Output.error.flush()
    isShown = true
  }

  /// Makes room for a line: what is shown is written over.
  func hide() {
    if isShown { Output.error.eraseLine() }
    isShown = false
  }
}
