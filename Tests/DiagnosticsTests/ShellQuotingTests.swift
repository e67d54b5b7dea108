import Diagnostics
import Foundation
import TestSupport
import Testing

@Suite("A name in a command for a shell")
struct ShellQuotingTests {
  @Test func staysPlainIfItMayBe() {
    #expect("home.taskpaper".shellQuoted == "home.taskpaper")
    #expect("tasks:/n#a".shellQuoted == "'tasks:/n#a'")
    #expect("it's".shellQuoted == #"'it'\''s'"#)
    #expect("a\nb'".shellQuoted == #"$'a\012b\047'"#)
    #expect("".shellQuoted == "''")
  }

  @Test func isTheSameNameInBash() throws {
    var random = SeededGenerator(seed: 7)
    let signs = Array("abc ~!#$%^&*()[]{}<>|;:'\"`\\/?.,-_=+@\n\t\u{1B}\u{7F}äé\u{202E}\u{FEFF}日🧾")
    let names = (0..<500).map { _ in
      String(
        (0...Int.random(in: 0...12, using: &random)).map { _ in
          signs.randomElement(using: &random) ?? "a"
        })
    }
    let bash = Process()
    bash.executableURL = URL(fileURLWithPath: "/bin/bash")
    let script = "printf '%s\\0' " + names.map(\.shellQuoted).joined(separator: " ")
    let (input, output) = (Pipe(), Pipe())
    (bash.standardInput, bash.standardOutput) = (input, output)
    try bash.run()
    try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
    try input.fileHandleForWriting.close()
    let read = try #require(try output.fileHandleForReading.readToEnd())
    #expect(read == Data(names.map { $0 + "\0" }.joined().utf8))
  }
}
