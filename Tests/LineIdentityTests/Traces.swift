import LineIdentity

/// A snapshot from a short text: one line per task, `title @tag`, indented by tabs below its parent; `file/Project:`
/// begins a project.
func snapshot(_ text: String) -> [ItemTrace] {
  var traces: [ItemTrace] = []
  var (file, path, above): (String, [String], [Int]) = ("a", [], [])
  for line in text.split(separator: "\n") {
    if line.hasSuffix(":") {
      let names = line.dropLast().split(separator: "/").map(String.init)
      (file, path) = (names[0], Array(names[1...]))
      above = []
      continue
    }
    let depth = line.prefix { $0 == "\t" }.count
    above.removeLast(max(0, above.count - depth))
    traces.append(trace(line.dropFirst(depth), file, path, above.last))
    above.append(traces.count - 1)
  }
  return traces
}

private func trace(
  _ line: Substring, _ file: String, _ path: [String], _ parent: Int?
) -> ItemTrace {
  let words = line.split(separator: " ").map(String.init)
  let tags = words.filter { $0.hasPrefix("@") }
  let title = words.filter { !$0.hasPrefix("@") }.joined(separator: " ")
  let uid = tags.first { $0.hasPrefix("@uid(") }.map { String($0.dropFirst(5).dropLast()) }
  return ItemTrace(
    title: title, tags: tags, path: path, file: file, parent: parent, ownUID: uid)
}
