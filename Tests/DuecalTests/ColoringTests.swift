import Testing

@Suite("Colours")
struct ColoringTests {
  private func isColored(
    _ arguments: [String], _ environment: [String: String] = [:], config: String = ""
  ) throws -> Bool {
    let scratch = try Scratch()
    let file = try scratch.write("config.toml", config)
    return try duecal(
      ["check", "-"] + arguments, input: "- a @due(x)\n",
      environment: ["DUECAL_CONFIG": file].merging(environment) { $1 }
    ).output.contains("\u{1B}[")
  }

  @Test func theOptionCountsBeforeVariablesAndTheseBeforeTheConfiguration() throws {
    #expect(try !isColored([]))
    #expect(try isColored(["--color", "always"], ["NO_COLOR": "1"]))
    #expect(try !isColored(["--color", "never"], ["CLICOLOR_FORCE": "1"]))
    #expect(try isColored([], ["CLICOLOR_FORCE": "1"]))
    #expect(try !isColored([], ["CLICOLOR_FORCE": "0"]))
    #expect(try !isColored([], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]))
    #expect(try isColored([], config: "color = \"always\"\n"))
    #expect(try !isColored([], ["NO_COLOR": "1"], config: "color = \"always\"\n"))
    #expect(try isColored([], ["NO_COLOR": ""], config: "color = \"always\"\n"))
    #expect(try !isColored(["--color", "auto"], config: "color = \"always\"\n"))
  }
}
