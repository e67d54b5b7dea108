import TaskDates
public import TaskText

/// A task file that changes while it is open, such as in an editor.
public struct OpenTaskFile: Sendable {
  private let name: String
  private let identity: String
  private let modified: Instant
  private var document: TaskDocument
  private var outline: Outline

  /// Opens a file.
  public init(_ file: TaskFile) {
    name = file.name
    identity = file.identity
    modified = file.modified
    document = file.document
    outline = file.outline
  }

  /// The file as it is now.
  public var file: TaskFile {
    TaskFile(
      name: name, identity: identity, modified: modified, document: document, outline: outline)
  }

  /// Replaces bytes, and reads only those lines again that may be read in another way since.
  ///
  /// - Parameters:
  ///   - range: The bytes that are replaced.
  ///   - bytes: The bytes in their place.
  public mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) -> LineChange {
    let change = document.replace(range, with: bytes)
    if !change.keepsOutline { outline = Outline(document) }
    return change
  }
}
