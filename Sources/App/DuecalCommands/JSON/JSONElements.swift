import UserFiles

/// Elements of an array that are made before it is known whether there will be a document; many of
/// them wait outside of memory.
final class JSONElements {
  private final class Waiting {
    var contents: FileContents

    init(_ contents: FileContents) { self.contents = contents }
  }

  private let waiting: Waiting
  private var writer: JSONWriter

  /// Begins with none.
  ///
  /// - Parameters:
  ///   - depth: How deep they stand in their document.
  ///   - folder: Where they may wait.
  init(depth: Int, waitingIn folder: String) {
    let waiting = Waiting(FileContents(waitingIn: folder))
    self.waiting = waiting
    writer = JSONWriter(depth: depth) { waiting.contents.append($0) }
  }

  /// Adds an element.
  func add(_ value: some JSONValue) { writer.element(value) }

  /// The elements as they stand in the document.
  var contents: FileContents {
    writer.flush()
    return waiting.contents
  }
}
