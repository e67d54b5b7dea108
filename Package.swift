// swift-tools-version: 6.2
import PackageDescription

/// Every target is compiled with the same three features, so that the drawing in `Docs/Design.md` is
/// held by the compiler: an import is private to its file, and a member is found only through the
/// module that the file itself imports.
let house: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// The commit that `--version` names, as `make` says it; only `CProcess` is compiled anew for another.
///
/// It is not asked of git here: SwiftPM keeps what a manifest said until manifest or environment
/// change, and would go on naming an old commit.
let commit = Context.environment["DUECAL_COMMIT"] ?? ""

let package = Package(
  name: "duecal",
  products: [
    .executable(name: "duecal", targets: ["duecal"]),
    .library(name: "ExactText", targets: ["ExactText"]),
    .library(name: "TaskText", targets: ["TaskText"]),
    .library(name: "TaskDates", targets: ["TaskDates"]),
    .library(name: "CalendarItems", targets: ["CalendarItems"]),
    .library(name: "CalendarStores", targets: ["CalendarStores"]),
    .library(name: "StoredText", targets: ["StoredText"]),
    .library(name: "SQLiteStore", targets: ["SQLiteStore"]),
    .library(name: "VdirStore", targets: ["VdirStore"]),
    .library(name: "StoreContract", targets: ["StoreContract"]),
    .library(name: "ICalendar", targets: ["ICalendar"]),
    .library(name: "TaskQuery", targets: ["TaskQuery"]),
    .library(name: "TaskBridge", targets: ["TaskBridge"]),
    .library(name: "CalendarFeeds", targets: ["CalendarFeeds"]),
    // What `duecal-net` adds the network to.
    .library(name: "WebAddresses", targets: ["WebAddresses"]),
    .library(name: "DuecalCommands", targets: ["DuecalCommands"]),
    // What the benchmarks edit.
    .library(name: "EditedOutlines", targets: ["EditedOutlines"]),
    .library(name: "ImportCycles", targets: ["ImportCycles"]),
    .library(name: "StoreTimes", targets: ["StoreTimes"]),
    // What the fuzzer asks.
    .library(name: "FuzzedProperties", targets: ["FuzzedProperties"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(name: "ExactText", swiftSettings: house),
    .testTarget(name: "ExactTextTests", dependencies: ["ExactText"], swiftSettings: house),
    .target(name: "Diagnostics", dependencies: ["ExactText"], swiftSettings: house),
    .target(name: "TOMLText", dependencies: ["Diagnostics"], swiftSettings: house),
    .testTarget(
      name: "TOMLTextTests", dependencies: ["Diagnostics", "TOMLText"], swiftSettings: house),
    .target(name: "TaskText", dependencies: ["Diagnostics", "ExactText"], swiftSettings: house),
    .target(name: "TaskDates", dependencies: ["Diagnostics"], swiftSettings: house),
    .testTarget(
      name: "TaskDatesTests", dependencies: ["TaskDates", "TestSupport"], swiftSettings: house),
    .target(
      name: "TaskQuery", dependencies: ["Diagnostics", "ExactText", "TaskDates"],
      swiftSettings: house),
    .testTarget(
      name: "TaskQueryTests", dependencies: ["TaskDates", "TaskQuery", "TestSupport"],
      swiftSettings: house),
    .target(name: "CalendarItems", dependencies: ["ExactText", "TaskDates"], swiftSettings: house),
    .target(
      name: "CalendarStores", dependencies: ["CalendarItems", "ExactText", "TaskDates"],
      swiftSettings: house),
    .target(
      name: "StoreContract",
      dependencies: [
        "CalendarItems", "StoredText", "CalendarStores", "ExactText", "TaskDates",
      ],
      swiftSettings: house),
    .testTarget(
      name: "CalendarStoresTests",
      dependencies: [
        "CalendarItems", "CalendarStores", "StoreContract", "TaskDates", "TestSupport",
      ],
      swiftSettings: house),
    .systemLibrary(name: "CLibical", providers: [.apt(["libical-dev"])]),
    .target(
      name: "ICalendar",
      dependencies: ["CLibical", "CalendarItems", "Diagnostics", "ExactText", "TaskDates"],
      swiftSettings: house),
    .target(
      name: "TaskBridge",
      dependencies: [
        "CalendarItems", "Diagnostics", "ExactText", "TaskDates", "TaskQuery", "TaskText",
      ],
      swiftSettings: house),
    .target(
      name: "CalendarFeeds",
      dependencies: [
        "CalendarItems", "Diagnostics", "ExactText", "ICalendar", "TaskBridge", "TaskDates",
        "TaskText", "UserFiles",
      ], swiftSettings: house),
    .target(
      name: "CalendarImports",
      dependencies: [
        "CalendarItems", "Diagnostics", "ExactText", "ICalendar", "TaskBridge", "TaskDates",
        "TaskText",
      ], swiftSettings: house),
    .target(
      name: "StoredText",
      dependencies: ["CalendarItems", "CalendarStores", "ExactText", "ICalendar", "TaskDates"],
      swiftSettings: house),
    .target(
      name: "SQLiteFiles",
      dependencies: ["ExactText", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: house),
    .target(
      name: "SQLiteStore",
      dependencies: [
        "CalendarItems", "StoredText", "CalendarStores", "ExactText", "SQLiteFiles",
        "TaskDates", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: house),
    .target(
      name: "VdirStore",
      dependencies: [
        "CalendarItems", "StoredText", "CalendarStores", "ExactText", "TaskDates",
        "UserFiles",
      ],
      swiftSettings: house),
    .testTarget(
      name: "VdirStoreTests",
      dependencies: [
        "CalendarItems", "CalendarStores", "StoreContract", "TaskDates", "TestSupport", "VdirStore",
      ],
      swiftSettings: house),
    .testTarget(
      name: "SQLiteStoreTests",
      dependencies: [
        "CalendarItems", "CalendarStores", "SQLiteStore", "StoreContract", "TaskDates",
        "TestSupport",
      ],
      swiftSettings: house),
    .target(
      name: "LineState",
      dependencies: [
        "CalendarFeeds", "CalendarImports", "ExactText", "SQLiteFiles", "TaskBridge",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: house),
    .systemLibrary(name: "CLinuxFiles"),
    .target(
      name: "UserFiles", dependencies: ["CLinuxFiles", "ExactText"], swiftSettings: house),
    .testTarget(
      name: "UserFilesTests", dependencies: ["CLinuxFiles", "TestSupport", "UserFiles"],
      swiftSettings: house),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
    .target(
      name: "EditedOutlines", dependencies: ["TaskBridge", "TaskText", "TestSupport"],
      path: "Tests/EditedOutlines", swiftSettings: house),
    .target(
      name: "StoreTimes", dependencies: ["CalendarItems", "CalendarStores", "TaskDates"],
      path: "Tests/StoreTimes", swiftSettings: house),
    .target(
      name: "FuzzedProperties",
      dependencies: [
        "CalendarItems", "Diagnostics", "ExactText", "ICalendar", "TaskBridge", "TaskDates",
        "TaskQuery",
        "TaskText",
      ],
      path: "Tests/FuzzedProperties", swiftSettings: house),
    .testTarget(
      name: "FuzzedTests", dependencies: ["FuzzedProperties"], swiftSettings: house),
    .testTarget(
      name: "TaskBridgeTests",
      dependencies: [
        "CalendarItems", "Diagnostics", "ExactText", "EditedOutlines", "TaskBridge", "TaskDates",
        "TaskQuery",
        "TaskText", "TestSupport",
      ], swiftSettings: house),
    .target(
      name: "ImportCycles",
      dependencies: [
        "CalendarImports", "EditedOutlines", "ICalendar", "TaskBridge", "TaskDates", "TaskText",
      ], path: "Tests/ImportCycles", swiftSettings: house),
    .testTarget(
      name: "CalendarImportsTests",
      dependencies: [
        "LineState", "CalendarImports", "CalendarItems", "Diagnostics", "ExactText",
        "EditedOutlines",
        "ICalendar",
        "ImportCycles", "TaskBridge", "TaskDates", "TaskText", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], swiftSettings: house),
    .target(name: "WebAddresses", dependencies: ["ExactText"], swiftSettings: house),
    .testTarget(
      name: "WebAddressesTests", dependencies: ["WebAddresses"], swiftSettings: house),
    .testTarget(name: "DuecalTests", dependencies: ["TestSupport"], swiftSettings: house),
    .testTarget(
      name: "ICalendarTests",
      dependencies: [
        "CalendarItems", "Diagnostics", "ExactText", "ICalendar", "TaskDates", "TestSupport",
      ],
      swiftSettings: house),
    .testTarget(
      name: "CalendarFeedsTests",
      dependencies: [
        "CalendarFeeds", "CalendarItems", "Diagnostics", "ICalendar", "TaskBridge", "TaskDates",
        "TaskText", "TestSupport", "UserFiles",
      ], swiftSettings: house),
    .testTarget(
      name: "TaskTextTests", dependencies: ["TaskText", "Diagnostics", "TestSupport"],
      swiftSettings: house),
    .executableTarget(
      name: "duecal-checks",
      dependencies: [
        "LineState", "CalendarImports", "CalendarItems", "CalendarStores", "ExactText",
        "ICalendar", "SQLiteStore", "TaskBridge", "TaskDates", "TaskText", "TestSupport",
        "UserFiles", "VdirStore",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/HeavyChecks",
      swiftSettings: house),
    .target(name: "CProcess", cSettings: [.define("DUECAL_COMMIT", to: "\"\(commit)\"")]),
    .target(
      name: "DuecalCommands",
      dependencies: [
        "LineState", "CProcess", "WebAddresses", "CalendarFeeds", "CalendarImports",
        "CalendarItems", "StoredText", "CalendarStores", "Diagnostics", "ExactText",
        "ICalendar", "SQLiteStore", "TOMLText", "TaskBridge", "TaskDates", "TaskQuery", "TaskText",
        "UserFiles", "VdirStore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: house),
    .testTarget(
      name: "DuecalCommandsTests",
      dependencies: [
        "WebAddresses", "CalendarItems", "StoredText", "CalendarStores",
        "DuecalCommands", "ICalendar", "TaskBridge", "TaskDates", "TestSupport",
      ], swiftSettings: house),
    .executableTarget(name: "duecal", dependencies: ["DuecalCommands"], swiftSettings: house),
  ]
)
