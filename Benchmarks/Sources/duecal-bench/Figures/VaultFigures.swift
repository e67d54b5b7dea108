import Foundation

/// Measures a list and an export of a folder of 10,000 Markdown notes, about 100 lines each, with up to five tasks.
///
/// The bars are times, because no other program does the same.
struct VaultFigures {
  let folder: URL
  let duecal: String

  func figures() -> [Figure] {
    let vault = folder.appendingPathComponent("vault").path
    for number in 0..<10_000 { writeNote(number, in: vault) }
    let feed = folder.appendingPathComponent("vault.ics").path
    let list = command("list", "today", vault, "--extension", "md", "-q")
    let export = command("export", vault, "--extension", "md", "-q", "-o", feed)
    for _ in 0..<2 {
      _ = export.run()
      Thread.sleep(forTimeInterval: 4)  // files that were just written are read again
    }
    let usages = Command.medians(of: 9, [list, export])
    return [
      .seconds("list today of 10,000 notes", usages[0], bar: 0.5),
      .seconds("their export, unchanged", usages[1], bar: 0.3),
    ]
  }

  private func writeNote(_ number: Int, in vault: String) {
    let part = "\(vault)/\(number / 100)"
    if number % 100 == 0 {
      try? FileManager.default.createDirectory(atPath: part, withIntermediateDirectories: true)
    }
    try? Self.note(number).write(
      toFile: "\(part)/note \(number).md", atomically: false, encoding: .utf8)
  }

  /// A note with `number % 6` tasks between lines of prose.
  private static func note(_ number: Int) -> String {
    var text = "---\ntags: [note]\n---\n# Note \(number)\n\n"
    for line in 0..<100 {
      if line % 18 == 17, line / 18 < number % 6 {
        let day = "202\(5 + (number + line) % 3)-\(10 + number % 3)-\(10 + (number + line) % 18)"
        text += "- [\(number % 3 == 0 ? "x" : " ")] Task \(line) of note \(number) 📅 \(day)\n"
      } else if line % 7 == 3 {
        text += "\n"
      } else {
        text += "The \(line)th line of the note has some words about one thing and another.\n"
      }
    }
    return text
  }

  private func command(_ words: String...) -> Command {
    .duecal(duecal, words, home: folder.path)
  }
}
