import Foundation

if CommandLine.arguments.dropFirst().first == Command.measuring {
  print(Command(words: Array(CommandLine.arguments.dropFirst(2))).measure().text, terminator: "")
  exit(0)
}

/// Prints all benchmarks, or those of the subjects that the arguments name.
let tools = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
let duecal = ProcessInfo.processInfo.environment["DUECAL_BINARY"] ?? "duecal"
let folder = Workload.folder()
defer { try? FileManager.default.removeItem(at: folder) }
func tool(_ name: String) -> String { tools.appendingPathComponent(name).path }

let subjects: [(name: String, figures: () -> [Figure])] = [
  ("text", textFigures),
  ("lookup", lookupFigures),
  ("dates", dateFigures),
  ("rules", ruleFigures),
  (
    "export",
    { ExportFigures(folder: folder, duecal: duecal, baseline: tool("libical-export")).figures() }
  ),
  (
    "import",
    {
      ImportFigures(
        folder: folder, duecal: duecal, reader: tool("duecal-import"),
        baseline: tool("libical-import")
      ).figures()
    }
  ),
  ("list", { ListFigures(folder: folder, duecal: duecal).figures() }),
  ("vault", { VaultFigures(folder: folder, duecal: duecal).figures() }),
  ("start", { startFigures(duecal: duecal, baseline: tool("libical-start")) }),
]
let wanted = CommandLine.arguments.dropFirst()
print(Figure.header)
for subject in subjects where wanted.isEmpty || wanted.contains(subject.name) {
  subject.figures().forEach { print($0.line) }
}
