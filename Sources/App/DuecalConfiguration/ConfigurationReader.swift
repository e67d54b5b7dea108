import Agenda
import CalendarImports
import CalendarItems
import Diagnostics
import ExactText
import StoreAccess
import TOMLText
import TaskBridge
import TaskDates
import TaskFolderStore
import TaskText
import WebAddresses

/// Reads a configuration from a TOML file, and reports what is not valid in it.
struct ConfigurationReader {
  var configuration = Configuration()
  private(set) var faults: [Diagnostic] = []
  private let home: String?
  private(set) var document = TOMLDocument()
  /// The stores read so far, and their places by name.
  var storeDrafts: [StoreDraft] = []
  var storePlaces: [String: Int] = [:]
  /// The byte offsets of the names of syncs.
  var syncOffsets: [Int] = []
  /// The feeds read so far, and the names of stores in them, with their places.
  var feedDrafts = FeedDrafts()
  var feedStores: [(name: String, offset: Int, key: String)] = []
  /// The meaning of tags, with the aliases read so far.
  private var vocabulary = Vocabulary()

  /// Creates a reader.
  ///
  /// - Parameter home: The folder that `~` stands for; nil if there is none.
  init(home: String?) { self.home = home }

  /// Reads a file.
  mutating func read(_ bytes: [UInt8]) {
    document = TOMLDocument(bytes: bytes, &faults)
    guard faults.isEmpty else { return }
    for heading in document.headings { check(heading) }
    for entry in document.entries where faults.count < Self.limit { read(entry) }
    finishStores()
    finishSyncs()
    finishFeeds()
    faults.sort { $0.place < $1.place }
  }

  // MARK: Keys

  /// Reports an unknown table by its heading, since a table without keys would otherwise not be reported at all.
  private mutating func check(_ heading: [TOMLKey]) {
    let tables = ConfigurationKey.tables
    guard let first = heading.first, !isKnown(heading) else { return }
    let own = heading.map(\.text).joined(separator: ".")
    report(
      first.offset,
      "there is no table [\(own)]; expected \(Self.choice(NearestName.of(own, in: tables), tables))"
    )
  }

  private func isKnown(_ heading: [TOMLKey]) -> Bool {
    guard heading.count == 1 else {
      let first = ConfigurationKey(rawValue: heading[0].text)
      return heading.count == 2 && (first == .sync || first == .feed)
    }
    return ConfigurationKey.tables.contains(heading[0].text)
  }

  private mutating func read(_ entry: TOMLEntry) {
    let words = entry.words
    if let table = ConfigurationKey(rawValue: words[0]), table.isTable {
      if table == .stores, words.count == 3 { return takeStoreKey(entry) }
      if table == .sync, words.count == 3 { return takeSyncKey(entry) }
      if table == .feed, words.count == 3 { return takeFeedKey(entry) }
      guard words.count == 2 else { return refuse(entry, table) }
      take(entry, table, name: words[1])
    } else if let key = ConfigurationKey(rawValue: words.joined(separator: ".")) {
      take(entry, key)
    } else if !document.headings.contains(where: { isUnknown($0, above: entry) }) {
      reportUnknown(entry)
    }
  }

  /// True for a table that was reported as unknown and contains the entry.
  private func isUnknown(_ heading: [TOMLKey], above entry: TOMLEntry) -> Bool {
    !isKnown(heading) && entry.path.starts(with: heading)
  }

  private mutating func reportUnknown(_ entry: TOMLEntry) {
    if reportMisplaced(entry) { return }
    let own = entry.words.joined(separator: ".")
    let keys = ConfigurationKey.allCases.map(\.rawValue)
    report(
      entry.keyOffset,
      "there is no key \(own.quoted); expected \(Self.choice(NearestName.of(own, in: keys), keys))")
  }

