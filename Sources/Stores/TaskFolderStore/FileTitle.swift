import TaskBridge

/// The names of files and folders for the titles of lists.
enum FileTitle {
  /// The maximum number of bytes of a title in a name; file systems allow 255 for all.
  private static let limit = 180

  /// Names for a list, of which the first free one is used: the title with its letters, and then with numbers.
  ///
  /// Only what no file name may have, or what would hide the file or lead out of the folder, is replaced.
  static func names(of title: String, ending: String = "") -> some Sequence<String> {
    let stem = stem(title)
    return (1...999).lazy.map { $0 == 1 ? stem + ending : "\(stem)-\($0)\(ending)" }
  }

  private static func stem(_ title: String) -> String {
    let scalars = title.unicodeScalars.map { isRefused($0) ? "_" : $0 }
    let name = String(String.UnicodeScalarView(scalars)).cleaned
    var text = trimmed(name)
    while text.utf8.count > limit { text.removeLast() }
    text = trimmed(text)
    return text.utf8.contains { $0 != UInt8(ascii: "_") } ? text : "list"
  }

  /// A name without what hides it or what other systems refuse at its ends.
  private static func trimmed(_ name: String) -> String {
    let start = name.drop { $0 == "." || $0 == "-" || $0 == " " || $0 == "~" }
    return String(start.reversed().drop { $0 == "." || $0 == " " }.reversed())
  }

  /// True for what is not in a name: control and format characters, and those that some system gives a meaning.
  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: return true
    case .format: return scalar.value != 0x200D && scalar.value != 0x200C
    default: return "/\\:*?\"<>|".unicodeScalars.contains(scalar)
    }
  }

  /// True if two names are one on a file system that ignores case, or the normalisation of letters.
  static func areOne(_ left: String, _ right: String) -> Bool {
    // Characters are equal whatever their normalisation is.
    left.lowercased().elementsEqual(right.lowercased())
  }
}
