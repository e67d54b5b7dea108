/// Maps indices to optional indices, in four bytes each, because there are millions of them.
struct IndexTable: Sendable {
  private var numbers: [Int32]

  /// Creates a table that maps all indices to nil.
  init(count: Int) {
    numbers = [Int32](repeating: -1, count: count)
  }

  var indices: Range<Int> { numbers.indices }

  subscript(index: Int) -> Int? {
    get { numbers[index] < 0 ? nil : Int(numbers[index]) }
    set { numbers[index] = newValue.map { Int32(truncatingIfNeeded: $0) } ?? -1 }
  }

  /// The first index that maps to nil.
  var firstEmpty: Int? { numbers.firstIndex { $0 < 0 } }

  /// The indices that map to nil.
  var empty: [Int] { numbers.indices.filter { numbers[$0] < 0 } }
}
