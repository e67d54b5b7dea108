import Testing

@Suite("Suggestions")
struct SuggestionTests {
  @Test(arguments: [
    ("exprot", "Unknown command 'exprot'. Did you mean 'export'?"),
    ("exprot home.taskpaper --zone UTC", "Unknown command 'exprot'. Did you mean 'export'?"),
    ("chekc -", "Unknown command 'chekc'. Did you mean 'check'?"),
    ("Undo", "Unknown command 'Undo'. Did you mean 'undo'?"),
    ("hlep", "Unknown command 'hlep'. Did you mean 'help'?"),
    ("config shwo", "Unknown command 'shwo'. Did you mean 'show'?"),
    ("--config /proc/nowhere exprot", "Unknown command 'exprot'. Did you mean 'export'?"),
    ("xyzzy", "Unknown command 'xyzzy'."), ("e", "Unknown command 'e'."),
    ("export --zoen UTC", "Unknown option '--zoen'. Did you mean '--zone'?"),
  ])
  func theNearestIsNamed(line: String, reported: String) throws {
    let run = try duecal(line.split(separator: " ").map(String.init))
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errorLines.first == "Error: \(reported)")
    #expect(run.errorLines.dropFirst().first?.hasPrefix("Usage: duecal") == true)
  }

  @Test(arguments: ["list --help", "ls -h", "list --help-hidden", "help list", "list week --help"])
  func theHelpOfACommandHasItsWholeName(line: String) throws {
    let run = try duecal(line.split(separator: " ").map(String.init))
    #expect(run.status == 0 && run.output.contains("USAGE: duecal list"), "\(run.output)")
  }
}
