import Synchronization

/// The form of fields that most lines of a folder have, found when a line without fields first needs it.
public final class FolderForm: Hashable, Sendable {
  private let known = Mutex<TagForm?>(nil)
  private let find: @Sendable () -> TagForm

  /// Creates a form that is not known yet.
  public init(_ find: @escaping @Sendable () -> TagForm) { self.find = find }

  /// The form.
  public var form: TagForm {
    known.withLock { known in
      let form = known ?? find()
      known = form
      return form
    }
  }

  /// True if both are the same object.
  public static func == (left: FolderForm, right: FolderForm) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// How often each form occurs.
public struct TagFormCounts: Sendable {
  private var counts = [Int](repeating: 0, count: TagForm.allCases.count)

  /// Creates counts of nothing.
  public init() {}

  /// Adds the fields of a document.
  public mutating func add(_ document: TaskDocument) {
    for tag in document.tags where tag.value != nil && tag.markdownField != .blockLink {
      counts[Int(tag.form.rawValue)] += 1
    }
  }

  /// The form that occurs most; nil if none does.
  public var most: TagForm? {
    let most = counts.max() ?? 0
    return TagForm.allCases.first { most > 0 && counts[Int($0.rawValue)] == most }
  }
}
