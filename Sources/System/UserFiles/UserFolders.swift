import ExactText

extension [String: String] {
  /// The folder of `~`; nil if `HOME` is not set.
  package var home: String? {
    self["HOME"].flatMap { $0.hasPrefix("/") ? ($0 == "/" ? "" : $0) : nil }
  }

  /// The folder that a variable names; otherwise one in the home folder (XDG Base Directory Specification).
  package func folder(_ variable: String, else usual: String) -> String {
    let named = self[variable] ?? ""
    return named.hasPrefix("/") ? named : "\(home ?? "")/\(usual)"
  }
}
