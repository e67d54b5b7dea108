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
    let starts = Array(stride(from: 0, to: names.count, by: Self.partSize))
    let parts = Parallel.map(starts.count, threads: threads) { part in
      let files = names[starts[part]..<min(names.count, starts[part] + Self.partSize)]
      return transform(files.compactMap { Self.text(of: $0, in: folder) })
    }
    return parts.flatMap(\.self)
  }

  /// The number of files that a thread reads at a time.
  private static let partSize = 256

  private static func text(of name: String, in folder: String) -> StoredItemText? {
    let path = "\(folder)/\(name)"
    // A pipe is not read.
    guard FileStamp(path: path) != nil, let snapshot = try? FileSnapshot.read(path) else {
      return nil
    }
    return StoredItemText(name: name, bytes: snapshot.bytes)
  }
}
