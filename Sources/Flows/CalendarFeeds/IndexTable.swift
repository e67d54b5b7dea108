/// For each of some indices another one, or nil; in four bytes each, for what there are millions of.
struct IndexTable: Sendable {
  private var numbers: [Int32]

  /// Creates a table without any.
  init(count: Int) {
    numbers = [Int32](repeating: -1, count: count)
  }

  var indices: Range<Int> { numbers.indices }

  subscript(index: Int) -> Int? {
    get { numbers[index] < 0 ? nil : Int(numbers[index]) }
    set { numbers[index] = newValue.map { Int32(truncatingIfNeeded: $0) } ?? -1 }
  }

  /// The first index that has none.
  var firstEmpty: Int? { numbers.firstIndex { $0 < 0 } }

  /// The indices that have none.
  var empty: [Int] { numbers.indices.filter { numbers[$0] < 0 } }
}
