// swift-tools-version: 6.2
import PackageDescription

/// Every target is compiled with the same three features, so that the compiler enforces the layers of `Docs/Design.md`:
/// an import is private to its file, and a member is found only through the module that the file itself imports.
let house: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// Leaves the table of function names out of commands, because no other program calls one.
///
/// The table takes 1.5 MB, even in a stripped command, and each start reads parts of it. Without it, the report of a crash of a
/// stripped command has no names.
let withoutExports: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "--no-export-dynamic"], .when(platforms: [.linux]))
]

/// The commit that `--version` prints, as `make` passes it; only `CProcess` is rebuilt when it changes.
///
/// git is not asked for it here: SwiftPM caches the result of a manifest until manifest or environment change, so it
/// would continue to name an old commit.
let commit = Context.environment["DUECAL_COMMIT"] ?? ""

/// The code that tests share, for this project's own packages in `Benchmarks` and `Fuzzing`: their makefiles set the
/// variable.
///
/// Other packages cannot depend on these products.
let helpers: [Product] =
  Context.environment["DUECAL_HELPERS"] == nil
  ? []
  : ["EditedOutlines", "FuzzedProperties", "ImportCycles", "StoreTimes"].map {
    .library(name: $0, targets: [$0])
  }

/// The folders of `Sources`, from the top down: a module imports modules of its own folder and of those below.
///
/// `system` is below all others and imports no module of this package.
enum Layer: String {
  case network = "Network"
  case app = "App"
  case editor = "Editor"
  case agenda = "Agenda"
  case flows = "Flows"
  case stores = "Stores"
  case lines = "Lines"
  case calendar = "Calendar"
  case text = "Text"
  case system = "System"

  func folder(_ module: String) -> String { "Sources/\(rawValue)/\(module)" }
}

extension Target {
  /// A module of a layer.
  static func module(_ name: String, in layer: Layer, _ dependencies: [Dependency] = []) -> Target {
    .target(
      name: name, dependencies: dependencies, path: layer.folder(name), swiftSettings: house)
  }

  /// The tests of a module.
  static func tests(_ module: String, _ dependencies: [Dependency]) -> Target {
    .testTarget(name: "\(module)Tests", dependencies: dependencies, swiftSettings: house)
  }

  /// A target that several tests share.
  static func shared(_ name: String, _ dependencies: [Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: house)
  }
}

extension Target.Dependency {
  /// A product of another package that is fetched only with the trait `Network`.
  static func network(_ product: String, _ package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Network"]))
  }
}

