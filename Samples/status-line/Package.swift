// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "status-line",
  dependencies: [.package(name: "duecal", path: "../..")],
  targets: [
    .executableTarget(
      name: "status-line",
      dependencies: [
        .product(name: "CalendarItems", package: "duecal"),
        .product(name: "CalendarStores", package: "duecal"),
        .product(name: "SQLiteStore", package: "duecal"),
        .product(name: "TaskDates", package: "duecal"),
        .product(name: "VdirStore", package: "duecal"),
      ])
  ]
)
