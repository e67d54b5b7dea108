import Foundation
import Testing

@Suite("make install")
struct InstallTests {
  @Test(arguments: ["~/.local", "/opt/own"]) func itGoesWhereItIsConfiguredAndAwayAgain(
    prefix: String
  ) throws {
    let scratch = try Scratch()
    // A quoted tilde, which no shell has expanded.
    let isTilde = prefix.hasPrefix("~")
    let home = scratch.url.path
    let place = isTilde ? [] : ["DESTDIR=\(home)"]
    #expect(try make("install", "PREFIX=\(prefix)", place, home: home).status == 0)
    let expanded = isTilde ? home + prefix.dropFirst() : prefix
    let folder = String(prefix.dropFirst(isTilde ? 2 : 1))
    let examples = "\(folder)/share/doc/duecal/examples"
    #expect(FileManager.default.isExecutableFile(atPath: scratch.path("\(folder)/bin/duecal")))
    let unit = try scratch.text("\(examples)/systemd/duecal-export.service")
    #expect(unit.contains("ExecStart=\(expanded)/bin/duecal export "))
    #expect(unit.contains("BindReadOnlyPaths=\(expanded)/bin/duecal "))
    #expect(
      try scratch.text("\(examples)/cron/crontab").contains(
        "\nPATH=\(expanded)/bin:/usr/bin:/bin\n"))
    #expect(
      try scratch.text("\(examples)/systemd/duecal-import.service")
        .contains("ExecStart=\(expanded)/bin/duecal import "))
    #expect(
      try scratch.text("\(examples)/cron/import.crontab").contains(
        "\nPATH=\(expanded)/bin:/usr/bin"))
    #expect(
      try scratch.text("\(folder)/share/doc/duecal/README.md").contains("$(\(expanded)/bin/duecal ")
    )
    #expect(try make("uninstall", "PREFIX=\(prefix)", place, home: home).status == 0)
    #expect(try files(scratch).isEmpty)
  }

  @Test func duecalNetIsInstalledBesideIt() throws {
    let scratch = try Scratch()
    let (binary, home) = (try #require(binary), scratch.url.path)
    for (built, isInstalled) in [("\(home)/none", false), (binary, true)] {
      let place = ["DESTDIR=\(home)", "NET_BINARY=\(built)"]
      let installed = try make("install", "PREFIX=/usr", place, home: home)
      #expect(installed.output.contains("make net") != isInstalled)
      let isThere = FileManager.default.isExecutableFile(
        atPath: scratch.path("usr/bin/duecal-net"))
      #expect(isThere == isInstalled)
      #expect(try make("uninstall", "PREFIX=/usr", place, home: home).status == 0)
      #expect(try files(scratch).isEmpty)
    }
  }

  @Test func aPackageHasThePathOfItsOwnOnce() throws {
    let scratch = try Scratch()
    let place = ["DESTDIR=\(scratch.url.path)"]
    #expect(try make("install", "PREFIX=/usr", place, home: scratch.url.path).status == 0)
    let cron = try scratch.text("usr/share/doc/duecal/examples/cron/crontab")
    #expect(cron.contains("\nPATH=/usr/bin:/bin\n"))
  }

  @Test func aMissingPermissionNamesSudo() throws {
    let scratch = try Scratch()
    let file = try scratch.write("file", "")
    let run = try make("install", "PREFIX=\(file)", [], home: scratch.url.path)
    #expect(run.status != 0)
    #expect(run.error.contains("sudo make install"))
  }

  /// Runs `make` as under sudo: it builds nothing, and installs the tested command.
  private func make(
    _ target: String, _ prefix: String, _ more: [String], home: String
  ) throws -> Run {
    let binary = try #require(binary)
    return try run(
      ["/usr/bin/make", "-C", projectFolder.path, target, prefix, "BINARY=\(binary)", "SUDO_UID=0"]
        + more, environment: ["HOME": home])
  }

  private func files(_ scratch: Scratch) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: scratch.url.path).filter { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: scratch.path(name), isDirectory: &isFolder)
      return !isFolder.boolValue
    }
  }
}
