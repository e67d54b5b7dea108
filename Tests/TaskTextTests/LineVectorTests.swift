import TaskText
import Testing

/// One line, and how TaskPaper reads it: the test vectors from the founding articles.
struct LineVector: CustomTestStringConvertible, Sendable {
  let line: String
  let kind: LineKind
  let content: String
  let tags: [String: String]

  init(_ line: String, _ kind: LineKind, _ content: String, _ tags: [String: String] = [:]) {
    self.line = line
    self.kind = kind
    self.content = content
    self.tags = tags
  }

  var testDescription: String { line }
}

private let vectors = [
  LineVector("- a", .task, "- a"),
  LineVector("-a", .note, "-a"),
  LineVector("-", .note, "-"),
  LineVector("- ", .task, "- "),
  LineVector("- @done", .note, "-", ["done": ""]),
  LineVector("- @done x", .task, "- @done x", ["done": ""]),
  LineVector("* a", .note, "* a"),
  LineVector("+ a", .note, "+ a"),
  LineVector("Project:", .project, "Project:"),
  LineVector("Project: ", .note, "Project: "),
  LineVector("Project: @t", .project, "Project:", ["t": ""]),
  LineVector("Project: @t ", .project, "Project:", ["t": ""]),
  LineVector("Project @t:", .project, "Project @t:"),
  LineVector("- Task:", .task, "- Task:"),
  LineVector("- Task: @done", .task, "- Task:", ["done": ""]),
  LineVector("P: @a(b) c", .note, "P: @a(b) c", ["a": "b"]),
  LineVector("a: b:", .project, "a: b:"),
  LineVector(":", .project, ":"),
  LineVector("@done", .note, "", ["done": ""]),
  LineVector(
    "mail bob@x.org @due(2024-01-05)", .note, "mail bob@x.org", ["due": "2024-01-05"]),
  LineVector("x @due(2024-01-05).", .note, "x @due(2024-01-05)."),
  LineVector("x (@due(2024-01-05))", .note, "x (@due(2024-01-05))"),
  LineVector("x @due (2024-01-05)", .note, "x @due (2024-01-05)", ["due": ""]),
  LineVector("x @due()", .note, "x", ["due": ""]),
  LineVector("x @", .note, "x", ["": ""]),
  LineVector("x @a(b @c(d)", .note, "x @a(b", ["c": "d"]),
  LineVector("x @a((b))", .note, "x @a((b))"),
  LineVector("x @a(\\(b\\))", .note, "x", ["a": "(b)"]),
  LineVector("x @a(b\\)", .note, "x", ["a": "b\\"]),
  LineVector("x @a @a(2)", .note, "x", ["a": ""]),
  LineVector("x @\u{E9}(1)", .note, "x", ["\u{E9}": "1"]),
  LineVector("x @\u{65E5}\u{672C} y", .note, "x @\u{65E5}\u{672C} y", ["\u{65E5}\u{672C}": ""]),
  LineVector("x @a:b", .note, "x @a:b"),
  LineVector("x @50%", .note, "x @50%"),
  LineVector("x @a,b", .note, "x @a,b"),
  LineVector("x @a @b@c", .note, "x @a @b@c", ["a": ""]),
  LineVector("x\u{A0}@a", .note, "x", ["a": ""]),
  LineVector("x\t@a", .note, "x", ["a": ""]),
  LineVector("x @\u{1F600}", .note, "x @\u{1F600}"),
  LineVector("x @a(1)@b(2)", .note, "x @a(1)@b(2)"),
  LineVector("x @due(2024-01-05) tail", .note, "x @due(2024-01-05) tail", ["due": "2024-01-05"]),
  // Cases that the founding articles do not define:
  LineVector("x @a(b\\) c)x", .note, "x @a(b\\) c)x", ["a": "b\\"]),
  LineVector("x @a(b\\) c) d", .note, "x @a(b\\) c) d", ["a": "b) c"]),
  LineVector("x @a(\\\\(b)", .note, "x", ["a": "\\(b"]),
  LineVector("x @a(b @c)", .note, "x", ["a": "b @c"]),
  LineVector("-\u{A0}a", .task, "-\u{A0}a"),
  LineVector("x @2 @-1. @1.2", .note, "x", ["2": "", "-1.": "", "1.2": ""]),
  LineVector("x @a\u{2028}@b", .note, "x", ["a": "", "b": ""]),
]

@Test("a line is read as TaskPaper reads it", arguments: vectors)
private func lineIsReadAsTaskPaperReadsIt(vector: LineVector) throws {
  let document = expectDocument(vector.line)
  let line = try #require(document.lines.first)
  #expect(document.lines.count == 1)
  #expect(line.kind == vector.kind)
  let colon = line.kind == .project ? ":" : ""
  #expect(document.string(line.bullet) + document.string(line.text) + colon == vector.content)
  var tags: [String: String] = [:]
  for tag in document.tags(of: line) where tags[tag.tag] == nil {
    tags[tag.tag] = tag.payload ?? ""
  }
  #expect(tags == vector.tags)
}

/// The white space of TaskPaper's own expressions, without line breaks.
private let whiteSpace: Set<UInt32> = Set(
  [0x09, 0x0B, 0x0C, 0x20, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF]
    + (0x2000...0x200A))

@Test("a tag begins after white space and after no other character")
private func tagBeginsAfterWhiteSpaceAlone() {
  let values = Array(0x01...0x3100) + Array(0xFE00...0xFFFF) as [UInt32]
  for scalar in values.compactMap(Unicode.Scalar.init) where scalar != "\n" && scalar != "\r" {
    let document = TaskDocument("- a\(Character(scalar))@due(1)")
    let isTag = document.lines.first.map { !document.tags(of: $0).isEmpty }
    #expect(isTag == whiteSpace.contains(scalar.value), "U+\(String(scalar.value, radix: 16))")
  }
}
