import Glibc

/// One key that a person presses on a terminal, without Enter.
///
/// The terminal is in another mode only while it waits for the key, so that it is never left in that mode.
enum TerminalKey: Equatable {
  case character(Character)
  case enter
  /// Ctrl-D, or the end of the input.
  case end
  /// An arrow, a function key or a letter that is not ASCII.
  case other

  /// Waits for a key of standard input; nil if that is not a terminal whose mode can be changed.
  ///
  /// Ctrl-C ends the process as it does elsewhere, with the terminal as it was.
  static func next() -> TerminalKey? {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    var mode = before
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    guard tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) == 0 else { return nil }
    let byte = byte()
    if let byte, byte == 0x1B || byte >= 0x80 { skipRest() }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
    if byte == 0x03 {
      signal(SIGINT, SIG_DFL)
      raise(SIGINT)
    }
    return key(byte)
  }

  private static func key(_ byte: UInt8?) -> TerminalKey {
    switch byte {
    case nil, 0x03, 0x04: .end
    case 0x0A, 0x0D: .enter
    case let byte? where 0x20...0x7E ~= byte: .character(Character(UnicodeScalar(byte)))
    default: .other
    }
  }

  private static func byte() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count == 1 { return byte }
      if count == 0 || errno != EINTR { return nil }
    }
  }

  /// Reads the other bytes of the same key.
  private static func skipRest() {
    var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, 5) == 1, byte() != nil {}
  }
}
