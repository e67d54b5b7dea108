// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "birthdays",
  dependencies: [
    .package(url: "https://github.com/duecal/duecal", .upToNextMinor(from: "0.2.0"), traits: [])
  ],
  targets: [
    .executableTarget(
      name: "birthdays",
      dependencies: [
        .product(name: "CalendarItems", package: "duecal"),
        .product(name: "ICalendar", package: "duecal"),
        .product(name: "TaskDates", package: "duecal"),
      ])
  ]
)
