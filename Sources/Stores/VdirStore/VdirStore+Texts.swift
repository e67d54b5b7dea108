package import CalendarStores
import ExactText
import Parallel
import UserFiles

extension VdirStore: StoredTextReading {
  /// Reads all files of a list, and leaves out those that cannot be read.
  package func mapTexts<Result: Sendable>(
    in list: ItemList.ID, _: StoredTextFilter, threads: Int,
    _ transform: @escaping @Sendable ([StoredItemText]) -> [Result]
  ) throws(StoreError) -> [Result] {
    _ = try named(list)
    let folder = root.folder(list)
    let names = VdirRoot.itemFiles(of: folder).sorted()
    return Parallel.flatMap(names, portion: Self.portion, threads: threads) { names in
      transform(names.compactMap { Self.text(of: $0, in: folder) })
    }
  }

  /// The number of files that a thread reads at a time.
  private static let portion = 256

  private static func text(of name: String, in folder: String) -> StoredItemText? {
    let path = "\(folder)/\(name)"
    // A pipe is not read.
    guard FileStamp(path: path) != nil, let snapshot = try? FileSnapshot.read(path) else {
      return nil
    }
    return StoredItemText(name: name, bytes: snapshot.bytes)
  }
}
