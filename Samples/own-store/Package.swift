// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "own-store",
  products: [.library(name: "OwnStore", targets: ["OwnStore"])],
  dependencies: [.package(url: "https://github.com/duecal/duecal", from: "0.2.0")],
  targets: [
    .target(
      name: "OwnStore",
      dependencies: [
        .product(name: "CalendarItems", package: "duecal"),
        .product(name: "StoredText", package: "duecal"),
        .product(name: "CalendarStores", package: "duecal"),
        .product(name: "ExactText", package: "duecal"),
        .product(name: "TaskDates", package: "duecal"),
      ]),
    .testTarget(
      name: "OwnStoreTests",
      dependencies: ["OwnStore", .product(name: "StoreContract", package: "duecal")]),
  ]
)
