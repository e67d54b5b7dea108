// swift-tools-version: 6.2
import PackageDescription

// A package that names the trait, as packages did when it was off by default.
let package = Package(
  name: "network",
  dependencies: [
    .package(
      url: "https://github.com/duecal/duecal", .upToNextMinor(from: "0.2.0"), traits: ["Network"])
  ],
  targets: [
    .target(name: "Network", dependencies: [.product(name: "CalDAVStore", package: "duecal")])
  ]
)
