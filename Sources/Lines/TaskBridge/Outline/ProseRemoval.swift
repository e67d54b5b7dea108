public import TaskText

/// Shortens the prose of a Markdown file, which is most of a folder of notes, and keeps what its tasks depend on.
///
/// Each line of prose becomes one letter, so that all other lines keep their numbers, levels and parents. Prose is a
/// line of text without a tag that belongs to no task and to no heading with a tag.
public enum ProseRemoval {
  /// The file with shortened prose; the same bytes if it is not Markdown.
  public static func bytes(of document: TaskDocument) -> [UInt8] {
    guard document.dialect == .markdown else { return document.bytes }
    let outline = Outline(document)
    var shortened: [UInt8] = []
    shortened.reserveCapacity(document.bytes.count)
    var copied = 0
    var owner = 0..<0  // the last line whose notes belong to an item, with the lines below it
    for (index, line) in document.lines.enumerated() {
      if !owner.contains(index), line.kind == .task || !line.tags.isEmpty {
        owner = outline.subtree(of: index)
      }
      guard !owner.contains(index), isProse(line, in: document) else { continue }
      shortened += document.bytes[copied..<line.body.lowerBound]
      shortened.append(UInt8(ascii: "x"))
      copied = line.body.upperBound
    }
    return shortened + document.bytes[copied...]
  }

  private static func isProse(_ line: TaskLine, in document: TaskDocument) -> Bool {
    guard line.kind == .note, let first = document.bytes[line.body].first else { return false }
    let isWord = first >= 0x80 || letters.contains(first | 0x20)
    return isWord && !document.bytes[line.body].contains(where: isSign)
  }

  private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

  /// True for the signs of tags, and those that begin or end code and comments.
  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "@"), UInt8(ascii: "`"), UInt8(ascii: "~"), UInt8(ascii: "%"),
      UInt8(ascii: "<"), UInt8(ascii: ">"):
      true
    default: false
    }
  }
}
