import ExactText

/// The keys that several files have whose items belong together: a series, and its changed occurrences in other files, or
/// versions of an item.
///
/// Files of one source belong together. A changed occurrence whose series is not in its source belongs to that of another
/// source, such as the calendar of another year.
struct SharedKeys {
  /// Each key with the numbers of its files, in the order of the first one.
  let all: [(key: String, files: [Int])]

  /// A file, by its number.
  typealias Files = (
    count: Int,
    /// The source of a file.
    source: (Int) -> String,
    /// The keys of a file.
    keys: (Int) -> [String],
    /// Whether a file has more than changed occurrences of a key.
    hasSeries: (Int, String) -> Bool
  )

  /// Finds the keys in more than one file.
  init(_ files: Files) {
    all = Self.shared(files.count, keys: files.keys)
      .flatMap { key, numbers in
        Self.parted(key, numbers, files).map { (key: key, files: $0) }
      }
      .sorted { ($0.files[0], $0.key) < ($1.files[0], $1.key) }
  }

  /// The files of a key that belong together.
  private static func parted(_ key: String, _ numbers: [Int], _ files: Files) -> [[Int]] {
    var sources: ExactDictionary<[Int]> = [:]
    for number in numbers { sources[files.source(number), default: []].append(number) }
    guard sources.count > 1 else { return [numbers] }
    let isWhole = sources.mapValues { $0.contains { files.hasSeries($0, key) } }.values
    if isWhole.contains(true), isWhole.contains(false) { return [numbers] }
    return sources.values.filter { $0.count > 1 }
  }

  /// The keys in more than one file, whatever their source.
  private static func shared(
    _ count: Int, keys: (Int) -> [String]
  ) -> [(key: String, files: [Int])] {
    guard count > 1 else { return [] }
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
    return files.filter { $0.value.count > 1 }.map { (key: $0.key, files: $0.value) }
  }
}
