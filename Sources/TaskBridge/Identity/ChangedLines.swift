/// Pairs the lines that changed, by the evidence for each pair.
struct ChangedLines {
  let old: [ItemTrace], new: [ItemTrace]
  let oldKeys: LineKeys, newKeys: LineKeys
  var oldTexts: [Int: TitleText] = [:]
  var newTexts: [Int: TitleText] = [:]
  nonisolated(unsafe) static var dump: ((Int, Int, Evidence, Int) -> Void)? = nil

  init(
    _ old: [ItemTrace], _ new: [ItemTrace], _ oldKeys: LineKeys, _ newKeys: LineKeys,
    _ names: inout Interner, _ pairs: Pairing
  ) {
    self.old = old; self.new = new; self.oldKeys = oldKeys; self.newKeys = newKeys
    for i in pairs.oldLines { oldTexts[i] = TitleText(old[i].title) }
    for i in pairs.newLines { newTexts[i] = TitleText(new[i].title) }
  }

  func run(_ pairs: inout Pairing) {
    let ex = ExactPasses(old: oldKeys, new: newKeys)
    for (round, threshold) in [(0, 1500), (1, 0), (2, 0)] {
      if pairs.isComplete { return }
      let weighing = Weighing(self, pairs)
      var edges: [Edge] = []
      for (b, list) in candidates(pairs, weighing) {
        for a in list {
          let e = weighing.evidence(a, b)
          Self.dump?(a, b, e, round)
          let w = e.weight
          if w > threshold { edges.append(Edge(old: a, new: b, weight: w)) }
        }
      }
      for e in Assignment.best(edges) { pairs.pair(old: e.old, new: e.new) }
      ex.pairNeighbours({ $0.line[$1] }, &pairs)
    }
    // twins left, in order
    let left = ExactPasses.sorted(pairs.oldLines, oldKeys, { _, _ in 0 }, { $0.line[$1] })
    let right = ExactPasses.sorted(pairs.newLines, newKeys, { _, _ in 0 }, { $0.line[$1] })
    var (i, j) = (0, 0)
    while i < left.count && j < right.count {
      if left[i].key < right[j].key {
        i += 1
      } else if left[i].key > right[j].key {
        j += 1
      } else {
        pairs.pair(old: left[i].line, new: right[j].line); i += 1; j += 1
      }
    }
  }

  func candidates(_ pairs: Pairing, _ w: Weighing) -> [(Int, [Int])] {
    let open = pairs.oldLines
    var postings: [UInt64: [Int32]] = [:]
    for (slot, i) in open.enumerated() {
      for g in oldTexts[i]!.grams { postings[g, default: []].append(Int32(slot)) }
    }
    var counts = [Int32](repeating: 0, count: open.count)
    var result: [(Int, [Int])] = []
    for b in pairs.newLines {
      let text = newTexts[b]!
      let lists = text.grams.compactMap { postings[$0] }.sorted { $0.count < $1.count }
      var budget = 4000
      var touched: [Int] = []
      for list in lists {
        budget -= list.count
        if budget < 0 { break }
        for s in list { if counts[Int(s)] == 0 { touched.append(Int(s)) }; counts[Int(s)] += 1 }
      }
      let best = touched.map {
        ($0, 2000 * Int(counts[$0]) / (text.grams.count + oldTexts[open[$0]]!.grams.count))
      }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }.prefix(24)
      for s in touched { counts[s] = 0 }
      var set = best.map { open[$0.0] }
      for a in w.neighbours(b) where !set.contains(a) { set.append(a) }
      result.append((b, set))
    }
    return result
  }
}

struct Weighing {
  let lines: ChangedLines
  let pairs: Pairing
  let old: Surroundings, new: Surroundings
  let oldParts: [[Int]]
  let oldSpine: [Bool]
  let newSpine: [Bool]
  init(_ lines: ChangedLines, _ pairs: Pairing) {
    self.lines = lines; self.pairs = pairs
    let spine = backbone(pairs.oldOfNew)
    var om = [Bool](repeating: false, count: pairs.newOfOld.count),
      nm = [Bool](repeating: false, count: pairs.oldOfNew.count)
    for i in spine.old { om[i] = true }
    for i in spine.new { nm[i] = true }
    oldSpine = om; newSpine = nm
    old = Surroundings(lines.oldKeys, isPaired: pairs.newOfOld.map { $0 >= 0 }, isBackbone: om)
    new = Surroundings(lines.newKeys, isPaired: pairs.oldOfNew.map { $0 >= 0 }, isBackbone: nm)
    var parts = [[Int]](repeating: [], count: pairs.newOfOld.count)
    for (i, p) in lines.oldKeys.parent.enumerated() where p >= 0 { parts[p].append(i) }
    oldParts = parts
  }

