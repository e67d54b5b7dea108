/// The scripts that have no spaces between words, which the standard library does not know.
///
/// These are the ranges of the property Script in Unicode 17 with the punctuation between them,
/// so a few scalars that are not assigned are among them.
enum UnspacedScripts {
  private static let ranges: [ClosedRange<UInt32>] = [
    0x02EA...0x02EB,  // Bopomofo
    0x0E01...0x0E3A, 0x0E40...0x0E5B,  // Thai
    0x0E81...0x0EDF,  // Lao
    0x1000...0x109F,  // Myanmar
    0x1780...0x17DD, 0x17E0...0x17F9, 0x19E0...0x19FF,  // Khmer
    0x2E80...0x2FD5,  // Han: radicals
    0x3001...0x3002, 0x3005...0x3005, 0x3007...0x3007, 0x3021...0x3029, 0x3038...0x303B,  // Han
    0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF,  // Kana
    0x3105...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF,  // Bopomofo, Kana
    0x32D0...0x32FE, 0x3300...0x3357,  // Kana in circles and squares
    0x3400...0x4DBF, 0x4E00...0x9FFF,  // Han
    0xA9E0...0xA9FE, 0xAA60...0xAA7F,  // Myanmar
    0xF900...0xFAD9,  // Han
    0xFF01...0xFF01, 0xFF0C...0xFF0C, 0xFF1A...0xFF1B, 0xFF1F...0xFF1F,  // full-width ！，：；？
    0xFF66...0xFF9F,  // Kana and sound marks of half width
    0x116D0...0x116E3,  // Myanmar
    0x16FE2...0x16FE3, 0x16FF0...0x16FF6,  // Han
    0x1AFF0...0x1B167,  // Kana
    0x20000...0x2EE5D, 0x2F800...0x2FA1D, 0x30000...0x33479,  // Han
  ]

  /// True if a scalar is a letter or punctuation of such a script.
  static func contain(_ scalar: Unicode.Scalar) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar.value)
  }
}
