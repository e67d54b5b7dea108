import ArgumentParser
import DuecalConfiguration
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// The words of a person's task files, for completion in shells.
///
/// It never prints or writes anything; files that cannot be read are left out.
struct FileWords {
  /// The task files that can be read.
  let files: [TaskFile]
  /// What tags mean.
  let vocabulary: Vocabulary

  /// Reads the files that a command line names, or the default files.
  ///
  /// - Parameters:
  ///   - words: The words of the command line.
  ///   - number: The index of the word to complete.
  init(_ words: [String], completing number: Int, environment: [String: String]) {
    let configuration = Self.configuration(environment)
    vocabulary = configuration.vocabulary
    let others = words.enumerated().filter { $0.offset != number }.map(\.element)
    var paths = others.filter(Self.isTaskFile)
    if paths.isEmpty { paths = DefaultSources.ofVariable(environment) }
    if paths.isEmpty { paths = configuration.files ?? [] }
    files = Self.read(paths, configuration.folderRules)
  }

  /// The configuration, without its errors.
  private static func configuration(_ environment: [String: String]) -> Configuration {
    let content = try? ConfigurationFile(environment)?.read(home: environment.home)
    return content?.configuration ?? Configuration()
  }

  private static let endings = [".taskpaper", ".todo", ".md", ".markdown"]

  private static func isTaskFile(_ word: String) -> Bool {
    endings.contains { word.lowercased().hasSuffix($0) } && FileTree.isFile(word)
  }

  /// The maximum number of bytes to read, since a person waits for the completion.
  private static let limit = 32 << 20

  private static func read(_ paths: [String], _ rules: FolderRules) -> [TaskFile] {
    var (files, left) = ([TaskFile](), limit)
    for name in paths.flatMap({ names($0, rules) }) where left > 0 && FileTree.isFile(name) {
      guard let bytes = try? FileSnapshot.regular(name).bytes, bytes.count <= left else { continue }
      left -= bytes.count
      let document = TaskDocument(bytes: bytes, dialect: TaskDialect(path: name))
      guard document.firstInvalidByte == nil else { continue }
      files.append(TaskFile(name: name, identity: name, modified: .epoch, document: document))
    }
    return files
  }

  private static func names(_ path: String, _ rules: FolderRules) -> [String] {
    guard FileTree.isFolder(path) else { return [path] }
    let found = try? FileTree.files(in: path, leavingOut: rules) { name in
      endings.contains { name.lowercased().hasSuffix($0) }
    }
    return (found?.files ?? []).map { "\(path)/\($0)" }
  }
}
