import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import LineCodec
import LineState
import Parallel
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

  /// True if the value is the text of a note, which messages leave out: they may go to a log that others read.
  package var isOfNote: Bool {
    ["DESCRIPTION", "STYLED-DESCRIPTION", "X-ALT-DESC", "COMMENT"].contains(property)
  }
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
    let starts = Array(stride(from: 0, to: items.count, by: 500))
    for turn in stride(from: 0, to: starts.count, by: 2 * options.threads) {
      let portions = starts[turn...].prefix(2 * options.threads)
      let found = Parallel.map(portions.count, threads: options.threads) { number in
        let start = starts[turn + number]
        let portion = items[start..<min(start + 500, items.count)]
        return self.found(in: portion.filter { names.contains($0.name) }, known)
      }
      for item in found.joined() {
        let input = inputs[item.input]
        var own = places[item.input] ?? LinePlaces(input.reading.document)
        for loss in item.losses { losses.append(loss.loss(input, &own)) }
        places[item.input] = own
      }
    }
    return losses
  }

  /// The losses of an item of an input.
  private struct ItemFound {
    let input: Int
    let losses: [ItemLosses.Found]
  }

  private func found(in imported: [ImportedItem], _ known: ExactSet) -> [ItemFound] {
    let reader = RoundTrippedItems(options)
    var items = ImportedItemReader()
    let readings = imported.map { items.reading(of: $0) }
    let lines = zip(imported, readings).map { imported, reading in
      reader.line(imported.line.body, for: imported.own ?? reading.item, imported)
    }
    let readable = lines.indices.filter { lines[$0] != nil }
    let written = reader.items(of: readable.compactMap { lines[$0] }) {
      let notes = imported[readable[$0]].line.notes.map(LineText.withoutMarks)
      return notes.isEmpty ? nil : notes.joined(separator: "\n")
    }
    return readable.enumerated().map { number, index in
      let item = imported[index]
      var found = ItemLosses(
        item, readings[index], written[number], line: lines[index], input: inputs[item.input],
        options: options)
      found.collect(known)
      return ItemFound(
        input: item.input, losses: found.losses.sorted { $0.line < $1.line })
    }
  }
}
