import ExactText
import LineState

/// A changed occurrence of a known item: the indices of the item and of the occurrence.
struct KnownOccurrence: Hashable {
  let item: Int
  let occurrence: Int
}

/// What a line of a file is.
enum LineOwner: Hashable {
  /// A known item, by its index.
  case item(Int)
  /// A changed occurrence of a known item.
  case occurrence(KnownOccurrence)
}

/// The items and changed occurrences that the entries of a file are.
struct LineOwners {
  /// The item of each entry; nil for a new line, and for one of an occurrence.
  private(set) var items: [Int?]
  /// The occurrences by their entries.
  private(set) var occurrences: [Int: KnownOccurrence] = [:]

  /// Finds the entries of the lines that are known.
  ///
  /// - Parameter line: Returns the present number of a known line.
  init(_ known: KnownTaskFile, _ lines: FileLines, _ line: (Int) -> Int?) {
    self.init(known.lineOfOwner.compactMapValues(line), lines)
  }

  /// No owners of a number of entries.
  init(count: Int) { items = Array(repeating: nil, count: count) }

  /// Finds the entries of some lines.
  init(_ lineOfOwner: [LineOwner: Int], _ lines: FileLines) {
    self.init(count: lines.count)
    let entryOfLine = lines.entryOfLine
    for (owner, line) in lineOfOwner {
      if let entry = entryOfLine[line] { set(owner, of: entry) }
    }
  }

  /// Gives an entry its owner.
  mutating func set(_ owner: LineOwner, of entry: Int) {
    switch owner {
    case .item(let item): items[entry] = item
    case .occurrence(let place): occurrences[entry] = place
    }
  }

  /// The owner of an entry; nil for a new line.
  func owner(of entry: Int) -> LineOwner? {
    items[entry].map(LineOwner.item) ?? occurrences[entry].map(LineOwner.occurrence)
  }
}

extension KnownTaskFile {
  /// The known lines of items that have one, and of their changed occurrences.
  var lineOfOwner: [LineOwner: Int] {
    var lines: [LineOwner: Int] = [:]
    for (index, item) in items.enumerated() {
      guard let line = item.line else { continue }
      lines[.item(index)] = line
      for (number, occurrence) in item.occurrences.enumerated() {
        guard let line = occurrence.line else { continue }
        lines[.occurrence(KnownOccurrence(item: index, occurrence: number))] = line
      }
    }
    return lines
  }
}

extension KnownTaskFile.Item {
  /// The names of the changed occurrences that its lines show.
  var shownOccurrences: ExactSet { ExactSet(occurrences.map(\.name)) }
}
