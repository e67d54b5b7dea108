import ExactText
import Synchronization
package import TaskText
package import UserFiles

/// The settings of Markdown notes by their folders, each found once in a run.
///
/// A folder belongs to the vault that contains it: the nearest folder above it that has `.obsidian`. The configuration
/// overrides what the plugin of the vault says.
package final class VaultCache: Sendable {
  private struct Known {
    var folders: ExactDictionary<MarkdownSettings> = [:]
    var roots: ExactDictionary<MarkdownSettings> = [:]
  }

  private let known = Mutex(Known())

  /// Creates an empty cache.
  package init() {}

  /// The settings of a file; those of no folder for standard input.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - root: A folder whose notes decide about the form of fields, if the file is in it; nil for none.
  ///   - configuration: What the person set.
  package func settings(
    ofFile path: String, within root: String? = nil, _ configuration: Configuration
  ) -> MarkdownSettings {
    guard path != "-" else { return Self.own(.standard, configuration) }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return known.withLock { known in
      if let settings = known.folders[folder] { return settings }
      let settings = Self.settings(ofFolder: folder, within: root, configuration, &known.roots)
      known.folders[folder] = settings
      return settings
    }
  }

  private static func settings(
    ofFolder folder: String, within wider: String?, _ configuration: Configuration,
    _ roots: inout ExactDictionary<MarkdownSettings>
  ) -> MarkdownSettings {
    let folder = CanonicalPath.of(folder.isEmpty ? "/" : folder)
    let vault = vault(of: folder)
    let root =
      vault ?? outermost(above: folder, (configuration.files ?? []) + [wider].compactMap(\.self))
      ?? folder
    if let settings = roots[root] { return settings }
    var settings = own(
      vault.flatMap(ObsidianSettings.settings) ?? .standard, configuration)
    let rules = configuration.folderRules
    settings.folder = FolderForm { form(ofFolder: root, rules) }
    roots[root] = settings
    return settings
  }

  /// Settings with what the configuration says.
  private static func own(
    _ settings: MarkdownSettings, _ configuration: Configuration
  ) -> MarkdownSettings {
    var settings = settings
    if let filter = configuration.markdownFilter { settings.filter = filter }
    if let form = configuration.markdownForm { settings.form = form }
    return settings
  }

  /// The vault that contains a folder; nil if none does.
  private static func vault(of folder: String) -> String? {
    above(folder).first { FileTree.isFolder("\($0)/\(ObsidianSettings.folder)") }
  }

  /// The outermost of some folders that contains another; nil if none does.
  private static func outermost(above folder: String, _ folders: [String]) -> String? {
    let wanted = ExactSet(folders.map(CanonicalPath.of))
    return above(folder).last { wanted.contains($0) }
  }

  /// A folder, and those that contain it, without the root of the system.
  private static func above(_ folder: String) -> [String] {
    var found: [String] = []
    var rest = folder[...]
    while let slash = rest.lastIndex(of: "/"), rest.utf8.count > 1 {
      found.append(String(rest))
      rest = rest[..<slash]
    }
    return found
  }

  /// The maximum number of notes that are read to find their form.
  private static let limit = 5_000

  /// The form that most fields of the notes in a folder have; signs if there are none.
  private static func form(ofFolder folder: String, _ rules: FolderRules) -> TagForm {
    let listing = try? FileTree.files(in: folder, leavingOut: rules) {
      TaskDialect(path: $0) == .markdown
    }
    var counts = TagFormCounts()
    for name in (listing?.files ?? []).prefix(limit) {
      guard let bytes = try? FileSnapshot.regular("\(folder)/\(name)").bytes else { continue }
      counts.add(TaskDocument(bytes: bytes, dialect: .markdown))
    }
    return counts.most ?? .sign
  }
}

extension Configuration {
  /// What commands leave out of folders.
  package var folderRules: FolderRules { FolderRules(exclude ?? []) }
}
