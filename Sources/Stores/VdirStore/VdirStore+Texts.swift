package import CalendarStores
import ExactText
import Parallel
import UserFiles

extension VdirStore: StoredTextReading {
  /// Reads all files of a list.
  package func mapTexts<Result: Sendable>(
    in list: ItemList.ID, _: StoredTextFilter, threads: Int,
    _ transform: @escaping @Sendable ([StoredItemText]) -> [Result]
  ) throws(StoreError) -> [Result] {
    _ = try named(list)
    let folder = root.folder(list)
    let names = try itemFiles(of: folder).sorted()
    let root = root.path
    return Parallel.flatMap(names, portion: Self.portion, threads: threads) { names in
      transform(names.compactMap { Self.text(of: $0, in: folder, of: root) })
    }
  }

  /// The number of files that a thread reads at a time.
  private static let portion = 256

  private static func text(
    of name: String, in folder: String, of root: String
  ) -> StoredItemText? {
    let path = "\(folder)/\(name)"
    do throws(FileError) {
      return StoredItemText(name: name, bytes: try FileSnapshot.regular(path, within: root).bytes)
    } catch {
      return FileTree.isGone(path) ? nil : StoredItemText(name: name, failure: error.reason)
    }
  }

  private func itemFiles(of folder: String) throws(StoreError) -> [String] {
    do throws(FileError) { return try VdirRoot.itemFiles(of: folder) } catch {
      throw .unavailable("\(error)")
    }
  }
}
