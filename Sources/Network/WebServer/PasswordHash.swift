import CCrypt
import ExactText
import HTTPServing

/// Hashes of passwords, as `htpasswd -B` and libxcrypt write them.
enum PasswordHash {
  /// A new hash of a password, by yescrypt; nil if the system cannot make one.
  static func make(_ password: String) -> String? {
    var setting = [CChar](repeating: 0, count: 192)
    let length = Int32(setting.count)
    guard crypt_gensalt_rn("$y$", 0, nil, 0, &setting, length) != nil else { return nil }
    return hash(password, as: text(setting))
  }

  /// True if a password has a hash.
  static func matches(_ password: String, _ wanted: String) -> Bool {
    hash(password, as: wanted)?.isEqualInConstantTime(to: wanted) ?? false
  }

  /// The hash that a setting asks for; nil for one that is not known.
  private static func hash(_ password: String, as setting: String) -> String? {
    guard !password.utf8.contains(0), setting.hasPrefix("$") else { return nil }
    var data = crypt_data()
    guard let found = crypt_r(password, setting, &data) else { return nil }
    let hash = String(cString: found)
    return hash.hasPrefix("*") ? nil : hash
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
