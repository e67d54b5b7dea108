import ExactText

/// Assigns small numbers to texts and to pairs of numbers; equal ones get the same number in both snapshots.
struct Interner {
  private var texts: ExactDictionary<Int> = [:]
  /// Numbers of titles.
  ///
  /// Swift compares `String` keys by canonical equivalence, so the encoding of accents does not matter.
  private var titles: [String: Int] = [:]
  private var couples: [UInt64: Int] = [:]

  // One counter for all, so that a text and a pair never get the same number.
  private var next: Int { texts.count + titles.count + couples.count + 1 }

  /// The number of a text.
  mutating func number(of text: String) -> Int {
    if let known = texts[text] { return known }
    let number = next
    texts[text] = number
    return number
  }

  /// The number of a title; canonically equivalent titles have the same number.
  mutating func number(ofTitle title: String) -> Int {
    if let known = titles[title] { return known }
    let number = next
    titles[title] = number
    return number
  }

  /// The number of an ordered pair of numbers; 0 stands for nothing.
  mutating func number(of first: Int, _ second: Int) -> Int {
    let couple = UInt64(truncatingIfNeeded: first) << 32 | UInt64(truncatingIfNeeded: second)
    if let known = couples[couple] { return known }
    let number = next
    couples[couple] = number
    return number
  }
}

/// Keys of the lines of a snapshot, for their text and their place; equal keys mean equal lines or places.
struct LineKeys {
  /// The title.
  private(set) var title: [Int] = []
  /// The title and the tags that count.
  private(set) var line: [Int] = []
  /// The file.
  private(set) var file: [Int] = []
  /// The file and the projects.
  private(set) var path: [Int] = []
  /// The file and everything that contains the line: projects and tasks.
  private(set) var place: [Int] = []
  /// The line and everything below it, with its notes.
  private(set) var tree: [Int] = []
  /// Whether there are lines below the line.
  private(set) var hasParts: [Bool] = []
  /// The line that it is a part of; -1 if none.
  private(set) var parent: [Int] = []

  /// Whether the line repeats.
  private(set) var isSeries: [Bool] = []

  var count: Int { title.count }

  init(_ traces: [ItemTrace], _ names: inout Interner) {
    reserve(traces.count)
    for index in traces.indices { add(traces, index, names: &names) }
    growTrees(traces, &names)
  }

  private mutating func reserve(_ count: Int) {
    title.reserveCapacity(count)
    line.reserveCapacity(count)
    file.reserveCapacity(count)
    path.reserveCapacity(count)
    place.reserveCapacity(count)
    parent.reserveCapacity(count)
  }

  private mutating func add(_ traces: [ItemTrace], _ index: Int, names: inout Interner) {
    let trace = traces[index]
    // A parent must come before its parts; a damaged file may break that rule.
    let above = trace.parent.flatMap { (0..<index).contains($0) ? $0 : nil }
    addPath(traces, index, names: &names)
    place.append(above.map { names.number(of: place[$0], title[$0]) } ?? path[index])
    parent.append(above ?? -1)
    let own = names.number(ofTitle: trace.title)
    title.append(own)
    isSeries.append(trace.tags.contains(where: LineSimilarity.Tags.isRepetition))
    line.append(trace.countedTags.reduce(own) { names.number(of: $0, names.number(of: $1)) })
  }

  private mutating func addPath(_ traces: [ItemTrace], _ index: Int, names: inout Interner) {
    let trace = traces[index]
    if index > 0, trace.file == traces[index - 1].file, trace.path == traces[index - 1].path {
      file.append(file[index - 1])
      path.append(path[index - 1])
    } else {
      let number = names.number(of: trace.file)
      file.append(number)
      path.append(
        trace.path.reduce(names.number(of: number, 0)) {
          names.number(of: $0, names.number(of: $1))
        })
    }
  }

  /// Adds each tree to that of its parent, from the last line up, so that it is complete before.
  private mutating func growTrees(_ traces: [ItemTrace], _ names: inout Interner) {
    var parts = [Int](repeating: 0, count: count)
    tree = line
    for index in traces.indices where !traces[index].notes.isEmpty {
      let notes = traces[index].notes.joined(separator: "\n")
      tree[index] = names.number(of: line[index], names.number(of: notes))
    }
    for index in title.indices.reversed() {
      if parts[index] != 0 { tree[index] = names.number(of: tree[index], parts[index]) }
      let above = parent[index]
      if above >= 0 { parts[above] = names.number(of: parts[above], tree[index]) }
    }
    hasParts = parts.map { $0 != 0 }
  }
}

extension LineKeys {
  /// True if the previous line with the same parent has the same title.
  func isBelowTwin(_ line: Int) -> Bool {
    var before = line - 1
    while before >= 0, before != parent[line], parent[before] != parent[line] {
      before = parent[before]
    }
    return before >= 0 && before != parent[line] && path[before] == path[line]
      && title[before] == title[line]
  }
}
