package import CalendarStores
import Dispatch
import ExactText
import UserFiles

extension VdirStore: StoredTextReading {
  /// Reads all files of a list; none is kept.
  package func texts(
    in list: ItemList.ID, _: StoredTextFilter
  ) throws(StoreError) -> [StoredItemText] {
    _ = try named(list)
    return VdirTexts(root.folder(list)).all
  }
}

/// The texts of a folder's files.
private struct VdirTexts {
  private let folder: String
  /// The number of files that a thread reads at a time.
  private static let count = 256

  init(_ folder: String) {
    self.folder = folder
  }

  /// All texts, in the order of the items' names; files that cannot be read are left out.
  var all: [StoredItemText] {
    let names = VdirRoot.itemFiles(of: folder).sorted()
    let starts = Array(stride(from: 0, to: names.count, by: Self.count))
    var parts: [[StoredItemText]] = Array(repeating: [], count: starts.count)
    parts.withUnsafeMutableBufferPointer { parts in
      // Each part is written by one thread.
      nonisolated(unsafe) let parts = parts
      DispatchQueue.concurrentPerform(iterations: starts.count) { number in
        let start = starts[number]
        parts[number] = names[start..<min(names.count, start + Self.count)].compactMap(text)
      }
    }
    return parts.flatMap(\.self)
  }

  private func text(of name: String) -> StoredItemText? {
    let path = "\(folder)/\(name)"
    // A pipe is not read.
    guard FileStamp(path: path) != nil, let snapshot = try? FileSnapshot.read(path) else {
      return nil
    }
    return StoredItemText(name: name, bytes: snapshot.bytes)
  }
}
