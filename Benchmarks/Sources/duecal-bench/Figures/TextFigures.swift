import Baselines
import TaskText

/// Compares the outline parser with counting newlines.
func textFigures() -> [Figure] {
  let bytes = Workload.outline(lines: 100_000)
  return [
    outlineFigure("outline parse, 100,000 lines", bytes, bar: 8) {
      use(TaskDocument(bytes: $0).lines.count)
    },
    outlineFigure("the same, UTF-8 checked", bytes, bar: 12) {
      let document = TaskDocument(bytes: $0)
      use(document.firstInvalidByte == nil)
    },
  ]
}

private func outlineFigure(
  _ name: String, _ bytes: [UInt8], bar: Double, _ parse: ([UInt8]) -> Void
) -> Figure {
  let (ours, theirs) = Stopwatch.medians(of: 21) {
    parse(bytes)
  } _: {
    bytes.withUnsafeBytes { bytes in
      use(baseline_count_newlines(bytes.bindMemory(to: CChar.self).baseAddress, bytes.count))
    }
  }
  return Figure(
    name: name, ours: Figure.time(nanoseconds: ours),
    baseline: "memchr \(Figure.time(nanoseconds: theirs))", reached: ours / theirs, bar: bar,
    unit: "x")
}
