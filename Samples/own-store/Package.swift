// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "own-store",
  products: [.library(name: "OwnStore", targets: ["OwnStore"])],
  dependencies: [
    .package(url: "https://github.com/duecal/duecal", .upToNextMinor(from: "0.2.0"), traits: [])
  ],
  targets: [
    .target(
      name: "OwnStore",
      dependencies: [
        .product(name: "StoredText", package: "duecal"),
        .product(name: "CalendarStores", package: "duecal"),
        .product(name: "TaskDates", package: "duecal"),
      ]),
    .testTarget(
      name: "OwnStoreTests",
      dependencies: ["OwnStore", .product(name: "StoreContract", package: "duecal")]),
  ]
)
