import ArgumentParser

/// Whether a change applies to one date of a series, or to all.
struct SeriesOptions: ParsableArguments {
  @Flag(help: "Move all dates of a repeating task.")
  var series = false
}
