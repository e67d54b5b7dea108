import Glibc

/// Blocks the signals that end a run, so that the run leaves no edit unfinished.
///
/// A signal that arrives meanwhile ends the run afterwards. SIGKILL cannot be blocked.
struct BlockedSignals: ~Copyable {
  private var before = sigset_t()

  init() {
    var held = sigset_t()
    sigemptyset(&held)
    for signal in [SIGHUP, SIGINT, SIGTERM] { sigaddset(&held, signal) }
    pthread_sigmask(SIG_BLOCK, &held, &before)
  }

  deinit {
    var before = before
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
