/// Prints how well lines are recognised after edits of which the truth is known, and how fast.
///
/// `duecal-identity [SEEDS [FIRST]]`: so many seeds of each row, from the first. The weights of the
/// evidence were read off the seeds from 100,000 on; these are others.
let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let seeds = Seeds(count: numbers.first ?? 100, first: numbers.dropFirst().first ?? 9_000_000_000)

printSurvival(seeds)
print("")
printKinds(seeds)
print("")
printTimes()
