import Glibc

/// Keeps the signals that end a run waiting, so that it leaves nothing half done.
///
/// What comes meanwhile ends the run afterwards. A run that is killed cannot do that.
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
