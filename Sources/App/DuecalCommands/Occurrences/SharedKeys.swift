import ExactText

/// The keys that several files of a source have: a series, and its changed occurrences in other files, or versions of an
/// item.
struct SharedKeys {
  /// Each key with the numbers of its files, in the order of the first one.
  let all: [(key: String, files: [Int])]

  /// Finds the keys in more than one file.
  ///
  /// - Parameters:
  ///   - count: The number of files.
  ///   - keys: The keys of a file.
  init(_ count: Int, keys: (Int) -> [String]) {
    guard count > 1 else {
      all = []
      return
    }
    // Few keys are shared, and a folder may have a hundred thousand files.
    var hashes: [(hash: Int, file: Int)] = []
    hashes.reserveCapacity(count)
    for file in 0..<count {
      for key in keys(file) { hashes.append((ExactString(key).hashValue, file)) }
    }
    hashes.sort { $0.hash < $1.hash }
    var candidates: Set<Int> = []
    for (left, right) in zip(hashes, hashes.dropFirst())
    where left.hash == right.hash && left.file != right.file {
      candidates.formUnion([left.file, right.file])
    }
    var files: ExactDictionary<[Int]> = [:]
    for file in candidates.sorted() {
      for key in keys(file) where files[key]?.last != file { files[key, default: []].append(file) }
    }
    all = files.filter { $0.value.count > 1 }
      .sorted { ($0.value[0], $0.key) < ($1.value[0], $1.key) }
      .map { (key: $0.key, files: $0.value) }
  }
}
