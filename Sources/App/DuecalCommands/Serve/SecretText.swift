/// Makes secrets of letters and digits that a person does not mistake for each other.
enum SecretText {
  private static let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")

  /// A secret from the system's random numbers, of five bits for each letter.
  static func make(letters count: Int) -> String {
    var random = SystemRandomNumberGenerator()
    return String((0..<count).map { _ in letters[Int.random(in: letters.indices, using: &random)] })
  }
}
