import ExactText
import JSONText
package import TaskText
import UserFiles

/// The settings of the plugin Obsidian Tasks in a vault.
package enum ObsidianSettings {
  /// The folder with the settings of a vault, which shows where one begins.
  package static let folder = ".obsidian"
  private static let path = "\(folder)/plugins/obsidian-tasks-plugin/data.json"
  /// The size from which on a file is not that of the plugin.
  private static let limit = 4 << 20

  /// The settings of the plugin in a vault; nil if it has none that can be read.
  ///
  /// What the file lacks, or says in a way that is not known, has the default of the plugin.
  package static func settings(ofVault vault: String) -> MarkdownSettings? {
    let path = "\(vault)/\(path)"
    guard FileTree.isFile(path), let bytes = try? FileSnapshot.regular(path).bytes,
      bytes.count <= limit
    else { return nil }
    return settings(bytes)
  }

  /// The settings in the plugin's file; nil if it is not a JSON object.
  package static func settings(_ bytes: [UInt8]) -> MarkdownSettings? {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard let root = try? JSONText(parsing: text).root, root.kind == .object else { return nil }
    var settings = MarkdownSettings()
    settings.filter = filter(root["globalFilter"]?.string ?? "")
    settings.form = form(root["taskFormat"]?.string)
    settings.setsCreatedDate = root["setCreatedDate"]?.bool ?? settings.setsCreatedDate
    settings.setsDoneDate = root["setDoneDate"]?.bool ?? settings.setsDoneDate
    settings.setsCancelledDate = root["setCancelledDate"]?.bool ?? settings.setsCancelledDate
    settings.recurrenceIsOnNextLine =
      root["recurrenceOnNextLine"]?.bool ?? settings.recurrenceIsOnNextLine
    settings.removesScheduledDateOnRecurrence =
      root["removeScheduledDateOnRecurrence"]?.bool ?? settings.removesScheduledDateOnRecurrence
    settings.statuses = statuses(root["statusSettings"])
    return settings
  }

  /// A filter as lines can have it; empty for one with a line break, which none has.
  private static func filter(_ text: String) -> String {
    let isOneLine = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    return isOneLine && text.utf8.contains { $0 != 0x20 } ? text : ""
  }

  private static func form(_ name: String?) -> TagForm? {
    switch name.map(ExactString.init) {
    case ExactString("tasksPluginEmoji"): .sign
    case ExactString("dataview"): .brackets
    default: nil
    }
  }

  /// The statuses, of which the first of a sign counts: those of the plugin come before those of a person.
  private static func statuses(_ json: JSONView?) -> [MarkdownSettings.Status] {
    let lists = [json?["coreStatuses"], json?["customStatuses"], json?["customStatusTypes"]]
    return lists.flatMap { $0?.elements ?? [] }.compactMap(status)
  }

  private static func status(_ json: JSONView) -> MarkdownSettings.Status? {
    guard let symbol = json["symbol"]?.string, symbol.unicodeScalars.count == 1 else { return nil }
    let name = json["type"]?.string ?? ""
    return MarkdownSettings.Status(
      symbol: symbol, nextSymbol: json["nextStatusSymbol"]?.string ?? "x",
      type: MarkdownSettings.StatusType(rawValue: name) ?? .todo)
  }
}
