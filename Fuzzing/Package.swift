// swift-tools-version: 6.2
import PackageDescription

/// The properties of `Tests/FuzzedProperties`, asked by libFuzzer.
///
/// It is a package of its own because all of duecal is built otherwise for it: see `make fuzz`, which sets
/// `DUECAL_HELPERS`.
let package = Package(
  name: "duecal-fuzzing",
  dependencies: [.package(name: "duecal", path: "..", traits: [])],
  targets: [
    .executableTarget(
      name: "duecal-fuzz", dependencies: [.product(name: "FuzzedProperties", package: "duecal")])
  ]
)