  /// Reports a top-level key that is below the heading of a table, and returns true; false for any other key.
  private mutating func reportMisplaced(_ entry: TOMLEntry) -> Bool {
    guard entry.path.count == 2, let key = ConfigurationKey(rawValue: entry.words[1]), !key.isTable
    else { return false }
    report(
      entry.keyOffset,
      "\(key.rawValue) is in the table [\(entry.words[0])]; expected above all tables")
    return true
  }

  private static func choice(_ nearest: String?, _ all: [String]) -> String {
    nearest ?? "one of \(all.joined(separator: ", "))"
  }

  // MARK: Values

  private mutating func take(_ entry: TOMLEntry, _ key: ConfigurationKey) {
    switch key {
    case .files: configuration.files = paths(entry)
    case .inbox:
      configuration.inbox = text(entry, key).flatMap { path($0, entry.element, key: key) }
    case .extensions: configuration.extensions = extensions(entry)
    case .exclude: configuration.exclude = exclusions(entry)
    case .markdownFilter: configuration.markdownFilter = filter(entry)
    case .markdownFields: configuration.markdownForm = word(entry, key, meaning: Self.form)
    case .zone: configuration.zone = zone(entry)
    case .dayStarts: configuration.dayStart = word(entry, key, meaning: Self.time)
    case .priorityScale: configuration.priorityScale = scale(entry)
    case .firstWeekday: configuration.firstWeekday = word(entry, key, meaning: Self.weekday)
    case .dates: configuration.conventions.order = word(entry, key) { .init(rawValue: $0) }
    case .color: configuration.color = word(entry, key) { MessageColor(rawValue: $0) }
    case .pager: configuration.pager = text(entry, key)
    case .recurringDue: configuration.recurringDue = word(entry, key) { .init(rawValue: $0) }
    case .backupLimit: configuration.backupLimit = megabytes(entry)
    case .lists: configuration.grouping = word(entry, key) { .init(rawValue: $0) }
    case .listFormat: takeListFormat(entry)
    case .removed: configuration.removed = word(entry, key) { .init(rawValue: $0) }
    case .past: configuration.past = word(entry, key) { .init(rawValue: $0) }
    case .aliases, .days, .stores, .sync, .feed, .serve: refuse(entry, key)
    }
    configuration.lines[key.rawValue] = document.line(ofByte: entry.keyOffset)
  }

  private mutating func take(_ entry: TOMLEntry, _ table: ConfigurationKey, name: String) {
    if table == .stores { return takeStore(entry, name) }
    if table == .serve { return takeServeKey(entry) }
    if table == .sync || table == .feed { return refuse(entry, table) }
    if table == .days { takeDay(entry, name) } else { takeAliases(entry, name) }
    configuration.lines["\(table.rawValue).\(name)"] = document.line(ofByte: entry.keyOffset)
  }

  private mutating func text(_ entry: TOMLEntry, _ key: ConfigurationKey) -> String? {
    guard case .string(let text) = entry.element.value else {
      refuse(entry, key)
      return nil
    }
    return text
  }

  private mutating func word<Value>(
    _ entry: TOMLEntry, _ key: ConfigurationKey, meaning: (String) -> Value?
  ) -> Value? {
    if case .string(let text) = entry.element.value, let value = meaning(text) { return value }
    refuse(entry, key)
    return nil
  }

  /// Reads a list of extensions, with or without their dots.
  private mutating func extensions(_ entry: TOMLEntry) -> [String]? {
    guard case .array(let elements) = entry.element.value else {
      refuse(entry, .extensions)
      return nil
    }
    return elements.compactMap { element in
      if case .string(let text) = element.value, text.contains(where: { $0 != "." }),
        !text.contains("/")
      {
        return text
      }
      refuse(element, "extensions", key: .extensions)
      return nil
    }
  }

  private mutating func scale(_ entry: TOMLEntry) -> Int? {
    if case .integer(let scale) = entry.element.value, scale == 3 || scale == 9 { return scale }
    refuse(entry, .priorityScale)
    return nil
  }

