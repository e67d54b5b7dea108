import CProcess
import ICalendar

/// The version of this duecal.
enum DuecalVersion {
  /// The version; change it together with the changelog.
  static let number = "0.2.0"

  /// The text of `--version`.
  static var text: String {
    "duecal \(number) (\(commit))\nlibical \(Libical.version)"
  }

  /// The commit of this build, which `make` passes to the build; `swift build` alone does not.
  private static var commit: String {
    let name = String(cString: duecal_commit())
    return name.isEmpty ? "commit unknown" : name
  }
}
