import Foundation

/// A row of a table, with cells of the given widths.
func row(_ cells: [String], widths: [Int]) -> String {
  zip(cells, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
    .joined(separator: " ")
}

func number(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
