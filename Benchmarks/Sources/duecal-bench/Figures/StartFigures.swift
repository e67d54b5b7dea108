import Foundation

/// Compares the start of the command with that of a C program that is linked with libical.
func startFigures(duecal: String, baseline: String) -> [Figure] {
  let usages = Command.medians(of: 41, [Command(duecal, "--version"), Command(baseline)])
  let (ours, theirs) = (usages[0].wall, usages[1].wall)
  return [
    Figure(
      name: "start-up of --version, over the baseline", ours: Figure.time(seconds: ours),
      baseline: "C with libical \(Figure.time(seconds: theirs))", reached: (ours - theirs) * 1000,
      bar: 3,
      unit: " ms"),
    sizeFigure(duecal),
  ]
}

/// The size of the command without symbols, as `make install` installs it.
private func sizeFigure(_ duecal: String) -> Figure {
  let copy = FileManager.default.temporaryDirectory
    .appendingPathComponent("duecal-size-\(ProcessInfo.processInfo.processIdentifier)").path
  defer { unlink(copy) }
  _ = Command("/usr/bin/strip", "-s", "-o", copy, duecal).run()
  let size = Double(FileManager.default.contents(atPath: copy)?.count ?? 0)
  return Figure(
    name: "size of the installed command", ours: "\(Int(size / 1e6)) MB", baseline: "",
    reached: size / 1e6, bar: 45, unit: " MB")
}
