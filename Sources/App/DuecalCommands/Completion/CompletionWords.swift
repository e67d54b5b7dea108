import ArgumentParser
import ExactText
import TaskBridge
import TaskText

/// Offers the tags of the task files, for options and arguments that take one.
enum TagCompletion {
  /// The tags, with an `@` if the typed word begins with one.
  static let kind = CompletionKind.words(words)

  /// The tasks, and after a task the tags.
  static let afterTask = CompletionKind.words { line in
    line.hasWord || line.typed.hasPrefix("@") ? words(line) : TaskCompletion.allTitles(line)
  }

  private static func words(_ line: TypedLine) -> [String] {
    let (files, sign) = (line.files, line.typed.hasPrefix("@") ? "@" : "")
    var names: Set<String> = []
    for document in files.files.map(\.document) {
      for span in document.tags where !span.name.isEmpty && span.markdownField != .blockLink {
        names.insert(document.name(of: span))
      }
    }
    return names.sorted().map { sign + $0 }
  }
}

/// Offers the projects of the task files.
enum ProjectCompletion {
  /// The names of projects; their paths (`A / B`) if several have the same name, or once a path is typed.
  static let kind = CompletionKind.words(words)

  /// The open tasks; after the first word, projects and periods come before them.
  static let afterTask = CompletionKind.words { line in
    (line.hasWord ? words(line) + PeriodCompletion.periods : []) + TaskCompletion.openTitles(line)
  }

  private static func words(_ line: TypedLine) -> [String] {
    let files = line.files
    let entries = TaskEntries(
      files: files.files, vocabulary: files.vocabulary, includesArchive: true)
    let paths = Set(entries.paths.filter { !$0.isEmpty })
    let counts = Dictionary(grouping: paths) { $0.last ?? "" }.mapValues(\.count)
    let isPath = line.typed.contains("/")
    let names = paths.map { path in
      isPath || counts[path.last ?? ""] != 1 ? path.joined(separator: " / ") : path.last ?? ""
    }
    return names.sorted()
  }
}

/// Offers the texts of tasks, for arguments that name a task.
enum TaskCompletion {
  /// The open tasks.
  static let open = CompletionKind.words { openTitles($0) }
  /// The tasks that are done or cancelled.
  static let closed = CompletionKind.words { line in titles(line) { $0 } }

  /// All tasks.
  static let all = CompletionKind.words { allTitles($0) }

  /// The titles of open tasks.
  static func openTitles(_ line: TypedLine) -> [String] { titles(line) { !$0 } }

  /// The titles of all tasks.
  static func allTitles(_ line: TypedLine) -> [String] { titles(line) { _ in true } }

  private static func titles(_ typed: TypedLine, _ isWanted: (Bool) -> Bool) -> [String] {
    var titles: [String] = []
    let files = typed.files
    for file in files.files {
      for (number, line) in file.document.lines.enumerated() where line.kind == .task {
        guard isWanted(file.document.isClosed(line, files.vocabulary)) else {
          continue
        }
        titles.append(LineText(file, line: number).title(files.vocabulary))
      }
    }
    return titles
  }
}

/// The command line to complete.
struct TypedLine {
  private let words: [String]
  private let number: Int
  /// What is typed of the word.
  let typed: String
  /// Whether the word comes after the name of a task, or after a query in its place, as far as this can be known.
  let hasWord: Bool

  init(_ words: [String], completing number: Int, typed: String) {
    self.words = words
    self.number = number
    self.typed = typed
    let before = words.prefix(number)
    hasWord =
      before.contains("--where")
      || zip(before.dropFirst(), before.dropFirst(2)).contains { before, word in
        !word.hasPrefix("-") && !Self.mayTakeValue(before)
      }
  }

  /// The name of the command.
  var command: String? { words.dropFirst().first { !$0.hasPrefix("-") } }

  /// The task files, which are read here.
  var files: FileWords {
    FileWords(words, completing: number, environment: RunEnvironment.environment())
  }

  private static func mayTakeValue(_ word: String) -> Bool {
    word == "-f" || word.hasPrefix("--") && word != "--all" && word != "--dry-run"
  }
}

extension CompletionKind {
  /// Completes a word with words from the task files that begin with it.
  ///
  /// - Parameter words: Returns the words.
  static func words(_ words: @escaping @Sendable (TypedLine) -> [String]) -> CompletionKind {
    .custom { arguments, number, prefix in
      // Where there is text after the cursor, the shell passes it as the word itself.
      let isLast = number == arguments.count - 1
      let word = isLast || number >= arguments.count ? prefix : arguments[number]
      let typed = TypedWord(
        word.hasPrefix("--") ? String(word.drop { $0 != "=" }.dropFirst()) : word)
      let line = TypedLine(arguments, completing: number, typed: typed.text)
      return typed.fitting(words(line)).map { ShellWord.written($0) }
    }
  }
}
