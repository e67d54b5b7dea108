import Glibc

extension Output {
  /// The columns of the terminal that a person reads on: what `COLUMNS` says, else what the terminal
  /// says of itself; nil for a pipe or a file, where nothing is cut.
  func columns(_ runEnvironment: RunEnvironment) -> Int? {
    guard isTerminal else { return nil }
    if let said = runEnvironment.environment["COLUMNS"].flatMap({ Int($0) }), said > 0 {
      return said
    }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
