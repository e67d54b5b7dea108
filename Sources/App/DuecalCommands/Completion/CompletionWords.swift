import ArgumentParser
import ExactText
import TaskBridge
import TaskText

/// Offers the tags of the task files, for options and arguments that take one.
enum TagCompletion {
  /// The tags, with an `@` where one is typed.
  static let kind = CompletionKind.words(words)

  /// The tasks, and behind one the tags.
  static let behindTask = CompletionKind.words { line in
    line.hasWord || line.typed.hasPrefix("@") ? words(line) : TaskCompletion.allTitles(line)
  }

  private static func words(_ line: TypedLine) -> [String] {
    let (files, sign) = (line.files, line.typed.hasPrefix("@") ? "@" : "")
    var names: Set<String> = []
    for document in files.files.map(\.document) {
      for span in document.tags where !span.name.isEmpty {
        names.insert(document.string(span.name))
      }
    }
    return names.sorted().map { sign + $0 }
  }
}

/// Offers the projects of the task files.
enum ProjectCompletion {
  /// The names of projects; paths (`A / B`) for names that several have, and once a path is typed.
  static let kind = CompletionKind.words(words)

  /// The open tasks, and behind one the projects before them.
  static let behindTask = CompletionKind.words { line in
    (line.hasWord ? words(line) : []) + TaskCompletion.openTitles(line)
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

/// Offers the texts of tasks, for arguments that name one.
enum TaskCompletion {
  /// The tasks that are open.
  static let open = CompletionKind.words { openTitles($0) }
  /// The tasks that are done or off.
  static let closed = CompletionKind.words { line in titles(line) { $0 } }

  /// All tasks.
  static let all = CompletionKind.words { allTitles($0) }

  /// The titles of tasks that are open.
  static func openTitles(_ line: TypedLine) -> [String] { titles(line) { !$0 } }

  /// The titles of all tasks.
  static func allTitles(_ line: TypedLine) -> [String] { titles(line) { _ in true } }

  private static func titles(_ typed: TypedLine, _ isWanted: (Bool) -> Bool) -> [String] {
    var titles: [String] = []
    for file in typed.files.files {
      for (number, line) in file.document.lines.enumerated() where line.kind == .task {
        guard isWanted(isClosed(line, file.document, vocabulary: typed.files.vocabulary)) else {
          continue
        }
        titles.append(LineText(file, line: number).title(typed.files.vocabulary))
      }
    }
    return titles
  }

  private static func isClosed(
    _ line: TaskLine, _ document: TaskDocument, vocabulary: Vocabulary
  ) -> Bool {
    if line.mark == .done || line.mark == .cancelled { return true }
    return document.tags[line.tags].contains { span in
      let field = vocabulary.field(of: span, in: document)
      return field == .done || field == .cancelled
    }
  }
}

/// A command line that is completed.
struct TypedLine {
  /// The task files.
  let files: FileWords
  /// What is typed of the word.
  let typed: String
  /// Whether it stands behind the name of a task, or behind a query in its place, as far as that can be
  /// seen.
  let hasWord: Bool

  init(_ words: [String], completing number: Int, typed: String) {
    files = FileWords(words, completing: number, environment: RunEnvironment.environment())
    self.typed = typed
    let before = words.prefix(number)
    hasWord =
      before.contains("--where")
      || zip(before.dropFirst(), before.dropFirst(2)).contains { before, word in
        !word.hasPrefix("-") && !Self.mayTakeValue(before)
      }
  }

  private static func mayTakeValue(_ word: String) -> Bool {
    word == "-f" || word.hasPrefix("--") && word != "--all" && word != "--dry-run"
  }
}

extension CompletionKind {
  /// What begins with what is typed, of words of the task files.
  ///
  /// - Parameter words: Makes the words.
  static func words(_ words: @escaping @Sendable (TypedLine) -> [String]) -> CompletionKind {
    .custom { arguments, number, prefix in
      // What stands behind the cursor is given for the word itself, where there is anything.
      let isLast = number == arguments.count - 1
      let word = isLast || number >= arguments.count ? prefix : arguments[number]
      let typed = TypedWord(
        word.hasPrefix("--") ? String(word.drop { $0 != "=" }.dropFirst()) : word)
      let line = TypedLine(arguments, completing: number, typed: typed.text)
      return typed.fitting(words(line)).map { ShellWord.written($0) }
    }
  }
}
