import ArgumentParser
import TaskBridge
import TaskText

/// Offers the tags of the task files, for options and arguments that take one.
enum TagCompletion {
  /// The tags, with an `@` where one is typed.
  static let kind = CompletionKind.words { files, typed in
    let sign = typed.hasPrefix("@") ? "@" : ""
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
  static let kind = CompletionKind.words { files, typed in
    let entries = TaskEntries(
      files: files.files, vocabulary: files.vocabulary, includesArchive: true)
    let paths = Set(entries.paths.filter { !$0.isEmpty })
    let counts = Dictionary(grouping: paths) { $0.last ?? "" }.mapValues(\.count)
    let isPath = typed.contains("/")
    let names = paths.map { path in
      isPath || counts[path.last ?? ""] != 1 ? path.joined(separator: " / ") : path.last ?? ""
    }
    return names.sorted()
  }
}

/// Offers the texts of tasks, for arguments that name one.
enum TaskCompletion {
  /// The tasks that are open.
  static let open = kind { !$0 }
  /// The tasks that are done or off.
  static let closed = kind { $0 }
  /// All tasks.
  static let all = kind { _ in true }

  private static func kind(_ isWanted: @escaping @Sendable (Bool) -> Bool) -> CompletionKind {
    .words { files, _ in
      var titles: [String] = []
      for file in files.files {
        for (number, line) in file.document.lines.enumerated() where line.kind == .task {
          guard isWanted(isClosed(line, file.document, files.vocabulary)) else { continue }
          titles.append(LineText(file, line: number).title)
        }
      }
      return titles
    }
  }

  private static func isClosed(
    _ line: TaskLine, _ document: TaskDocument, _ vocabulary: Vocabulary
  ) -> Bool {
    if line.mark == .done || line.mark == .cancelled { return true }
    return document.tags[line.tags].contains { span in
      let field = vocabulary.field(of: span, in: document)
      return field == .done || field == .cancelled
    }
  }
}

extension CompletionKind {
  /// What begins with what is typed, of words of the task files.
  ///
  /// - Parameter words: Makes the words of the files and of what is typed.
  static func words(
    _ words: @escaping @Sendable (FileWords, String) -> [String]
  ) -> CompletionKind {
    .custom { arguments, number, prefix in
      // What stands behind the cursor is given for the word itself, where there is anything.
      let isLast = number == arguments.count - 1
      let word = isLast || number >= arguments.count ? prefix : arguments[number]
      let typed = TypedWord(
        word.hasPrefix("--") ? String(word.drop { $0 != "=" }.dropFirst()) : word)
      let files = FileWords(arguments, completing: number, Surroundings.environment())
      return typed.fitting(words(files, typed.text)).map { ShellWord.written($0) }
    }
  }
}
