import Foundation
import Processes
import TestSupport
import Testing

@Suite("A program that is run")
struct SpawnedCommandTests {
  private func command(
    _ words: String..., environment: [String: String] = ["PATH": "/usr/bin:/bin"]
  )
    -> SpawnedCommand
  {
    SpawnedCommand(words: words, environment: environment)
  }

  private func output(_ command: SpawnedCommand, atMost seconds: Int = 20, limit: Int = 1000)
    -> String?
  {
    try? String(decoding: command.output(atMost: seconds, limit: limit).get(), as: UTF8.self)
  }

  private func failure(_ command: SpawnedCommand, atMost seconds: Int = 20) -> String? {
    if case .failure(let failure) = command.output(atMost: seconds, limit: 1000) {
      return failure.sentence
    }
    return nil
  }

  @Test func givesItsOutputAndGetsItsArgumentsUnchanged() {
    #expect(output(command("printf", "%s|", "a b", "$HOME", "*")) == "a b|$HOME|*|")
    #expect(output(command("true"))?.isEmpty == true)
    #expect(output(command("cat"))?.isEmpty == true, "standard input is empty")
  }

  @Test func givesItsOutputUpToTheEndOfItsTime() {
    #expect(output(command("sh", "-c", "sleep 0.2; echo late"), atMost: 1) == "late\n")
    #expect(output(command("sh", "-c", "echo one; sleep 1.5; echo two"), atMost: 2) == "one\ntwo\n")
  }

  @Test func givesItsOutputThoughASignalInterruptsTheWaiting() {
    let former = signal(SIGUSR1) { _ in }
    defer { signal(SIGUSR1, former) }
    // The threads of tests hold signals back.
    var (mask, own) = (sigset_t(), sigset_t())
    sigaddset(&mask, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &mask, &own)
    defer { pthread_sigmask(SIG_SETMASK, &own, nil) }
    let reader = pthread_self()
    let sender = Thread {
      usleep(200_000)
      pthread_kill(reader, SIGUSR1)
    }
    sender.start()
    #expect(output(command("sh", "-c", "sleep 0.6; echo late")) == "late\n")
    while !sender.isFinished { usleep(1000) }
  }

  @Test func givesAtLeastAsMuchAsIsAccepted() throws {
    let text = try #require(output(command("sh", "-c", "printf '%5000s' x"), limit: 4000))
    #expect((4000...5000).contains(text.utf8.count))
  }

  @Test func seesItsOwnEnvironmentAlone() {
    let own = ["PATH": "/usr/bin:/bin", "DUECAL_TEST": "own value"]
    #expect(
      output(command("env", environment: own)) == "DUECAL_TEST=own value\nPATH=/usr/bin:/bin\n")
  }

  @Test func isFoundInThePathOfItsOwnEnvironment() throws {
    let folder = try ScratchFolder()
    let program = folder.at("own-program")
    try "#!/bin/sh\necho own".write(toFile: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let path = ["PATH": "/proc/nowhere:\(folder.path):/bin"]
    #expect(output(command("own-program", environment: path)) == "own\n")
    #expect(output(command(program, environment: [:])) == "own\n")
    #expect(command("own-program").run(atMost: 20) == "cannot be run: No such file or directory")
  }

  @Test func thatFailsIsDescribed() {
    let commands = [
      command("sh", "-c", "exit 3"), command("sh", "-c", "kill -9 $$"),
      command("/proc/nowhere/program"),
    ]
    let sentences = [
      "ended with 3", "was ended by signal 9", "cannot be run: No such file or directory",
    ]
    #expect(commands.map { $0.run(atMost: 20) } == sentences)
    #expect(commands.map { failure($0) } == sentences)
    #expect(command("true").run(atMost: 20) == nil)
  }

  @Test func thatTakesTooLongIsEndedWithItsChildren() throws {
    let folder = try ScratchFolder()
    let script =
      "trap '' TERM; echo $$ >\(folder.at("pid")); (sleep 60; echo late >\(folder.at("late"))) & sleep 60; wait"
    let run = command("sh", "-c", script).run(atMost: 1)
    #expect(run == "took longer than 1 seconds and was ended")
    let pid = try String(contentsOfFile: folder.at("pid"), encoding: .utf8).trimmingCharacters(
      in: .whitespacesAndNewlines)
    #expect(!FileManager.default.fileExists(atPath: "/proc/\(pid)"), "it is not left as a zombie")
  }

  @Test func mayPrintOnStandardErrorInstead() throws {
    let folder = try ScratchFolder()
    let script = "[ /proc/self/fd/1 -ef /proc/self/fd/2 ] && echo same >\(folder.at("same"))"
    var both = command("sh", "-c", script)
    both.printsOnError = true
    _ = both.run(atMost: 20)
    #expect(FileManager.default.fileExists(atPath: folder.at("same")))
  }
}
