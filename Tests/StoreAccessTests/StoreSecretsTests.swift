import CalendarStores
import Foundation
import TestSupport
import Testing
import WebAddresses

@testable import StoreAccess

@Suite("Passwords of stores")
struct StoreSecretsTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func secrets(
    _ password: StorePassword?, _ address: String = "caldav+https://ann@example.org/",
    _ environment: [String: String] = [:]
  ) throws -> StoreSecrets {
    let place = StorePlace(
      name: "work", address: try StoreAddress(address), password: password)
    let world = ["HOME": folder.path, "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    return StoreSecrets(place, world)
  }

  private func file(_ name: String, _ text: String, mode: mode_t = 0o600) throws -> String {
    let file = URL(fileURLWithPath: folder.at(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    chmod(file.path, mode)
    return file.path
  }

  private func sentence(_ secrets: StoreSecrets) -> String {
    do throws(StoreError) {
      return try secrets.credentials() == nil ? "none" : "some"
    } catch {
      return "\(error)"
    }
  }

  @Test func areSomebodys() throws {
    let secrets = try secrets(.command(["echo", "secret"]), "caldav+https://example.org/")
    #expect(sentence(secrets).contains("caldav+https://NAME@example.org/") && secrets.hasFailed)
  }

  @Test func areTheFirstLineThatACommandPrints() throws {
    // No shell expands the arguments.
    let found = try secrets(.command(["printf", "%s\\nmore", "a $HOME;b"])).credentials()
    #expect(found == Credentials(user: "ann", password: "a $HOME;b"))
  }

  @Test(arguments: [
    (["false"], "ended with 1"), (["no-such-program"], "cannot be run"), (["true"], "is empty"),
  ])
  func aCommandThatFailsIsReported(words: [String], reason: String) throws {
    let secrets = try secrets(.command(words))
    #expect(sentence(secrets).contains(reason) && secrets.hasFailed)
  }

  @Test func areTheFirstLineOfAFileThatIsItsOwnersAlone() throws {
    let path = try file("secret", "pass word\r\nmore")
    #expect(try secrets(.file(path)).credentials()?.password == "pass word")
    chmod(path, 0o640)
    #expect(try sentence(secrets(.file(path))).contains("chmod 600"))
    #expect(try sentence(secrets(.file("/proc/nowhere"))).contains("not a readable file"))
  }

  @Test func areInAVariable() throws {
    let address = "caldav+https://ann@example.org/"
    let found = try secrets(.variable("CAL"), address, ["CAL": "x"]).credentials()
    #expect(found?.password == "x")
    #expect(try sentence(secrets(.variable("CAL"))).contains("is not set"))
  }

  @Test func areInTheKeyringOfTheDesktop() throws {
    // A program written here may still be open for writing in a process that another test is starting.
    let tool = folder.at("secret-tool")
    try FileManager.default.createSymbolicLink(atPath: tool, withDestinationPath: "/bin/echo")
    let path = "\(folder.path):/usr/bin:/bin"
    let found = try secrets(.keyring, "caldav+https://ann@example.org/", ["PATH": path])
      .credentials()
    #expect(found?.password == "lookup service duecal server example.org user ann")
  }

  @Test func areInTheFileThatOthersReadToo() throws {
    let path = try file(
      ".netrc",
      "machine example.org login bob password b\nmachine example.org login ann password a\n")
    #expect(try secrets(nil).credentials()?.password == "a")
    #expect(
      try secrets(nil, "caldav+https://example.org/").credentials()
        == Credentials(user: "bob", password: "b"))
    #expect(try secrets(nil, "caldav+https://example.com/").credentials() == nil)
    chmod(path, 0o644)
    #expect(try sentence(secrets(nil)).contains("chmod 600"))
    #expect(try sentence(secrets(nil, "caldav+https://example.com/")) == "none")
  }

  @Test func areAskedForOnce() throws {
    let count = folder.at("count")
    let secrets = try secrets(.command(["sh", "-c", "echo x >> \(count); echo y"]))
    for _ in 0..<3 { #expect(try secrets.credentials()?.password == "y") }
    #expect(try String(contentsOfFile: count, encoding: .utf8) == "x\n")
  }
}
