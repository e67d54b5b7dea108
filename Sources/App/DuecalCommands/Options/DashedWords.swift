import ExactText

/// Finds words that begin with a dash and are not options: `- Buy milk`, as a task is written, and `-1d`.
enum DashedWords {
  /// Moves such words after a `--`, where the argument parser accepts them.
  ///
  /// A word directly after an option stays there, since it may be the value of that option.
  static func settled(_ arguments: [String]) -> [String] {
    // The remaining words are a command line of their own, or the person has already written the `--`.
    if arguments.contains("--") || arguments.contains("--exec") { return arguments }
    guard let first = arguments.indices.first(where: { isFree($0, arguments) }) else {
      return arguments
    }
    let words = arguments[first...].prefix { isOne($0) || !$0.hasPrefix("-") || $0 == "-" }
    return arguments[..<first] + arguments[words.endIndex...] + ["--"] + words
  }

  private static func isFree(_ index: Int, _ arguments: [String]) -> Bool {
    isOne(arguments[index]) && index > 0 && !arguments[index - 1].hasPrefix("-")
  }

  private static func isOne(_ argument: String) -> Bool {
    let bytes = argument.utf8.prefix(2)
    guard bytes.count == 2, bytes.first == UInt8(ascii: "-"), let second = bytes.last else {
      return false
    }
    return second == UInt8(ascii: " ") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
  }
}
