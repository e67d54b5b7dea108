/// Chooses the best pairs by the weights of all pairs of a few lines, with the Hungarian method.
struct WeightMatrix {
  private let edges: [Assignment.Edge]
  private let olds: [Int]
  private let news: [Int]
  /// True if rows and columns are exchanged, so that the smaller side is in the rows.
  private let isTurned: Bool
  private var weights: [Int]

  private var rows: Int { isTurned ? news.count : olds.count }
  private var columns: Int { isTurned ? olds.count : news.count }

  /// The number of steps for the best choice.
  var cost: Int { rows * rows * columns }

  init(_ edges: [Assignment.Edge]) {
    self.edges = edges
    olds = Set(edges.map(\.old)).sorted()
    news = Set(edges.map(\.new)).sorted()
    isTurned = news.count < olds.count
    weights = []
  }

  /// The pairs with the highest total weight.
  ///
  /// A line may stay unpaired, with weight 0.
  consuming func best() -> [Assignment.Edge] {
    fill()
    let rowOfColumn = assign()
    return edges.filter { edge in
      let (row, column) = place(of: edge)
      return rowOfColumn[column + 1] == row + 1
    }
  }

  private mutating func fill() {
    weights = [Int](repeating: 0, count: rows * columns)
    for edge in edges {
      let (row, column) = place(of: edge)
      weights[row * columns + column] = edge.weight
    }
  }

  private func place(of edge: Assignment.Edge) -> (row: Int, column: Int) {
    let (old, new) = (Self.index(of: edge.old, in: olds), Self.index(of: edge.new, in: news))
    return isTurned ? (new, old) : (old, new)
  }

  private static func index(of line: Int, in lines: [Int]) -> Int {
    var (low, high) = (0, lines.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle] < line { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The row of each column, both counted from 1; 0 for none.
  private func assign() -> [Int] {
    var search = PathSearch(rows: rows, columns: columns)
    for row in 1...rows { search.add(row) { -weights[($0 - 1) * columns + $1 - 1] } }
    return search.rowOfColumn
  }
}

/// Assigns rows to columns, one row after the other, by the shortest augmenting path (Kuhn 1955, Munkres 1957).
///
/// Row and column 0 stand for none.
private struct PathSearch {
  private(set) var rowOfColumn: [Int]
  /// The potentials of rows and columns; no pair costs less than the sum of its two.
  private var rowPrice: [Int]
  private var columnPrice: [Int]

  init(rows: Int, columns: Int) {
    rowOfColumn = [Int](repeating: 0, count: columns + 1)
    rowPrice = [Int](repeating: 0, count: rows + 1)
    columnPrice = rowOfColumn
  }

  mutating func add(_ row: Int, cost: (Int, Int) -> Int) {
    var slack = [Int](repeating: .max, count: rowOfColumn.count)
    var previous = [Int](repeating: 0, count: rowOfColumn.count)
    var isUsed = [Bool](repeating: false, count: rowOfColumn.count)
    rowOfColumn[0] = row
    var column = 0
    repeat {
      isUsed[column] = true
      relax(from: column, isUsed, slack: &slack, previous: &previous, cost: cost)
      column = cheapest(isUsed, slack)
      pay(slack[column], isUsed, slack: &slack)
    } while rowOfColumn[column] != 0
    exchange(from: column, previous)
  }

  /// Gives each column of a path the row of the column before it.
  private mutating func exchange(from end: Int, _ previous: [Int]) {
    var column = end
    while column != 0 {
      rowOfColumn[column] = rowOfColumn[previous[column]]
      column = previous[column]
    }
  }

  private func relax(
    from column: Int, _ isUsed: [Bool], slack: inout [Int], previous: inout [Int],
    cost: (Int, Int) -> Int
  ) {
    let row = rowOfColumn[column]
    for other in slack.indices.dropFirst() where !isUsed[other] {
      let price = cost(row, other) - rowPrice[row] - columnPrice[other]
      if price < slack[other] {
        slack[other] = price
        previous[other] = column
      }
    }
  }

  private func cheapest(_ isUsed: [Bool], _ slack: [Int]) -> Int {
    var best = 0
    for column in slack.indices.dropFirst() where !isUsed[column] {
      if best == 0 || slack[column] < slack[best] { best = column }
    }
    return best
  }

  private mutating func pay(_ price: Int, _ isUsed: [Bool], slack: inout [Int]) {
    for column in slack.indices {
      if isUsed[column] {
        rowPrice[rowOfColumn[column]] += price
        columnPrice[column] -= price
      } else if slack[column] != .max {
        slack[column] -= price
      }
    }
  }
}
