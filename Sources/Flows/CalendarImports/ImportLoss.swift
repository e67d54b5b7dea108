import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import LineState
import TaskBridge
import TaskDates

/// A value of a calendar that its line does not contain; it is kept in the component in the state.
public struct ImportLoss: Hashable, Sendable {
  /// The calendar.
  public let file: String
  /// The line in the calendar, from 1.
  public let line: Int
  /// The property.
  public let property: String
  /// Its value, verbatim.
  public let value: String
  /// Why the line does not contain it.
  public let reason: String
}

/// Finds values of items that their lines do not contain.
///
/// Unknown properties are known from reading. For the others, the line is mapped to an item again, and each
/// difference is a loss.
struct ImportLosses {
  private let inputs: [CalendarInput]
  private let options: ImportOptions

  init(_ inputs: [CalendarInput], _ options: ImportOptions) {
    self.inputs = inputs
    self.options = options
  }

  /// The losses of some items, in order.
  ///
  /// - Parameters:
  ///   - items: All items.
  ///   - names: The items to check.
  ///   - known: The UIDs of items with lines, which can be parents.
  func losses(
    of items: [ImportedItem], named names: Set<ItemName>, known: ExactSet
  ) -> [ImportLoss] {
    var losses: [ImportLoss] = []
    var places: [Int: LinePlaces] = [:]
    for start in stride(from: 0, to: items.count, by: 500) {
      let portion = items[start..<min(start + 500, items.count)]
      losses += self.losses(of: portion.filter { names.contains($0.name) }, known, places: &places)
    }
    return losses
  }

  private func losses(
    of items: [ImportedItem], _ known: ExactSet, places: inout [Int: LinePlaces]
  ) -> [ImportLoss] {
    let reader = RoundTrippedItems(options)
    let lines = items.map { reader.line($0.line.body, for: $0) }
    let readable = lines.indices.filter { lines[$0] != nil }
    let written = reader.items(of: readable.compactMap { lines[$0] }) {
      let notes = items[readable[$0]].line.notes.map(LineText.withoutMarks)
      return notes.isEmpty ? nil : notes.joined(separator: "\n")
    }
    var losses: [ImportLoss] = []
    for (number, index) in readable.enumerated() {
      let item = items[index]
      var found = ItemLosses(
        item, written[number], line: lines[index], input: inputs[item.input], options: options)
      found.collect(known)
      var own = places[item.input] ?? LinePlaces(inputs[item.input].reading.document)
      for loss in found.losses.sorted(by: { $0.line < $1.line }) {
        losses.append(loss.loss(inputs[item.input], &own))
      }
      places[item.input] = own
    }
    return losses
  }
}