  func neighbours(_ b: Int) -> [Int] {
    var r: [Int] = []
    func add(_ a: Int, _ step: Int) {
      var a = a + step, n = 0
      while a >= 0 && a < pairs.newOfOld.count && n < 4 {
        if pairs.newOfOld[a] < 0 { if !r.contains(a) { r.append(a) } } else if step != 0 { break }
        a += step; n += 1
      }
    }
    if new.before[b] >= 0 { add(pairs.oldOfNew[new.before[b]], 1) }
    if new.after[b] >= 0 { add(pairs.oldOfNew[new.after[b]], -1) }
    if new.backboneBefore[b] >= 0 { add(pairs.oldOfNew[new.backboneBefore[b]], 1) }
    if new.backboneAfter[b] >= 0 { add(pairs.oldOfNew[new.backboneAfter[b]], -1) }
    return r
  }

  func agrees(_ a: Int, _ b: Int, _ fa: Int, _ fb: Int) -> Bool {
    if a < 0 || b < 0 { return a < 0 && b < 0 && fa == fb }
    return pairs.oldOfNew[b] == a
  }

  func evidence(_ a: Int, _ b: Int) -> Evidence {
    var e = Evidence()
    let ta = lines.oldTexts[a]!, tb = lines.newTexts[b]!
    e.text = ta.likeness(tb)
    e.prefix = ta.prefix(tb)
    let fa = lines.oldKeys.file[a], fb = lines.newKeys.file[b]
    let p1 = agrees(old.before[a], new.before[b], fa, fb),
      p2 = agrees(old.backboneBefore[a], new.backboneBefore[b], fa, fb)
    let n1 = agrees(old.after[a], new.after[b], fa, fb),
      n2 = agrees(old.backboneAfter[a], new.backboneAfter[b], fa, fb)
    e.sides = (p1 || p2 ? 1 : 0) + (n1 || n2 ? 1 : 0)
    e.adjacent = (p1 ? 1 : 0) + (n1 ? 1 : 0)
    func open(_ s: Surroundings, _ i: Int, _ strict: Bool, _ n: Int) -> Int {
      let lo = (strict ? s.before[i] : s.backboneBefore[i]),
        hi = (strict ? s.after[i] : s.backboneAfter[i])
      return s.openBefore[hi < 0 ? n : hi] - s.openBefore[lo < 0 ? 0 : lo]
    }
    let na = pairs.newOfOld.count, nb = pairs.oldOfNew.count
    let strict = p1 && n1
    let oa = open(old, a, strict, na), ob = open(new, b, strict, nb)
    e.crowd = e.sides == 2 ? max(oa, ob) : 0
    let la = strict ? old.before[a] : old.backboneBefore[a],
      lb = strict ? new.before[b] : new.backboneBefore[b]
    e.order =
      e.sides == 2
      ? abs(
        (old.openBefore[a] - old.openBefore[max(0, la)])
          - (new.openBefore[b] - new.openBefore[max(0, lb)])) : 0
    let pa = lines.oldKeys.parent[a], pb = lines.newKeys.parent[b]
    e.path = lines.oldKeys.path[a] == lines.newKeys.path[b]
    e.parent = pa < 0 && pb < 0 ? e.path : pb >= 0 && pa >= 0 && pairs.oldOfNew[pb] == pa
    for part in oldParts[a] where pairs.newOfOld[part] >= 0 {
      if lines.newKeys.parent[pairs.newOfOld[part]] == b { e.parts += 1 }
    }
    let A = lines.old[a].tags, B = lines.new[b].tags
    e.tagsCommon = A.filter { B.contains($0) }.count
    e.tagsAll = A.count + B.count - e.tagsCommon
    for t in A where t.contains("(") {
      let name = t.prefix { $0 != "(" }
      if let o = B.first(where: { $0.hasPrefix(name + "(") }) { e.due += o == t ? 1 : -1 }
    }
    return e
  }
}

struct Edge { let old: Int; let new: Int; let weight: Int }
enum Assignment {
  /// greedy for now
  static func best(_ edges: [Edge]) -> [Edge] {
    var uo = Set<Int>(), un = Set<Int>()
    var out: [Edge] = []
    for e in edges.sorted(by: { ($1.weight, $0.new, $0.old) < ($0.weight, $1.new, $1.old) }) {
      if uo.contains(e.old) || un.contains(e.new) { continue }
      uo.insert(e.old); un.insert(e.new); out.append(e)
    }
    return out
  }
}
