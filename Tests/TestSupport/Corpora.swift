public import Foundation

/// Files of other people, read in place where `DUECAL_CORPORA` names their folder.
///
/// They may not be copied, so none is in this project. A test that reads them also reads typed fixtures and generated
/// text, so it is useful without them.
public enum Corpora {
  /// The files below a folder of the corpora, by path; empty where there are no corpora.
  public static func files(in folder: String, extensions: Set<String>) -> [URL] {
    guard let root = ProcessInfo.processInfo.environment["DUECAL_CORPORA"] else { return [] }
    let directory = URL(fileURLWithPath: root).appendingPathComponent(folder)
    let walk = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
    let files = (walk?.allObjects ?? []).compactMap { $0 as? URL }
    return files.filter { extensions.contains($0.pathExtension) }.sorted { $0.path < $1.path }
  }

  /// A file in the folder that contains the corpora; nil if there is none.
  public static func sibling(_ path: String) -> URL? {
    guard let root = ProcessInfo.processInfo.environment["DUECAL_CORPORA"] else { return nil }
    let file = URL(fileURLWithPath: root).deletingLastPathComponent().appendingPathComponent(path)
    return FileManager.default.fileExists(atPath: file.path) ? file : nil
  }

  /// The bytes of a file, empty where it cannot be read.
  public static func bytes(_ file: URL) -> [UInt8] {
    (try? Data(contentsOf: file)).map(Array.init) ?? []
  }
}
