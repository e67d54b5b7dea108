import ExactText

/// The entity tags of a condition (RFC 9110, section 13.1): `*`, or a list.
package struct EntityTags {
  private let tags: [ExactString]

  /// Reads the header.
  package init(_ header: String) {
    tags = header.split(separator: ",").map { part in
      ExactString(part.split { $0 == " " || $0 == "\t" }.joined())
    }
  }

  /// True if a tag is among them, as a program that changes something has to know it.
  package func contain(_ tag: String) -> Bool {
    tags.contains { $0 == ExactString("*") || $0 == ExactString(tag) }
  }

  /// True if a tag is among them, perhaps as a weak one: a proxy that compresses answers makes tags weak.
  package func containWeakly(_ tag: String) -> Bool { contain(tag) || contain("W/\(tag)") }
}