let package = Package(
  name: "duecal",
  products: [
    .executable(name: "duecal", targets: ["duecal"]),
    .executable(name: "duecal-net", targets: ["duecal-net"]),
    .library(name: "CalDAVStore", targets: ["CalDAVStore"]),
    .library(name: "ExactText", targets: ["ExactText"]),
    .library(name: "TaskText", targets: ["TaskText"]),
    .library(name: "TriggerLookup", targets: ["TriggerLookup"]),
    .library(name: "TaskDates", targets: ["TaskDates"]),
    .library(name: "CalendarItems", targets: ["CalendarItems"]),
    .library(name: "CalendarStores", targets: ["CalendarStores"]),
    .library(name: "StoredText", targets: ["StoredText"]),
    .library(name: "SQLiteStore", targets: ["SQLiteStore"]),
    .library(name: "VdirStore", targets: ["VdirStore"]),
    .library(name: "TaskFolderStore", targets: ["TaskFolderStore"]),
    .library(name: "StoreContract", targets: ["StoreContract"]),
    .library(name: "ICalendar", targets: ["ICalendar"]),
    .library(name: "ICalendarConformance", targets: ["ICalendarConformance"]),
    .library(name: "TaskQuery", targets: ["TaskQuery"]),
    .library(name: "TaskBridge", targets: ["TaskBridge"]),
    .library(name: "LineCodec", targets: ["LineCodec"]),
    .library(name: "LineIdentity", targets: ["LineIdentity"]),
    .library(name: "TaskEditing", targets: ["TaskEditing"]),
    .library(name: "Agenda", targets: ["Agenda"]),
    .library(name: "CalendarFeeds", targets: ["CalendarFeeds"]),
    .library(name: "CalendarSync", targets: ["CalendarSync"]),
    .library(name: "WebAddresses", targets: ["WebAddresses"]),
  ] + helpers,
  traits: [
    .default(enabledTraits: ["Network"]),
    .trait(
      name: "Network",
      description: "CalDAVStore and duecal-net, with the packages that they need."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // Only for the trait `Network`, and compiled only for products that open sockets.
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.100.0"),
    .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.26.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.30.0"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
  ],
  targets: [
    // System
    .module(
      "CompactDictionary", in: .system,
      [.product(name: "OrderedCollections", package: "swift-collections")]),
    .module("ExactText", in: .system),
    .module("Parallel", in: .system),
    .systemLibrary(name: "CLinuxFiles", path: Layer.system.folder("CLinuxFiles")),
    .module("UserFiles", in: .system, ["CLinuxFiles", "ExactText"]),
    .module(
      "SQLiteFiles", in: .system,
      [
        "ExactText", "UserFiles", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .module(
      "StateBackup", in: .system,
      ["ExactText", "SQLiteFiles", "UserFiles", .product(name: "GRDB", package: "GRDB.swift")]),
    .module("Processes", in: .system),
    .target(
      name: "CProcess", path: Layer.system.folder("CProcess"),
      cSettings: [.define("DUECAL_COMMIT", to: "\"\(commit)\"")]),

    // Text
    .module("Diagnostics", in: .text, ["ExactText"]),
    .module("TaskText", in: .text, ["Diagnostics", "ExactText", "Parallel"]),
    .module("TriggerLookup", in: .text),
    .module("TaskDates", in: .text, ["Diagnostics"]),
    .module("TaskQuery", in: .text, ["Diagnostics", "ExactText", "TaskDates"]),
    .module("JSONText", in: .text),
    .module("EditorText", in: .text),

    // Calendar
    .systemLibrary(
      name: "CLibical", path: Layer.calendar.folder("CLibical"), providers: [.apt(["libical-dev"])]),
    .module("CalendarItems", in: .calendar, ["ExactText", "TaskDates"]),
    .module(
      "ICalendar", in: .calendar,
      [
        "CLibical", "CalendarItems", "Diagnostics", "ExactText", "Parallel", "TaskDates",
      ]),

    .module(
      "ICalendarConformance", in: .calendar,
      [
        "CalendarItems", "Diagnostics", "ExactText", "ICalendar", "TaskDates",
      ]),

    // Lines
    .module(
      "TaskBridge", in: .lines,
      [
        "CalendarItems", "Diagnostics", "ExactText", "TaskDates", "TaskQuery", "TaskText",
      ]),
    .module("LineIdentity", in: .lines, ["ExactText", "TaskBridge", "TaskText"]),
    .module(
      "TaskEditing", in: .lines,
      [
        "CalendarItems", "Diagnostics", "ExactText", "TaskBridge", "TaskDates", "TaskText",
      ]),
    .module(
      "LineCodec", in: .lines,
      [
        "CalendarItems", "Diagnostics", "ExactText", "TaskBridge", "TaskDates", "TaskEditing",
        "TaskText",
      ]),
    .module(
      "LineState", in: .lines,
      [
        "CompactDictionary", "ExactText", "ICalendar", "LineCodec", "SQLiteFiles", "TaskBridge",
        "TaskEditing",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),

    // Stores
    .module("CalendarStores", in: .stores, ["CalendarItems", "ExactText", "TaskDates"]),
    .module(
      "StoredText", in: .stores,
      [
        "CalendarItems", "CalendarStores", "ExactText", "ICalendar", "TaskDates",
      ]),
    .module(
      "SQLiteStore", in: .stores,
      [
        "CalendarItems", "CalendarStores", "ExactText", "Parallel", "SQLiteFiles", "StoredText",
        "TaskDates", "UserFiles", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .module(
      "VdirStore", in: .stores,
      [
        "CalendarItems", "CalendarStores", "ExactText", "Parallel", "StoredText", "TaskDates",
        "UserFiles",
      ]),
    .module(
      "TaskFolderStore", in: .stores,
      [
        "CalendarItems", "CalendarStores", "Diagnostics", "ExactText", "LineCodec", "LineIdentity",
        "LineState",
        "StoredText", "TaskBridge", "TaskDates", "TaskEditing", "TaskText", "UserFiles",
      ]),
    .module(
      "StoreContract", in: .stores,
      [
        "CalendarItems", "CalendarStores", "ExactText", "StoredText", "TaskDates",
      ]),

    // Flows
    .module(
      "CalendarFeeds", in: .flows,
      [
        "CalendarItems", "Diagnostics", "ExactText", "ICalendar", "LineCodec", "LineIdentity",
        "LineState",
        "Parallel", "TaskBridge", "TaskDates", "TaskText", "UserFiles",
      ]),
    .module(
      "CalendarImports", in: .flows,
      [
        "CalendarItems", "CompactDictionary", "Diagnostics", "ExactText", "ICalendar", "JSONText",
        "LineCodec", "LineIdentity", "LineState", "Parallel", "TaskBridge", "TaskDates",
        "TaskEditing",
        "TaskText",
      ]),
    .module(
      "CalendarSync", in: .flows,
      [
        "CalendarItems", "CalendarStores", "ExactText", "ICalendar", "LineIdentity", "SQLiteFiles",
        "StoredText", "TaskDates", "UserFiles", .product(name: "GRDB", package: "GRDB.swift"),
      ]),

    // Agenda
    .module(
      "Agenda", in: .agenda,
      [
        "CalendarItems", "ExactText", "LineIdentity", "Parallel", "TaskBridge", "TaskDates",
      ]),

    // Editor
    .module(
      "EditorAnswers", in: .editor,
      [
        "CalendarItems", "Diagnostics", "ExactText", "ICalendar", "ICalendarConformance",
        "LineCodec", "Parallel",
        "TaskBridge", "TaskDates", "TaskEditing", "TaskText", "TriggerLookup",
      ]),
    .module(
      "EditorServer", in: .editor,
      [
        "CLinuxFiles", "Diagnostics", "EditorAnswers", "EditorText", "ExactText", "JSONText",
        "Parallel", "TaskBridge", "TaskDates", "TaskText", "UserFiles",
      ]),

    // App
    .module("WebAddresses", in: .app, ["ExactText"]),
    .module("TOMLText", in: .app, ["Diagnostics"]),
    .module(
      "StoreAccess", in: .app,
      [
        "CalendarItems", "CalendarStores", "Diagnostics", "ExactText", "LineState", "Processes",
        "SQLiteStore", "TaskDates", "TaskFolderStore", "UserFiles", "VdirStore", "WebAddresses",
      ]),
    .module(
      "DuecalConfiguration", in: .app,
      [
        "Agenda", "CalendarImports", "CalendarItems", "CalendarSync", "Diagnostics", "ExactText",
        "JSONText", "StoreAccess", "TOMLText", "TaskBridge", "TaskDates", "TaskFolderStore",
        "TaskQuery", "TaskText", "UserFiles", "WebAddresses",
      ]),
    .module(
      "DuecalCommands", in: .app,
      [
        "Agenda", "CProcess", "CalendarFeeds", "CalendarImports", "CalendarItems", "CalendarStores",
        "CalendarSync", "CompactDictionary",
        "Diagnostics", "DuecalConfiguration", "EditorAnswers", "EditorServer", "ExactText",
        "ICalendar",
        "ICalendarConformance", "LineCodec", "LineState", "Parallel", "Processes", "StateBackup",
        "StoreAccess", "StoredText",
        "TaskBridge", "TaskDates", "TaskEditing", "TaskFolderStore", "TaskQuery", "TaskText",
        "UserFiles", "WebAddresses",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // An empty table in place of ICU's data, only for commands: a library must not take it from its users.
    .target(name: "CNoICUData", path: Layer.app.folder("CNoICUData")),
    .executableTarget(
      name: "duecal", dependencies: ["CNoICUData", "DuecalCommands"],
      path: Layer.app.folder("duecal"),
      swiftSettings: house, linkerSettings: withoutExports),

    // Network
    .module(
      "CalendarFetching", in: .network,
      [
        "ExactText", "WebAddresses", .network("AsyncHTTPClient", "async-http-client"),
        .network("NIOCore", "swift-nio"), .network("NIOHTTP1", "swift-nio"),
        .network("NIOHTTPCompression", "swift-nio-extras"), .network("NIOPosix", "swift-nio"),
        .network("NIOSSL", "swift-nio-ssl"),
      ]),
    .module(
      "StoreMirror", in: .network,
      [
        "CalendarItems", "CalendarStores", "ExactText", "SQLiteFiles", "SQLiteStore", "StoredText",
        "TaskDates", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .module("WebDAV", in: .network, ["ExactText", "TaskDates", "WebAddresses"]),
    .module(
      "CalDAVStore", in: .network,
      [
        "CalendarFetching", "CalendarItems", "CalendarStores", "ExactText", "StoreMirror",
        "StoredText", "TaskDates", "WebAddresses", "WebDAV",
        .network("AsyncHTTPClient", "async-http-client"), .network("NIOCore", "swift-nio"),
        .network("NIOHTTP1", "swift-nio"), .network("NIOPosix", "swift-nio"),
      ]),
    .module("HTTPServing", in: .network, ["ExactText"]),
    .module(
      "CalDAVServer", in: .network,
      [
        "CalendarItems", "CalendarStores", "CalendarSync", "ExactText", "HTTPServing", "ICalendar",
        "SQLiteFiles", "StoredText", "TaskDates", "WebDAV",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .systemLibrary(name: "CZlib", path: Layer.network.folder("CZlib")),
    .module(
      "FeedServer", in: .network,
      ["CZlib", "ExactText", "HTTPServing", "StoreAccess", "UserFiles", "WebDAV"]),
    .systemLibrary(name: "CCrypt", path: Layer.network.folder("CCrypt")),
    .module(
      "WebServer", in: .network,
      [
        "CCrypt", "ExactText", "HTTPServing", "JSONText", "StoreAccess", "TaskDates", "UserFiles",
        "WebDAV",
        .network("HTTPTypes", "swift-http-types"), .network("Hummingbird", "hummingbird"),
        .network("HummingbirdCore", "hummingbird"),
        .network("Logging", "swift-log"), .network("NIOCore", "swift-nio"),
        .network("NIOHTTPTypes", "swift-nio-extras"),
      ]),
    .executableTarget(
      name: "duecal-net",
      dependencies: [
        "CNoICUData", "CalDAVServer", "CalDAVStore", "CalendarFetching", "CalendarStores",
        "CalendarSync",
        "DuecalCommands", "FeedServer", "HTTPServing", "StoreAccess", "WebServer",
      ],
      path: Layer.network.folder("duecal-net"), swiftSettings: house,
      linkerSettings: withoutExports),

    // Tests, and what they share
    .tests(
      "CalDAVStore",
      [
        "CalDAVStore", "CalendarItems", "CalendarStores", "CalendarSync", "StoreContract",
        "StoreMirror", "SyncTrials", "TaskDates", "WebAddresses", "WebDAV",
        .network("AsyncHTTPClient", "async-http-client"),
        .network("NIOCore", "swift-nio"), .network("NIOHTTP1", "swift-nio"),
      ]),
    .tests("WebDAV", ["CalendarStores", "WebDAV"]),
    .tests("FeedServer", ["ExactText", "FeedServer", "HTTPServing", "StoreAccess", "UserFiles"]),
    .tests(
      "WebServer",
      [
        "HTTPServing", "StoreAccess", "TaskDates", "TestSupport", "UserFiles", "WebServer",
        .network("Logging", "swift-log"),
      ]),
    .tests(
      "CalDAVServer",
      [
        "CalDAVServer", "CalendarItems", "CalendarStores", "ExactText", "HTTPServing", "StoredText",
        "TaskDates", "TestSupport", "WebDAV",
      ]),
    // The times of stores, for the benchmarks.
    .executableTarget(
      name: "duecal-caldav-times",
      dependencies: ["CalDAVStore", "StoreTimes", "TaskDates", "WebAddresses"],
      path: "Tests/ServerTimes", swiftSettings: house),
    // The programs that tests run besides the commands.
    .executableTarget(
      name: "duecal-fetch-checks", dependencies: ["CalendarFetching", "WebAddresses"],
      path: "Tests/FetchChecks", swiftSettings: house),
    .tests("CalendarItems", ["CalendarItems", "TaskDates"]),
    .tests("Diagnostics", ["Diagnostics", "TestSupport"]),
    .tests("Parallel", ["Parallel"]),
    .tests("CompactDictionary", ["CompactDictionary", "TestSupport"]),
    .tests("ExactText", ["ExactText"]),
    .tests("TOMLText", ["Diagnostics", "TOMLText"]),
    .tests("JSONText", ["JSONText"]),
    .tests("EditorText", ["EditorText", "TestSupport"]),
    .tests(
      "EditorAnswers",
      [
        "Diagnostics", "EditorAnswers", "LineCodec", "TaskBridge", "TaskDates", "TaskEditing",
        "TaskText",
        "TestSupport",
      ]),
    .tests(
      "EditorServer",
      ["EditorAnswers", "EditorServer", "JSONText", "TaskDates", "TestSupport", "UserFiles"]),
    .tests("TaskDates", ["TaskDates", "TestSupport"]),
    .tests("TaskQuery", ["TaskDates", "TaskQuery", "TestSupport"]),
    .tests(
      "CalendarStores",
      [
        "CalendarItems", "CalendarStores", "ExactText", "StoreContract", "TaskDates", "TestSupport",
      ]),
    .tests(
      "StoredText", ["CalendarStores", "ICalendar", "StoreContract", "StoredText", "TaskDates"]),
    .tests(
      "VdirStore",
      [
        "CalendarItems", "CalendarStores", "StoreContract", "StoredText", "TaskDates",
        "TestSupport",
        "VdirStore",
      ]),
    .tests(
      "SQLiteStore",
      [
        "CalendarItems", "CalendarStores", "SQLiteStore", "StoreContract", "StoreMirror",
        "TaskDates", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .tests(
      "StoreMirror",
      [
        "CalendarItems", "CalendarStores", "SQLiteStore", "StoreMirror", "TaskDates", "TestSupport",
      ]),
    .tests(
      "TaskFolderStore",
      [
        "CalendarItems", "CalendarStores", "ExactText", "LineCodec", "LineState", "StoreContract",
        "StoredText",
        "TaskBridge", "TaskDates", "TaskFolderStore", "TaskText", "TestSupport", "UserFiles",
      ]),
    .tests("UserFiles", ["CLinuxFiles", "TestSupport", "UserFiles"]),
    .tests("Processes", ["Processes", "TestSupport"]),
    .tests(
      "SQLiteFiles",
      [
        "SQLiteFiles", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .tests(
      "StateBackup",
      ["StateBackup", "TestSupport", "UserFiles", .product(name: "GRDB", package: "GRDB.swift")]),
    .shared("TestSupport"),
    .shared("EditedOutlines", ["LineIdentity", "TaskText", "TestSupport"]),
    .shared("StoreTimes", ["CalendarItems", "CalendarStores", "TaskDates"]),
    .shared(
      "FuzzedProperties",
      [
        "CalendarItems", "Diagnostics", "EditorServer", "EditorText", "ExactText", "ICalendar",
        "ICalendarConformance", "JSONText", "TaskBridge", "TaskDates", "TaskQuery", "TaskText",
      ]),
    .tests("Fuzzed", ["FuzzedProperties"]),
    .tests(
      "TaskBridge",
      ["Diagnostics", "TaskBridge", "TaskDates", "TaskQuery", "TaskText", "TestSupport"]),
    .tests("LineCodec", ["CalendarItems", "LineCodec", "TaskBridge", "TaskDates", "TaskText"]),
    .tests("LineIdentity", ["EditedOutlines", "LineIdentity", "TaskBridge"]),
    .tests(
      "TaskEditing",
      [
        "CalendarItems", "Diagnostics", "TaskBridge", "TaskDates", "TaskEditing", "TaskText",
        "TestSupport",
      ]),
    .tests(
      "Agenda",
      [
        "Agenda", "CalendarItems", "Diagnostics", "ExactText", "LineCodec", "TaskBridge",
        "TaskDates",
        "TaskText", "TestSupport",
      ]),
    .shared(
      "ImportCycles",
      [
        "CalendarImports", "EditedOutlines", "ICalendar", "LineState", "TaskBridge", "TaskDates",
        "TaskText",
      ]),
    .tests(
      "CalendarImports",
      [
        "CalendarFeeds", "CalendarImports", "CalendarItems", "CompactDictionary", "Diagnostics",
        "EditedOutlines", "ExactText", "ICalendar", "ImportCycles", "LineCodec", "LineState",
        "TaskBridge",
        "TaskDates",
        "TaskEditing", "TaskText", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .tests(
      "CalendarSync",
      [
        "CalendarItems", "CalendarStores", "CalendarSync", "ExactText", "LineCodec", "LineState",
        "SQLiteStore",
        "SyncTrials", "TaskDates", "TaskFolderStore", "TestSupport", "UserFiles", "VdirStore",
      ]),
    .shared(
      "SyncTrials",
      [
        "CalendarItems", "CalendarStores", "CalendarSync", "ExactText", "TaskDates", "TestSupport",
      ]),
    .tests("WebAddresses", ["WebAddresses"]),
    .tests(
      "StoreAccess",
      [
        "CalendarStores", "StoreAccess", "TaskDates", "TestSupport", "WebAddresses",
      ]),
    .tests("Duecal", ["JSONText", "TestSupport"]),
    .tests(
      "ICalendar",
      [
        "CalendarItems", "Diagnostics", "ExactText", "ICalendar", "ICalendarConformance",
        "TaskDates", "TestSupport",
      ]),
    .tests(
      "ICalendarConformance",
      [
        "Diagnostics", "ICalendar", "ICalendarConformance", "TaskDates", "TestSupport",
      ]),
    .tests(
      "CalendarFeeds",
      [
        "CalendarFeeds", "CalendarItems", "Diagnostics", "ExactText", "ICalendar",
        "ICalendarConformance", "LineCodec", "LineState", "TaskBridge", "TaskDates", "TaskText",
        "TestSupport",
        "UserFiles",
      ]),
    .tests("TaskText", ["Diagnostics", "EditedOutlines", "TaskText", "TestSupport"]),
    .tests("TriggerLookup", ["TaskText", "TestSupport", "TriggerLookup"]),
    .executableTarget(
      name: "duecal-checks",
      dependencies: [
        "Agenda", "CalendarImports", "CalendarItems", "CalendarStores", "CalendarSync",
        "Diagnostics", "EditedOutlines", "ExactText",
        "ICalendar", "LineCodec", "LineState", "SQLiteStore", "StoreMirror", "SyncTrials",
        "TaskBridge",
        "TaskDates", "TaskFolderStore",
        "TaskEditing", "TaskText", "TestSupport", "UserFiles", "VdirStore",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/HeavyChecks",
      swiftSettings: house),
    .tests(
      "DuecalCommands",
      [
        "CalendarItems", "CalendarStores", "DuecalCommands", "DuecalConfiguration", "ExactText",
        "ICalendar", "LineCodec", "StoreAccess", "StoredText", "TaskBridge", "TaskDates",
        "TaskEditing",
        "TaskText", "TestSupport", "WebAddresses",
      ]),
  ]
)

/// The names of targets, and of those that they depend on.
func closure(_ names: [String], in targets: [Target]) -> Set<String> {
  var found: Set<String> = []
  var open = names
  while let name = open.popLast() {
    guard found.insert(name).inserted else { continue }
    let target = targets.first { $0.name == name }
    for case .byNameItem(let name, _) in target?.dependencies ?? [] { open.append(name) }
  }
  return found
}

// `make quick` names the tests that it needs, so that a change of a low layer does not rebuild all that is above.
if let tests = Context.environment["DUECAL_TESTS"] {
  let wanted = closure(tests.split(separator: ",").map(String.init), in: package.targets)
  package.targets.removeAll { !wanted.contains($0.name) }
  package.products = []
}