  private mutating func megabytes(_ entry: TOMLEntry) -> Int? {
    if case .integer(let count) = entry.element.value, (0...1_000_000).contains(count) {
      return count
    }
    refuse(entry, .backupLimit)
    return nil
  }

  private mutating func zone(_ entry: TOMLEntry) -> String? {
    guard let name = text(entry, .zone) else { return nil }
    do throws(ZoneError) {
      _ = try ZoneDatabase().zone(named: name)
    } catch  where !error.isMissingDatabase {
      report(entry.element.offset, "zone: \(error)")
      return nil
    } catch {}  // reported by the command that needs a zone
    return name
  }

  private mutating func takeListFormat(_ entry: TOMLEntry) {
    guard let text = text(entry, .listFormat) else { return }
    do throws(AgendaTemplateError) {
      configuration.listFormat = try AgendaTemplate(parsing: text)
      configuration.listFormatText = text
    } catch {
      report(entry.element.offset, "list.format: \(error)")
    }
  }

  private static func time(_ text: String) -> TimeParameters? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let areDigits = parts.joined().utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard areDigits, parts.count == 2, parts[0].utf8.count <= 2, parts[1].utf8.count == 2,
      let hour = UInt8(parts[0]), let minute = UInt8(parts[1])
    else { return nil }
    return try? TimeParameters(hour: Int(hour), minute: Int(minute))
  }

  private static func weekday(_ text: String) -> Weekday? {
    Weekday.allCases.first { "\($0)" == text.lowercased() }
  }

  // MARK: Paths

  /// Reads what is left out of folders: paths from the home folder become absolute.
  private mutating func exclusions(_ entry: TOMLEntry) -> [String]? {
    guard case .array(let elements) = entry.element.value else {
      refuse(entry, .exclude)
      return nil
    }
    return elements.compactMap { element in
      guard case .string(let text) = element.value, text.contains(where: { $0 != "/" }) else {
        refuse(element, "exclude", key: .exclude)
        return nil
      }
      return text.hasPrefix("~/") ? path(text, element, key: .exclude) : text
    }
  }

  // MARK: Markdown

  private mutating func filter(_ entry: TOMLEntry) -> String? {
    guard let text = text(entry, .markdownFilter) else { return nil }
    let isOneLine = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    guard isOneLine, text.isEmpty || text.contains(where: { $0 != " " }) else {
      refuse(entry, .markdownFilter)
      return nil
    }
    return text
  }

  private static func form(_ word: String) -> TagForm? {
    switch ExactString(word) {
    case ExactString("signs"): .sign
    case ExactString("dataview"): .brackets
    case ExactString("tags"): .at
    default: nil
    }
  }

  private mutating func paths(_ entry: TOMLEntry) -> [String]? {
    guard case .array(let elements) = entry.element.value else {
      refuse(entry, .files)
      return nil
    }
    return elements.compactMap { element in
      guard case .string(let text) = element.value else {
        refuse(element, "files", key: .files)
        return nil
      }
      return path(text, element, key: .files)
    }
  }

  /// Resolves a path and requires it to be absolute: a configuration must not depend on the working directory of a
  /// command.
  private mutating func path(
    _ text: String, _ element: TOMLElement, key: ConfigurationKey
  ) -> String? {
    path(text, element, named: key.rawValue, expected: key.expected)
  }

  mutating func path(
    _ text: String, _ element: TOMLElement, named name: String, expected: String
  ) -> String? {
    if text.hasPrefix("/") { return text }
    guard text == "~" || text.hasPrefix("~/") else {
      let kind = StoreAddress.isOne(text) ? "a store" : "not a path that begins with / or ~/"
      report(element.offset, "\(name): \(text.quoted) is \(kind); expected \(expected)")
      return nil
    }
    guard let home else {
      report(
        element.offset,
        "\(name): HOME is not set; expected HOME, or a path that begins with / in place of "
          + "\(text.quoted)")
      return nil
    }
    return home + text.dropFirst()
  }

  // MARK: Aliases

  private mutating func takeAliases(_ entry: TOMLEntry, _ name: String) {
    let fields = Vocabulary.Field.allCases.filter { $0 != .search && $0 != .project }
    guard let field = fields.first(where: { $0.rawValue == name }) else {
      if reportMisplaced(entry) { return }
      let names = fields.map(\.rawValue)
      return report(
        entry.keyOffset,
        "@\(name) is not a tag of duecal; expected "
          + Self.choice(NearestName.of(name, in: names), names))
    }
    guard case .array(let elements) = entry.element.value else { return refuse(entry, .aliases) }
    for element in elements {
      guard case .string(let alias) = element.value else {
        refuse(element, "aliases", key: .aliases)
        continue
      }
      take(alias, element, for: field)
    }
  }

  private mutating func take(_ name: String, _ element: TOMLElement, for field: Vocabulary.Field) {
    if let objection = objection(to: name, for: field) {
      return report(element.offset, "aliases: \(name.quoted) \(objection)")
    }
    configuration.aliases.append(Configuration.Alias(name: name, field: field))
    vocabulary.add(alias: name, for: field)
  }

  /// The reason why a name cannot be an alias of a field; nil if it can.
  private func objection(to name: String, for field: Vocabulary.Field) -> String? {
    guard !name.isEmpty, Tag.isLegalName(name) else {
      return "is not a tag name; expected letters and digits, without @"
    }
    guard name.utf8.count <= Vocabulary.nameLimit else {
      return "is too long; expected at most \(Vocabulary.nameLimit) bytes"
    }
    guard let other = vocabulary.field(named: name) else {
      return Vocabulary.isReserved(name) ? "is reserved by TaskPaper; expected another name" : nil
    }
    return other == field ? nil : "already means @\(other.rawValue); expected another name"
  }

  // MARK: Names of days

  private mutating func takeDay(_ entry: TOMLEntry, _ name: String) {
    let texts: [String]
    switch entry.element.value {
    case .string(let text): texts = [text]
    case .array(let elements):
      texts = elements.compactMap { element in
        if case .string(let text) = element.value { text } else { nil }
      }
      guard texts.count == elements.count else { return refuse(entry, .days) }
    default: return refuse(entry, .days)
    }
    guard let day = NamedDay(name, on: texts) else { return refuse(entry, .days) }
    configuration.conventions.days.append(day)
    configuration.dayTexts.append((name, texts))
  }

  // MARK: Reporting

  mutating func refuse(_ entry: TOMLEntry, _ key: ConfigurationKey) {
    refuse(entry, expected: key.expected)
  }

  mutating func refuse(_ entry: TOMLEntry, expected: String) {
    refuse(entry.element, entry.words.joined(separator: "."), expected: expected)
  }

  private mutating func refuse(
    _ element: TOMLElement, _ name: String, key: ConfigurationKey
  ) {
    refuse(element, name, expected: key.expected)
  }

  mutating func refuse(_ element: TOMLElement, _ name: String, expected: String) {
    let found =
      switch element.value {
      case .string(let text): "\(text.quoted) is not valid"
      case .integer(let number): "\(number) is not valid"
      case .boolean, .array: "\(element.value.kind) is not valid"
      }
    report(element.offset, "\(name): \(found) here; expected \(expected)")
  }

  /// At most this many errors are reported.
  static let limit = 20

  mutating func report(_ offset: Int, _ sentence: String) {
    guard faults.count < Self.limit else { return }
    let message = CalendarAddress.withoutPasswords(sentence)
    faults.append(Diagnostic(.error, at: document.place(ofByte: offset), message: message))
  }
}

extension TOMLEntry {
  /// The offset of the key of this value, whatever heading it is below.
  fileprivate var keyOffset: Int { path.last?.offset ?? element.offset }
}

extension ConfigurationKey {
  /// The tables that may have a heading.
  fileprivate static var tables: [String] {
    ["aliases", "days", "feed", "import", "list", "markdown", "serve", "stores", "sync"]
  }
}
