// swift-tools-version: 6.2
import PackageDescription

/// The benchmarks of `Docs/Performance.md`, each with its baseline in the same run.
///
/// It needs `DUECAL_HELPERS=1` in the environment, as its makefile sets it.
let package = Package(
  name: "duecal-benchmarks",
  dependencies: [.package(name: "duecal", path: "..", traits: [])],
  targets: [
    .target(name: "Baselines", cSettings: [.unsafeFlags(["-O2"])]),
    .executableTarget(
      name: "libical-export", dependencies: ["Baselines"], cSettings: [.unsafeFlags(["-O2"])],
      linkerSettings: [.linkedLibrary("ical")]),
    .executableTarget(
      name: "libical-import", cSettings: [.unsafeFlags(["-O2"])],
      linkerSettings: [.linkedLibrary("ical")]),
    .executableTarget(
      name: "duecal-import",
      dependencies: [
        .product(name: "CalendarItems", package: "duecal"),
        .product(name: "ICalendar", package: "duecal"),
        .product(name: "TaskDates", package: "duecal"),
      ]),
    // The baseline of `make oracle`.
    .executableTarget(name: "libical-rules", linkerSettings: [.linkedLibrary("ical")]),
    .executableTarget(
      name: "foundation-rules", dependencies: [.product(name: "TaskDates", package: "duecal")]),
    .executableTarget(name: "libical-start", linkerSettings: [.linkedLibrary("ical")]),
    .executableTarget(
      name: "duecal-identity",
      dependencies: [
        .product(name: "EditedOutlines", package: "duecal"),
        .product(name: "ImportCycles", package: "duecal"),
        .product(name: "LineIdentity", package: "duecal"),
        .product(name: "TaskDates", package: "duecal"),
      ]),
    .executableTarget(
      name: "duecal-stores",
      dependencies: [
        .product(name: "CalendarStores", package: "duecal"),
        .product(name: "SQLiteStore", package: "duecal"),
        .product(name: "StoreTimes", package: "duecal"),
        .product(name: "TaskDates", package: "duecal"),
        .product(name: "VdirStore", package: "duecal"),
      ]),
    // The tests of `make random`.
    .testTarget(
      name: "RandomStepsTests",
      dependencies: [
        .product(name: "CalendarStores", package: "duecal"),
        .product(name: "SQLiteStore", package: "duecal"),
        .product(name: "StoreContract", package: "duecal"),
        .product(name: "VdirStore", package: "duecal"),
      ]),
    .executableTarget(
      name: "duecal-bench",
      dependencies: [
        "Baselines", .product(name: "CalendarItems", package: "duecal"),
        .product(name: "ICalendar", package: "duecal"),
        .product(name: "TaskText", package: "duecal"),
        .product(name: "TaskDates", package: "duecal"),
        .product(name: "TriggerLookup", package: "duecal"),
      ], linkerSettings: [.linkedLibrary("ical")]),
  ]
)
