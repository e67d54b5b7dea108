import UserFiles

/// Where duecal keeps what it has to know from one run to the next.
struct StateFolder {
  /// The folder, which need not be there.
  let path: String
  /// Where Neovim, which follows the same rule, keeps its swap files.
  let swapFolders: [String]

  /// Takes `$XDG_STATE_HOME/duecal`, or `~/.local/state/duecal`; a relative path is no answer (XDG Base
  /// Directory Specification).
  ///
  /// - Throws: `ExitStatus.configuration` where neither is set.
  init(_ surroundings: Surroundings) throws(ExitStatus) {
    let named = ["XDG_STATE_HOME", "HOME"].map { surroundings.environment[$0] ?? "" }
    let home: String
    if named[0].hasPrefix("/") {
      home = named[0]
    } else if named[1].hasPrefix("/") {
      home = "\(named[1])/.local/state"
    } else {
      Output.error.print(
        "duecal: HOME is not set; expected it, or XDG_STATE_HOME, to name where backups are kept")
      throw .configuration
    }
    path = "\(home)/duecal"
    swapFolders = ["\(home)/nvim/swap"]
  }

  /// Where the old versions of task files are.
  var backups: Backups { Backups(folder: "\(path)/backups") }
}
