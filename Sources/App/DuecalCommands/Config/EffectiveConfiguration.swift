import CalendarImports
import CalendarItems
import CalendarSync
import DuecalConfiguration
import ExactText
import StoreAccess
import TaskBridge
import TaskDates
import TaskFolderStore
import TaskText
import WebAddresses

/// The effective settings of a run, each value with its origin, as `duecal config show` prints them.
struct EffectiveConfiguration {
  /// The lines, which form a valid configuration.
  let text: [String]

  init(_ runEnvironment: RunEnvironment) {
    let values = Values(runEnvironment)
    let heads = values.rows.map { row in row.map { "\($0.key) = \($0.value)" } ?? "" }
    let width = heads.map(\.count).max() ?? 0
    let path = runEnvironment.configuration.path.map { "# \($0)" }
    var text = [path ?? "# there is no configuration, and none is needed"]
    for (row, head) in zip(values.rows, heads) {
      guard let row else {
        text.append("")
        continue
      }
      let blanks = String(repeating: " ", count: min(width, 60) - min(head.count, 60))
      text.append(row.source.isEmpty ? row.key : "\(head)\(blanks)  # \(row.source)")
    }
    self.text = text
  }

  /// A value and its origin; a heading has neither.
  private struct Row {
    let key: String
    var value = ""
    var source = ""
  }

  /// The rows, nil for an empty line.
  private struct Values {
    private(set) var rows: [Row?] = []
    private let runEnvironment: RunEnvironment
    private let configuration: Configuration

    init(_ runEnvironment: RunEnvironment) {
      self.runEnvironment = runEnvironment
      configuration = runEnvironment.configuration
      addPaths()
      addZone()
      add(.dayStarts, configuration.dayStart?.formattedDate, text: Self.quote, default: "09:00")
      add(.priorityScale, configuration.priorityScale, text: String.init, default: 9)
      add(
        .firstWeekday, configuration.firstWeekday.map { "\($0)" }, text: Self.quote,
        default: "monday")
      if let order = configuration.conventions.order {
        add("dates", Self.quote(order.rawValue), source: source("dates"))
      }
      addColor()
      addPager()
      add(.recurringDue, configuration.recurringDue?.rawValue, text: Self.quote, default: "equal")
      add(.backupLimit, configuration.backupLimit, text: String.init, default: 64)
      add(.lists, configuration.grouping?.rawValue, text: Self.quote, default: "files")
      addTables()
    }

    private mutating func addPaths() {
      let files = DefaultSources.usual(runEnvironment)
      let isVariable = !DefaultSources.ofVariable(runEnvironment.environment).isEmpty
      if isVariable || configuration.files != nil {
        add("files", Self.list(files), source: isVariable ? "DUECAL_FILES" : source("files"))
      }
      if let inbox = configuration.inbox {
        add("inbox", Self.quote(inbox), source: source("inbox"))
      }
      if let extensions = configuration.extensions {
        add("extensions", Self.list(extensions), source: source("extensions"))
      }
      if let exclude = configuration.exclude {
        add("exclude", Self.list(exclude), source: source("exclude"))
      }
    }

    private mutating func addZone() {
      if let zone = configuration.zone {
        return add("zone", Self.quote(zone), source: source("zone"))
      }
      guard let zone = try? Zone.system(environment: runEnvironment.environment) else { return }
      let isVariable = runEnvironment.environment["TZ"] != nil
      add("zone", Self.quote(zone.name), source: isVariable ? "TZ" : "the system")
    }

    private mutating func addColor() {
      if let (color, variable) = Coloring.ofVariables(runEnvironment) {
        return add("color", Self.quote(color.rawValue), source: variable)
      }
      add(.color, configuration.color?.rawValue, text: Self.quote, default: "auto")
    }

    private mutating func addPager() {
      let pager = Pager(runEnvironment)
      add("pager", Self.quote(pager.command), source: pager.variable ?? source("pager"))
    }

    private mutating func addImport() {
      let values = [
        ("removed", configuration.removed?.rawValue), ("past", configuration.past?.rawValue),
      ]
      if values.contains(where: { $0.1 != nil }) { begin("[import]") }
      for (name, value) in values {
        if let value { add(name, Self.quote(value), source: source("import.\(name)")) }
      }
    }

    private mutating func addMarkdown() {
      let form = configuration.markdownForm.map { form in
        form == .sign ? "signs" : form == .at ? "tags" : "dataview"
      }
      let values = [("filter", configuration.markdownFilter), ("fields", form)]
      if values.contains(where: { $0.1 != nil }) { begin("[markdown]") }
      for (name, value) in values {
        if let value { add(name, Self.quote(value), source: source("markdown.\(name)")) }
      }
    }

