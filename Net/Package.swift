// swift-tools-version: 6.2
import PackageDescription

/// The same three features as in the package above.
let house: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// Everything that opens a socket.
///
/// It is a package of its own, so that no build and no test of the other compiles a network stack, which takes
/// minutes; and `duecal` cannot come to need it.
let package = Package(
  name: "duecal-net",
  products: [
    .executable(name: "duecal-net", targets: ["duecal-net"]),
    .library(name: "CalDAVStore", targets: ["CalDAVStore"]),
  ],
  dependencies: [
    .package(name: "duecal", path: ".."),
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.100.0"),
    .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.26.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.30.0"),
  ],
  targets: [
    .target(
      name: "CalendarFetching",
      dependencies: [
        .product(name: "WebAddresses", package: "duecal"),
        .product(name: "ExactText", package: "duecal"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ], swiftSettings: house),
    .target(
      name: "CalDAVStore",
      dependencies: [
        "CalendarFetching",
        .product(name: "WebAddresses", package: "duecal"),
        .product(name: "CalendarItems", package: "duecal"),
        .product(name: "StoredText", package: "duecal"),
        .product(name: "CalendarStores", package: "duecal"),
        .product(name: "ExactText", package: "duecal"),
        .product(name: "SQLiteStore", package: "duecal"),
        .product(name: "TaskDates", package: "duecal"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ], swiftSettings: house),
    .testTarget(
      name: "CalDAVStoreTests",
      dependencies: [
        "CalDAVStore",
        .product(name: "WebAddresses", package: "duecal"),
        .product(name: "CalendarItems", package: "duecal"),
        .product(name: "CalendarStores", package: "duecal"),
        .product(name: "SQLiteStore", package: "duecal"),
        .product(name: "StoreContract", package: "duecal"),
        .product(name: "TaskDates", package: "duecal"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ], swiftSettings: house),
    .executableTarget(
      name: "duecal-net",
      dependencies: [
        "CalDAVStore", "CalendarFetching",
        .product(name: "CalendarStores", package: "duecal"),
        .product(name: "DuecalCommands", package: "duecal"),
      ],
      swiftSettings: house),
    // What the store takes, for the benchmarks.
    .executableTarget(
      name: "duecal-caldav-times",
      dependencies: [
        "CalDAVStore",
        .product(name: "WebAddresses", package: "duecal"),
        .product(name: "StoreTimes", package: "duecal"),
        .product(name: "TaskDates", package: "duecal"),
      ], path: "Tests/StoreTimes", swiftSettings: house),
    // What the tests ask beside the commands.
    .executableTarget(
      name: "duecal-fetch-checks",
      dependencies: [
        "CalendarFetching", .product(name: "WebAddresses", package: "duecal"),
      ], path: "Tests/FetchChecks", swiftSettings: house),
  ]
)
