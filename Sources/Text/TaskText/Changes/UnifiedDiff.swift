/// The difference between two texts in the format of `diff -u`, which `patch` applies.
///
/// A line is bytes up to and including its LF; a CR before it belongs to the line and is written unchanged.
public struct UnifiedDiff {
  /// The number of equal lines around each change.
  public static let context = 3

  /// A sequence of lines that are equal, removed or added.
  private enum Step {
    case both(old: Int, new: Int)
    case gone(Int)
    case come(Int)
  }

  private let old: Lines
  private let new: Lines
  private let steps: [Step]

  /// Compares two texts.
  public init(_ old: [UInt8], _ new: [UInt8]) {
    self.old = Lines(old)
    self.new = Lines(new)
    steps = Self.steps(self.old, self.new)
  }

  /// The number of added lines.
  public var addedCount: Int { steps.count { if case .come = $0 { true } else { false } } }
  /// The number of removed lines.
  public var removedCount: Int { steps.count { if case .gone = $0 { true } else { false } } }

  /// The difference as text; empty if there is none.
  ///
  /// - Parameter path: The path of the file, which is printed as `a/PATH` and `b/PATH`.
  public func printed(path: String) -> [UInt8] {
    let hunks = hunks
    guard !hunks.isEmpty else { return [] }
    let name = path.drop { $0 == "/" }
    let heads = "--- \(Self.quoted("a/\(name)"))\n+++ \(Self.quoted("b/\(name)"))\n"
    var text = Array(heads.utf8)
    var (step, before) = (0, (old: 0, new: 0))
    for hunk in hunks {
      before = counts(steps[step..<hunk.lowerBound], after: before)
      let end = counts(steps[hunk], after: before)
      print(hunk, before, end, to: &text)
      (step, before) = (hunk.upperBound, end)
    }
    return text
  }

  // MARK: Steps

  private static func steps(_ old: Lines, _ new: Lines) -> [Step] {
    var steps: [Step] = []
    var (left, right) = (0, 0)
    let end = (old: old.ranges.count, new: new.ranges.count)
    for pair in LineAlignment(old, new).pairs + [end] {
      steps += (left..<pair.old).map(Step.gone) + (right..<pair.new).map(Step.come)
      if pair.old < end.old { steps.append(.both(old: pair.old, new: pair.new)) }
      (left, right) = (pair.old + 1, pair.new + 1)
    }
    return steps
  }

  /// The ranges of steps that are printed: changes with the lines around them.
  private var hunks: [Range<Int>] {
    var hunks: [Range<Int>] = []
    for (index, step) in steps.enumerated() {
      if case .both = step { continue }
      let range = max(0, index - Self.context)..<min(steps.count, index + Self.context + 1)
      if let last = hunks.last, last.upperBound >= range.lowerBound {
        hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
      } else {
        hunks.append(range)
      }
    }
    return hunks
  }

  // MARK: Printing

  /// Prints some steps, with the numbers of lines before and after them.
  private func print(
    _ hunk: Range<Int>, _ before: (old: Int, new: Int), _ end: (old: Int, new: Int),
    to text: inout [UInt8]
  ) {
    let oldLines = Self.span(before.old, end.old - before.old)
    let newLines = Self.span(before.new, end.new - before.new)
    text += "@@ -\(oldLines) +\(newLines) @@\n".utf8
    for step in steps[hunk] {
      switch step {
      case .both(let line, _): print(" ", line, of: old, to: &text)
      case .gone(let line): print("-", line, of: old, to: &text)
      case .come(let line): print("+", line, of: new, to: &text)
      }
    }
  }

  private func print(_ mark: String, _ line: Int, of lines: Lines, to text: inout [UInt8]) {
    let bytes = lines.bytes[lines.ranges[line]]
    text += mark.utf8
    text += bytes
    if bytes.last != UInt8(ascii: "\n") { text += "\n\\ No newline at end of file\n".utf8 }
  }

  /// The numbers of old and new lines after some more steps.
  private func counts(
    _ steps: ArraySlice<Step>, after start: (old: Int, new: Int)
  ) -> (old: Int, new: Int) {
    steps.reduce(into: start) { counts, step in
      switch step {
      case .both: counts = (counts.0 + 1, counts.1 + 1)
      case .gone: counts.0 += 1
      case .come: counts.1 += 1
      }
    }
  }

  /// The first line and the number of lines; for no lines, the line before them.
  private static func span(_ before: Int, _ count: Int) -> String {
    count == 1 ? "\(before + 1)" : "\(count == 0 ? before : before + 1),\(count)"
  }

  /// A name as `git` writes it: quoted if it has special characters, followed by a tab if it has spaces.
  private static func quoted(_ name: String) -> String {
    let isPlain = !name.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0x22 || $0 == 0x5C }
    if isPlain { return name.contains(" ") ? "\(name)\t" : name }
    let letters = name.utf8.map { byte -> String in
      switch byte {
      case 0x22, 0x5C: return "\\\(Character(Unicode.Scalar(byte)))"
      case 0x20..<0x7F: return String(Character(Unicode.Scalar(byte)))
      default:
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
    return "\"\(letters.joined())\""
  }
}
