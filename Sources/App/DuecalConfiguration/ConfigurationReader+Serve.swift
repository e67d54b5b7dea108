import Diagnostics
import ExactText
import StoreAccess
import TOMLText
import TaskDates

extension ConfigurationReader {
  /// Reads a key of `[serve]`.
  mutating func takeServeKey(_ entry: TOMLEntry) {
    configuration.lines[entry.words.joined(separator: ".")] =
      document.line(ofByte: entry.path[1].offset)
    switch entry.words[1] {
    case "address": configuration.server.address = address(entry)
    case "prefix": configuration.server.prefix = prefix(entry)
    case "zone": configuration.server.zone = zoneName(entry)
    case "folder": configuration.server.folder = folder(entry)
    case "user": configuration.server.user = user(entry)
    case "behind-proxy": configuration.server.isBehindProxy = flag(entry)
    case "allow-list-removal": configuration.server.allowsListRemoval = flag(entry)
    case "log": configuration.server.log = logForm(entry)
    default: takeServeChoice(entry)
    }
  }

  private mutating func takeServeChoice(_ entry: TOMLEntry) {
    if let choice = choice(configuration.server.choice, changedBy: entry) {
      configuration.server.choice = choice
    } else {
      reportUnknownServeKey(entry)
    }
  }

  private mutating func reportUnknownServeKey(_ entry: TOMLEntry) {
    let keys = [
      "address", "allow-list-removal", "archive", "behind-proxy", "class", "folder", "imported",
      "log", "prefix", "project", "search", "tag", "user", "where", "zone",
    ]
    let nearest = NearestName.of(entry.words[1], in: keys)
    report(
      entry.path[1].offset,
      "a server has no key \(entry.words[1].quoted); expected "
        + (nearest ?? "one of \(keys.joined(separator: ", "))"))
  }

  // MARK: Values

  private mutating func address(_ entry: TOMLEntry) -> ServerSettings.Address? {
    if case .string(let text) = entry.element.value {
      if text.contains("/") {
        return path(
          text, entry.element, named: "serve.address", expected: ServerSettings.Address.expected
        ).map { .socket($0) }
      }
      if let address = ServerSettings.Address(parsing: text) { return address }
    }
    refuse(entry, expected: ServerSettings.Address.expected)
    return nil
  }

  private mutating func prefix(_ entry: TOMLEntry) -> String? {
    if case .string(let text) = entry.element.value, let prefix = ServerSettings.prefix(text) {
      return prefix
    }
    refuse(entry, expected: "a path, such as \"/tasks\"")
    return nil
  }

  private mutating func zoneName(_ entry: TOMLEntry) -> String? {
    guard case .string(let name) = entry.element.value else {
      refuse(entry, .zone)
      return nil
    }
    do throws(ZoneError) {
      _ = try ZoneDatabase().zone(named: name)
    } catch  where !error.isMissingDatabase {
      report(entry.element.offset, "serve.zone: \(error)")
      return nil
    } catch {}  // reported by the command
    return name
  }

  /// Reads a path of task files or the address of a store.
  private mutating func folder(_ entry: TOMLEntry) -> String? {
    let expected = "a path or a store, such as \"~/notes\""
    guard case .string(let text) = entry.element.value, !text.isEmpty else {
      refuse(entry, expected: expected)
      return nil
    }
    guard StoreAddress.isOne(text) else {
      return path(text, entry.element, named: "serve.folder", expected: expected)
    }
    checkPath(of: text, named: "serve.folder", entry.element, expected: expected)
    return text
  }

  private mutating func user(_ entry: TOMLEntry) -> String? {
    if case .string(let name) = entry.element.value, ServerSettings.isName(name) { return name }
    refuse(entry, expected: ServerSettings.expectedName)
    return nil
  }

  private mutating func logForm(_ entry: TOMLEntry) -> ServerLog.Form? {
    if case .string(let word) = entry.element.value, let form = ServerLog.Form(rawValue: word) {
      return form
    }
    refuse(entry, expected: "\"text\" or \"json\"")
    return nil
  }
}
