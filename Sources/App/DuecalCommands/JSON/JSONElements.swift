import UserFiles

/// The elements of an array, written before it is known whether the document will be printed; most of a long array is
/// kept in a file.
final class JSONElements {
  private final class Waiting {
    var contents: FileContents

    init(_ contents: FileContents) { self.contents = contents }
  }

  private let waiting: Waiting
  private var writer: JSONWriter

  /// Creates an empty array.
  ///
  /// - Parameters:
  ///   - depth: The nesting depth of its elements in the document.
  ///   - folder: The folder for temporary files.
  init(depth: Int, waitingIn folder: String) {
    let waiting = Waiting(FileContents(waitingIn: folder))
    self.waiting = waiting
    writer = JSONWriter(depth: depth) { waiting.contents.append($0) }
  }

  /// Adds an element.
  func add(_ value: some JSONValue) { writer.element(value) }

  /// The elements in the form in which the document contains them.
  var contents: FileContents {
    writer.flush()
    return waiting.contents
  }
}
