import Foundation
import Testing

/// What `--experimental-dump-help` prints about a command and its options.
private struct Dump: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
      var spelling: String { (kind == "short" ? "-" : "--") + name }
    }
    let kind: String
    let names: [Name]?
    let valueName: String?
    let abstract: String?
  }

  struct Command: Decodable {
    let commandName: String
    let arguments: [Argument]?
    let subcommands: [Command]?
  }
  let command: Command
}

/// What an option says in a command: its value and its meaning.
private struct Meaning: Hashable {
  let value: String?
  let abstract: String?
}

/// The meanings of each spelling, and which commands have it so.
private func meanings(
  of command: Dump.Command, below words: [String] = [],
  into found: inout [String: [Meaning: [String]]]
) {
  for argument in command.arguments ?? [] where argument.kind != "positional" {
    let value = argument.kind == "option" ? argument.valueName : nil
    let meaning = Meaning(value: value, abstract: argument.abstract)
    for name in argument.names ?? [] {
      found[name.spelling, default: [:]][meaning, default: []].append(words.joined(separator: " "))
    }
  }
  for child in command.subcommands ?? [] where child.commandName != "help" {
    meanings(of: child, below: words + [child.commandName], into: &found)
  }
}

@Suite("Meanings of options")
struct OptionMeaningTests {
  /// The spellings that mean several things: how many, and why no other word will do.
  private static let allowed: [String: (count: Int, reason: String)] = [
    "--as": (2, "`store add` makes one item, and `both` are two"),
    "--done": (
      3, "`export` decides among four ways, a list shows them or not, a search asks for them"
    ),
    "--due": (2, "a date, but in `remind`, whose jobs are in crontabs, whether one is an alarm"),
    "--from": (
      3, "`remind` takes moments of a window, `feed add` the calendar it goes on with, others days"
    ),
    "--list": (3, "in `store` a list, in `undo` to list: neither has a better word"),
    "--allow-delete": (2, "`import` removes lines, `sync` removes items of a store"),
    "--conflicts": (2, "of a file and a calendar in `import`, of two stores in `sync`"),
    "--project": (2, "where something goes in `add` and `import`, where it is in all others"),
    "--tag": (2, "a tag that a new task gets, and one that is looked for"),
    "--to": (3, "the other end of `--from`; in `undo` the file that is written"),
    "--uids": (2, "`import` writes or hides them, `store` shows them or not"),
    "--undated": (2, "`export` decides what becomes of them, `store search` asks for them"),
    "--zone": (2, "the dates of a rule have no zone without it"),
  ]

  private static func found() throws -> [String: [Meaning: [String]]] {
    let dump = try duecal(["--experimental-dump-help"]).output
    var found: [String: [Meaning: [String]]] = [:]
    meanings(
      of: try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command, into: &found)
    return found
  }

  @Test func anOptionMeansOneThing() throws {
    let found = try Self.found()
    #expect(found.count > 80)
    for (spelling, meanings) in found where meanings.count > 1 && Self.allowed[spelling] == nil {
      Issue.record("\(spelling) has \(meanings.count) meanings: \(meanings)")
    }
  }

  @Test func noExceptionIsOutOfDate() throws {
    let found = try Self.found()
    for (spelling, allowed) in Self.allowed {
      #expect(found[spelling]?.count == allowed.count, "\(spelling): \(allowed.reason)")
    }
  }

  @Test func theShortNameOfDryRunIsNothingElse() throws {
    let found = try Self.found()
    #expect(found["-n"] == found["--dry-run"])
    #expect(try #require(found["-n"]?.values.first).count > 15)
  }
}
