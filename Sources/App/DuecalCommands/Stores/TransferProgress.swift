import Synchronization

/// Shows the progress of a transfer, on a terminal only.
final class TransferProgress: Sendable {
  private struct State {
    var isShown = false
    var count = 0
  }

  private let total: Int
  private let isWanted: Bool
  private let state = Mutex(State())

  init(of total: Int, _ level: Verbosity) {
    self.total = total
    isWanted = Output.error.isTerminal && !level.quiet && total > 100
  }

  /// Adds to the number of completed items.
  func advance(by number: Int) {
    hide()
    state.withLock { state in
      state.count += number
      guard isWanted, state.count < total else { return }
      Output.error.write("\(state.count) of \(total)".utf8)
      Output.error.flush()
      state.isShown = true
    }
  }

  /// Erases the progress, so that a line can be printed in its place.
  func hide() {
    state.withLock { state in
      if state.isShown { Output.error.eraseLine() }
      state.isShown = false
    }
  }
}
