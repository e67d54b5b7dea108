// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "status-line",
  dependencies: [
    .package(url: "https://github.com/duecal/duecal", .upToNextMinor(from: "0.2.0"), traits: [])
  ],
  targets: [
    .executableTarget(
      name: "status-line",
      dependencies: [
        .product(name: "CalendarStores", package: "duecal"),
        .product(name: "SQLiteStore", package: "duecal"),
        .product(name: "TaskDates", package: "duecal"),
        .product(name: "VdirStore", package: "duecal"),
      ])
  ]
)
