import Glibc

extension Output {
  /// The width of the terminal in columns: `COLUMNS`, or what the terminal reports; nil for a pipe or a file, where
  /// nothing is cut.
  func columns(_ runEnvironment: RunEnvironment) -> Int? {
    guard isTerminal else { return nil }
    if let columns = runEnvironment.environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 {
      return columns
    }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
