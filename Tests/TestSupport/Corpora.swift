public import Foundation

/// Files that others wrote, read in place where `DUECAL_CORPORA` names their folder.
///
/// They are nobody's to copy, so nothing in this project holds one; a test that walks them walks
/// typed fixtures and generated text as well, and is no weaker for their absence.
public enum Corpora {
  /// The files below a folder of the corpora, by path; none where there are no corpora.
  public static func files(in folder: String, extensions: Set<String>) -> [URL] {
    guard let root = ProcessInfo.processInfo.environment["DUECAL_CORPORA"] else { return [] }
    let directory = URL(fileURLWithPath: root).appendingPathComponent(folder)
    let walk = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
    let files = (walk?.allObjects ?? []).compactMap { $0 as? URL }
    return files.filter { extensions.contains($0.pathExtension) }.sorted { $0.path < $1.path }
  }

  /// The bytes of a file, empty where it cannot be read.
  public static func bytes(_ file: URL) -> [UInt8] {
    (try? Data(contentsOf: file)).map(Array.init) ?? []
  }
}
