import ExactText

extension String {
  /// The text with its control characters escaped, so that text from a file cannot move the cursor, begin a new line,
  /// or change the direction of the text around it.
  var visible: String {
    guard hasByte(where: { $0 < 0x20 || $0 >= 0x7F }) else { return self }
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
