import Foundation

/// One row of the table: a measurement of duecal, that of its baseline, and the required ratio.
struct Figure {
  var name: String
  var ours: String
  var baseline: String
  /// The measured value and the required one, in the same unit.
  var reached: Double
  var bar: Double
  /// The unit of `reached` and `bar`, such as `x` or `MB`.
  var unit: String
  /// Whether more is better.
  var atLeast = false

  /// A row with the wall-clock time of a command in seconds, and its processor time in place of a baseline.
  static func seconds(_ name: String, _ usage: Usage, bar: Double) -> Figure {
    Figure(
      name: name, ours: time(seconds: usage.wall),
      baseline: "processor \(time(seconds: usage.processor))", reached: usage.wall, bar: bar,
      unit: " s")
  }

  var holds: Bool { atLeast ? reached >= bar : reached <= bar }

  static let header = row(["figure", "ours", "baseline", "reached", "bar", ""])

  var line: String {
    Self.row([
      name, ours, baseline, Self.number(reached) + unit,
      (atLeast ? ">= " : "<= ") + Self.number(bar) + unit, holds ? "" : "MISSED",
    ])
  }

  private static func row(_ cells: [String]) -> String {
    let widths = [42, 12, 34, 10, 12, 6]
    return zip(cells, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
      .joined(separator: " ")
  }

  private static func number(_ value: Double) -> String {
    String(format: value < 10 ? "%.2f" : "%.0f", value)
  }

  /// A time in a unit that people can read.
  static func time(nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1e3: String(format: "%.0f ns", nanoseconds)
    case ..<1e6: String(format: "%.1f us", nanoseconds / 1e3)
    case ..<1e9: String(format: "%.2f ms", nanoseconds / 1e6)
    default: String(format: "%.2f s", nanoseconds / 1e9)
    }
  }

  static func time(seconds: Double) -> String { time(nanoseconds: seconds * 1e9) }
}
