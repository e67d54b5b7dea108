// swift-tools-version: 6.2
import PackageDescription

/// The properties of `Tests/FuzzedProperties`, asked by libFuzzer; a package of its own, because the
/// whole of duecal is built otherwise for it. `make fuzz` says how.
let package = Package(
  name: "duecal-fuzzing",
  dependencies: [.package(name: "duecal", path: "..")],
  targets: [
    .executableTarget(
      name: "duecal-fuzz", dependencies: [.product(name: "FuzzedProperties", package: "duecal")])
  ]
)
