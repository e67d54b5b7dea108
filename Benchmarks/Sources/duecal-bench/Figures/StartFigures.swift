/// Compares the start of the command with that of a C program that is linked with libical.
func startFigures(duecal: String, baseline: String) -> [Figure] {
  let usages = Command.medians(of: 41, [Command(duecal, "--version"), Command(baseline)])
  let (ours, theirs) = (usages[0].wall, usages[1].wall)
  return [
    Figure(
      name: "start-up of --version, over the baseline", ours: Figure.time(seconds: ours),
      baseline: "C with libical \(Figure.time(seconds: theirs))", reached: (ours - theirs) * 1000,
      bar: 3,
      unit: " ms")
  ]
}
