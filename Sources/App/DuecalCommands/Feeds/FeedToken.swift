import UserFiles

/// The secret part of an address, of 160 random bits.
struct FeedToken {
  /// The token, in letters and digits that are not mistaken for each other.
  let text: String

  /// Makes a token from the system's random numbers.
  init() {
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    var random = SystemRandomNumberGenerator()
    text = String((0..<32).map { _ in letters[Int.random(in: letters.indices, using: &random)] })
  }

  /// What is kept of it.
  var digest: String { SHA256.digits(of: Array(text.utf8)) }
}
