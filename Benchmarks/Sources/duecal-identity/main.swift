import Glibc

/// Prints how many lines are recognised after edits with a known result, and how fast.
///
/// `duecal-identity [SEEDS [FIRST]] [cycles]`: the number of seeds of each row, and the first seed. The weights of the
/// evidence were chosen with the seeds from 100,000 on; these are others. With `cycles` at the end, only the imports
/// are run.
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