    private mutating func addTables() {
      if let format = configuration.listFormatText {
        begin("[list]")
        add("format", Self.quote(format), source: source("list.format"))
      }
      addImport()
      addMarkdown()
      if !configuration.dayTexts.isEmpty { begin("[days]") }
      for (name, dates) in configuration.dayTexts {
        let value = dates.count == 1 ? Self.quote(dates[0]) : Self.list(dates)
        add(Self.quote(name), value, source: source("days.\(name)"))
      }
      let fields = configuration.aliases.map(\.field.rawValue)
      if !fields.isEmpty { begin("[aliases]") }
      for field in Set(fields).sorted() {
        let names = configuration.aliases.filter { $0.field.rawValue == field }.map(\.name)
        add(field, Self.list(names), source: source("aliases.\(field)"))
      }
      if !configuration.stores.isEmpty { begin("[stores]") }
      for store in configuration.stores {
        add(Self.quote(store.name), Self.text(of: store), source: source("stores.\(store.name)"))
      }
      if !configuration.syncs.isEmpty { begin("[sync]") }
      for sync in configuration.syncs {
        add(Self.quote(sync.name), Self.text(of: sync), source: source("sync.\(sync.name)"))
      }
      addFeeds()
      addServer()
    }

    private mutating func addServer() {
      let server = configuration.server
      let texts = [
        ("address", server.address?.text), ("prefix", server.prefix), ("zone", server.zone),
        ("folder", server.folder), ("user", server.user), ("log", server.log?.rawValue),
      ]
      let flags = [
        ("behind-proxy", server.isBehindProxy),
        ("allow-list-removal", server.allowsListRemoval),
        ("archive", server.choice.includesArchive), ("imported", server.choice.includesImported),
      ]
      let choice = server.choice
      let lists = [
        ("project", choice.projects), ("tag", choice.tags), ("where", choice.queries),
        ("search", choice.searches), ("class", choice.classes),
      ]
      let rows =
        texts.compactMap { name, text in text.map { (name, Self.quote($0)) } }
        + flags.filter(\.1).map { ($0.0, "true") }
        + lists.filter { !$0.1.isEmpty }.map { ($0.0, Self.list($0.1)) }
      if !rows.isEmpty { begin("[serve]") }
      for (name, value) in rows { add(name, value, source: source("serve.\(name)")) }
    }

    private mutating func addFeeds() {
      if !configuration.feeds.isEmpty { begin("[feed]") }
      for feed in configuration.feeds {
        add(Self.quote(feed.name), Self.text(of: feed), source: source("feed.\(feed.name)"))
      }
    }

    private static func text(of feed: Configuration.Feed) -> String {
      var keys = feed.file.map { ["file = \(quote($0))"] } ?? []
      if let sources = feed.sources { keys.append("files = \(list(sources))") }
      var names: [String] = []
      for option in feed.options where !names.contains(option.name) { names.append(option.name) }
      for name in names {
        let values = feed.options.filter { $0.name == name }.compactMap(\.value)
        let value = values.isEmpty ? "true" : values.count == 1 ? quote(values[0]) : list(values)
        keys.append("\(name) = \(value)")
      }
      return "{ \(keys.joined(separator: ", ")) }"
    }

    private static func text(of sync: Configuration.Sync) -> String {
      var keys = ["a = \(quote(sync.stores.a))", "b = \(quote(sync.stores.b))"]
      if let preference = sync.preference { keys.append("prefer = \(quote(preference.rawValue))") }
      if !sync.lists.createsLists { keys.append("lists = \"existing\"") }
      let pairs = sync.lists.pairs.map { list([$0.a, $0.b]) }
      if !pairs.isEmpty { keys.append("pairs = [\(pairs.joined(separator: ", "))]") }
      return "{ \(keys.joined(separator: ", ")) }"
    }

    /// A store in TOML, without what may be a password in its address.
    private static func text(of store: Configuration.Store) -> String {
      let address = quote(
        CalendarAddress.isOne(store.address) ? CalendarAddress.shown(store.address) : store.address)
      var pairs = ["address = \(address)"]
      switch store.password {
      case .command(let words): pairs.append("password-command = \(list(words))")
      case .file(let path): pairs.append("password-file = \(quote(path))")
      case .variable(let name): pairs.append("password-variable = \(quote(name))")
      case .keyring: pairs.append("password-keyring = true")
      case nil: break
      }
      if store.isUnencrypted { pairs.append("unencrypted = true") }
      return pairs.count == 1 ? address : "{ \(pairs.joined(separator: ", ")) }"
    }

    private mutating func begin(_ heading: String) {
      rows += [nil, Row(key: heading)]
    }

    private mutating func add<Value>(
      _ key: ConfigurationKey, _ value: Value?, text: (Value) -> String, default: Value
    ) {
      add(key.rawValue, text(value ?? `default`), source: source(key.rawValue))
    }

    private mutating func add(_ key: String, _ value: String, source: String) {
      rows.append(Row(key: key, value: value, source: source))
    }

    private func source(_ key: String) -> String {
      configuration.lines[key].map { "line \($0)" } ?? "default"
    }

    private static func list(_ texts: [String]) -> String {
      "[\(texts.map(quote).joined(separator: ", "))]"
    }

    private static func quote(_ text: String) -> String { ConfigurationText.quoted(text) }
  }
}
