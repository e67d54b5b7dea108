import Glibc

/// Prints how well lines are recognised after edits of which the truth is known, and how fast.
///
/// `duecal-identity [SEEDS [FIRST]] [cycles]`: so many seeds of each row, from the first. The weights of the
/// evidence were read off the seeds from 100,000 on; these are others. With `cycles` behind it,
/// the imports alone.
let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let seeds = Seeds(count: numbers.first ?? 100, first: numbers.dropFirst().first ?? 9_000_000_000)

if CommandLine.arguments.last == "cycles" {
  try printCycles(seeds)
  exit(0)
}
printSurvival(seeds)
print("")
printKinds(seeds)
print("")
try printCycles(seeds)
print("")
printTimes()
