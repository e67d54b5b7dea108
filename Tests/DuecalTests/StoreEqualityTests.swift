import Foundation
import Testing

/// Numbers that are the same in every run.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }

  /// True in one of so many cases.
  mutating func isOne(of count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}

@Suite("A change in a store and in a file")
struct StoreChangeEqualityTests {
  private static let rules = [
    "daily", "every 3 days", "weekly", "every 2 weeks", "every monday", "every tue, fri",
    "monthly", "monthly on the 31", "every 3 months", "monthly on last friday", "yearly",
    "monthly, 5 times", "weekly, 2 times", "daily until 2027-02-01",
  ]
  private static let periods = ["2026-W50", "2026-12", "2027", "2026-W48"]
  private static let states = [
    "@done(2026-12-01)", "@done", "@cancelled", "@done(2026-12-01 10:00)",
  ]
  private static let details = [
    "@phone", "@home", "@priority(1)", "@remind(15m)", "@estimate(2h)", "@location(Here)",
    "@started", "@progress(40)",
  ]

  /// Open tasks, most of which repeat.
  private func lines(_ seed: UInt64) -> String {
    var numbers = Numbers(state: seed)
    let lines = (0..<24).map { number in
      let date = day(&numbers)
      let time = Bool.random(using: &numbers) ? " 09:30" : ""
      let rule = numbers.pick(Self.rules)
      let start = Bool.random(using: &numbers) ? " @start(2026-07-01)" : ""
      let isSingle = number % 10 == 0
      return "- Task \(number) @due(\(date)\(time))\(isSingle ? start : " @repeat(\(rule))")"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func day(_ numbers: inout Numbers) -> String {
    let (month, day) = (
      Int.random(in: 8...12, using: &numbers), Int.random(in: 1...28, using: &numbers)
    )
    return String(format: "2026-%02d-%02d", month, day)
  }

  /// A task of any kind, with its notes.
  private func task(_ number: Int, _ numbers: inout Numbers) -> String {
    let time = numbers.isOne(of: 3) ? " 09:30" : ""
    let due =
      numbers.isOne(of: 6)
      ? numbers.pick(Self.periods) : numbers.isOne(of: 15) ? nil : day(&numbers) + time
    var line = "- Task \(number) x" + (due.map { " @due(\($0))" } ?? "")
    if let due, Bool.random(using: &numbers) {
      line += " @repeat(\(numbers.pick(Self.rules)))"
    } else if let due, numbers.isOne(of: 3), due.count > 9 {
      line += " @start(2026-07-01\(due.dropFirst(10)))"
    }
    if numbers.isOne(of: 5) { line += " \(numbers.pick(Self.states))" }
    if numbers.isOne(of: 3) { line += " \(numbers.pick(Self.details))" }
    return line + (numbers.isOne(of: 5) ? "\n\ta note\n" : "\n")
  }

  /// The fields of each item in a calendar, without UIDs and stamps.
  private func items(_ calendar: String) -> [[String]] {
    let wanted = [
      "SUMMARY", "DUE", "DTSTART", "RRULE", "EXDATE", "RDATE", "STATUS",
      "CATEGORIES", "PRIORITY", "DESCRIPTION", "PERCENT", "COMPLETED", "LOCATION", "TRIGGER",
    ]
    let text = calendar.replacing("\r\n ", with: "")
    return text.components(separatedBy: "BEGIN:VTODO").dropFirst().map { item in
      item.components(separatedBy: "\r\n").filter { line in
        wanted.contains { line.hasPrefix($0) } && line != "STATUS:NEEDS-ACTION"
      }.sorted()
    }.sorted { $0.joined() < $1.joined() }
  }

  /// Compares the items of the file and of the store.
  private func compare(_ home: StoreHome, after steps: [[String]]) throws {
    let options = ["--done", "include", "--undated", "todo"]
    let expected = items(try home.run(["export", "lines.taskpaper"] + options).output)
    let found = items(try home.run(["store", "export", "vdir:cal"]).output)
    #expect(found.count == expected.count, "\(steps)")
    #expect(Set(found).subtracting(expected) == [], "in the store only, after \(steps)")
    #expect(Set(expected).subtracting(found) == [], "of the file only, after \(steps)")
  }

  @Test(
    arguments: [1, 2],
    [
      ["done"], ["done", "--skip-past"], ["cancel", "--once"], ["snooze", "+3d"],
      ["snooze", "--series", "+1d"], ["move", "2026-12-20"], ["move", "--series", "2026-W51"],
      ["tag", "@phone", "priority=2", "due=2026-12-11"],
    ])
  func haveTheSameResult(seed: UInt64, command: [String]) throws {
    let home = try StoreHome()
    try ChangedStore.vdir.fill(home, lines(seed))
    let all = ["--where", "not @done and not @cancelled", "--all"]
    for _ in 0..<2 {
      let file = try home.run(command + all + ["-f", "lines.taskpaper"])
      let store = try home.run(command + all + ["-f", "vdir:cal"])
      #expect(file.status == store.status, "\(file.error) \(store.error)")
    }
    try compare(home, after: [command])
  }

  private static let commands = [
    ["done"], ["done", "--skip-past"], ["done", "--for-good"], ["done", "--time"],
    ["done", "--no-date"], ["done", "--at", "2026-11-30"], ["cancel"], ["cancel", "--once"],
    ["undone"], ["undone"], ["snooze", "+3d"], ["snooze", "--series", "+1d"], ["snooze", "+1w"],
    ["move", "2026-12-20"], ["move", "2026-W52"], ["move", "2027-02"], ["move", "2027"],
    ["move", "--series", "2026-12-21"], ["move", "--series", "2026-12"], ["tag", "@phone"],
    ["tag", "@errand", "priority=2"], ["tag", "--remove", "phone"], ["tag", "due=2026-12-24"],
    ["tag", "due=2026-W51"], ["tag", "due=2026-12"], ["tag", "--remove", "repeat"],
    ["tag", "repeat=weekly"], ["tag", "--remove", "priority"], ["tag", "start=2026-07-01"],
    ["tag", "--remove", "start"], ["tag", "remind=1h"], ["tag", "--remove", "remind"],
    ["tag", "progress=50"], ["edit", "s/ x/ y/"], ["edit", "s/@due([^)]*)/@due(2026-12-11)/"],
    ["edit", "s/@due([^)]*)/@due(2027-03)/"], ["edit", "s/ @repeat([^)]*)//"],
    ["edit", "s/$/ @new/"],
  ]

  /// A command for one task; for `edit` it writes the editor that makes the change.
  private func command(_ words: [String], of number: Int, _ home: StoreHome) throws -> [String] {
    guard words[0] == "edit" else {
      return [words[0], "Task \(number) "] + words[1...] + ["--all"]
    }
    let script =
      "#!/bin/sh\nfor file; do :; done\nsed -i '/Task \(number) /\(words[1])' \"$file\"\n"
    let editor = try home.scratch.write("editor.sh", script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor)
    return ["edit", "Task \(number) "]
  }

  /// What a run says, without places and IDs.
  private func words(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      String(line).replacing(
        /(duecal: )?(lines\.taskpaper(:\d+){0,2}|vdir:cal#Home): ((error|warning|note): )?(Task \d+ [xy]: )?/,
        with: ""
      ).replacing(#/ \([a-z0-9]{4,6}\)/#, with: "")
    }.sorted()
  }

  @Test(arguments: 1...8)
  func haveTheSameResultOneAfterAnother(seed: UInt64) throws {
    var numbers = Numbers(state: seed &* 7919)
    let home = try StoreHome()
    try ChangedStore.vdir.fill(home, (0..<8).map { task($0, &numbers) }.joined())
    var steps: [[String]] = []
    for _ in 0..<6 {
      let number = Int.random(in: 0..<8, using: &numbers)
      let words = numbers.pick(Self.commands)
      let text = try home.scratch.text("lines.taskpaper")
      // An editor opens one task, and this one changes all lines of its title.
      if words[0] == "edit", text.components(separatedBy: "Task \(number) ").count > 2 { continue }
      let command = try command(words, of: number, home)
      steps.append(command + words.dropFirst())
      let (file, store) = (
        try home.run(command + ["-f", "lines.taskpaper"], environment: ["EDITOR": "./editor.sh"]),
        try home.run(command + ["-f", "vdir:cal"], environment: ["EDITOR": "./editor.sh"])
      )
      if words[0] != "edit" {
        #expect(file.status == store.status, "\(steps): \(file.error) \(store.error)")
        #expect(self.words(file.output) == self.words(store.output), "\(steps)")
        #expect(self.words(file.error) == self.words(store.error), "\(steps)")
      }
      try compare(home, after: steps)
    }
  }
}
