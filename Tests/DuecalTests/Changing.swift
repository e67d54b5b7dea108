import Foundation
import Testing

/// A home folder with task files that commands change, on Saturday, 5 December 2026, at 11:00 in Berlin.
struct ChangeHome {
  let scratch: Scratch
  static let name = "home.taskpaper"

  init(_ text: String = "", _ name: String = ChangeHome.name) throws {
    scratch = try Scratch()
    try scratch.write(name, text)
  }

  /// Runs the command in the home folder, with the file `home.taskpaper`.
  @discardableResult
  func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> Run {
    let world = [
      "HOME": scratch.url.path, "DUECAL_NOW": "2026-12-05T10:00:00Z",
      "DUECAL_FILES": ChangeHome.name,
    ]
    return try duecal(
      arguments, input: input, in: scratch.url, environment: world.merging(environment) { $1 })
  }

  /// Runs the command, and expects success and nothing on standard error.
  @discardableResult
  func change(_ arguments: String...) throws -> String {
    let run = try run(arguments)
    #expect(run.status == 0 && run.error.isEmpty, "\(arguments): \(run.status) \(run.error)")
    return run.output
  }

  var text: String {
    get throws { try scratch.text(ChangeHome.name) }
  }
}
