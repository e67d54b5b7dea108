extension String {
  /// The text with its control characters spelled out: nothing that a file says moves the cursor of
  /// who reads about it, makes a line of its own, or runs against what stands around it.
  var visible: String {
    guard utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isTerminalControl, scalar != "\t" {
        text += "\\x" + String(scalar.value, radix: 16, uppercase: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
