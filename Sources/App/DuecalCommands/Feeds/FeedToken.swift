import UserFiles

/// The secret part of an address, of 160 random bits.
struct FeedToken {
  /// The token.
  let text = SecretText.make(letters: 32)

  /// What is kept of it.
  var digest: String { SHA256.digits(of: Array(text.utf8)) }
}
