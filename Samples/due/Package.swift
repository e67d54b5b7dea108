// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "due",
  dependencies: [
    .package(url: "https://github.com/duecal/duecal", .upToNextMinor(from: "0.2.0"), traits: [])
  ],
  targets: [
    .executableTarget(
      name: "due",
      dependencies: [
        .product(name: "TaskDates", package: "duecal"),
        .product(name: "TaskText", package: "duecal"),
      ])
  ]
)
