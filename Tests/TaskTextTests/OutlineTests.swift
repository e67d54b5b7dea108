import Diagnostics
import TaskText
import TestSupport
import Testing

private func levels(_ text: String) -> [Int] {
  expectDocument(text).lines.map(\.level)
}

private func parents(_ text: String) -> [Int?] {
  let document = expectDocument(text)
  let outline = Outline(document)
  return document.lines.indices.map { outline.parent(of: $0) }
}

@Test func aTabIsOneLevel() {
  #expect(levels("P:\n\t- a\n\t\t- b\n\t\t\t\t- c") == [0, 1, 2, 4])
}

@Test func theShortestRunOfSpacesIsOneLevel() {
  #expect(levels("P:\n - a\n  - b") == [0, 1, 2])
  #expect(levels("P:\n  - a\n    - b\n     - c") == [0, 1, 2, 2])
  #expect(levels("P:\n    - a\n        - b") == [0, 1, 2])
}

@Test func tabsAndSpacesCountTogether() {
  #expect(levels("P:\n  - two\n    - four\n\t- tab\n\t  - both") == [0, 1, 2, 1, 2])
}

@Test func spacesAfterATabMeanNothingWhereNoLineBeginsWithOne() {
  #expect(levels("P:\n\t  - a\n\t- b") == [0, 1, 1])
}

@Test func aBlankLineDoesNotSetTheUnit() {
  #expect(levels("P:\n \n    - a") == [0, 0, 1])
}

@Test func aLineBelongsToTheNearestWithLessIndent() {
  #expect(parents("A:\n\t- b\n\t\tc\n\t- d\nE:\n\t\t\t- f") == [nil, 0, 1, 0, nil, 4])
}

@Test func aBlankLineBreaksNoOwnership() {
  #expect(parents("A:\n\n\t- b\n\n\t\tc") == [nil, nil, 0, nil, 2])
}

@Test func aSubtreeEndsBeforeTrailingBlankLines() {
  let outline = Outline(TaskDocument("A:\n\t- b\n\n\t\tc\n\nD:"))
  #expect(outline.subtree(of: 0) == 0..<4)
  #expect(outline.subtree(of: 1) == 1..<4)
  #expect(outline.subtree(of: 5) == 5..<6)
  #expect(Array(outline.ancestors(of: 3)) == [1, 0])
}

@Test func everyKindOfLineEndingEndsALine() {
  let document = expectDocument("a\nb\r\nc\rd\r\r\ne\u{2028}f\u{C}g")
  let texts = document.lines.map { document.string($0.text) }
  #expect(texts == ["a", "b", "c", "d", "", "e\u{2028}f\u{C}g"])
}

@Test func aByteOrderMarkBelongsToNoLine() {
  let document = expectDocument("\u{FEFF}- a\n")
  #expect(document.lines.map(\.kind) == [.task])
  #expect(document.place(ofByte: 5).column == 3)
}

@Test func anEmptyFileHasNoLines() {
  #expect(expectDocument("").lines.isEmpty)
  #expect(expectDocument("\u{FEFF}").lines.isEmpty)
  #expect(expectDocument("\n").lines.map(\.kind) == [.blank])
}

@Test func aPlaceCountsScalarsAndBytes() {
  let document = TaskDocument("a\n\t- \u{E9}\u{1F600} @x")
  let tag = document.tags[0].range.lowerBound
  let place = document.place(ofByte: tag)
  #expect((place.line, place.column, place.byteColumn) == (2, 7, 11))
}

@Test func theFirstByteThatIsNotUTF8IsFound() {
  let bad: [[UInt8]] = [
    [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80],
    [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
  ]
  for bytes in bad {
    let text = Array("0123456789 \u{20AC}".utf8)
    #expect(TaskDocument(bytes: text + bytes).firstInvalidByte == text.count)
  }
  #expect(TaskDocument("a\u{E9}\u{20AC}\u{10FFFF}\u{D7FF}").firstInvalidByte == nil)
}

@Test func utf8IsJudgedAsTheStandardLibraryJudgesIt() {
  var random = SeededGenerator(seed: 1)
  for _ in 0..<20_000 {
    let length = Int.random(in: 1...6, using: &random)
    let bytes = (0..<length).map { _ in
      [0x41, 0x80, 0xBF, 0xC2, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF4, 0x9F, 0xA0, 0x90]
        .randomElement(using: &random) ?? UInt8(0)
    }
    let isValid = String(validating: bytes, as: UTF8.self) != nil
    #expect((TaskDocument(bytes: bytes).firstInvalidByte == nil) == isValid, "\(bytes)")
  }
}

@Test func theFoundingTreeIsAViewOfTheLines() throws {
  let text = "Project:\n\tA note.\n\t- Task @due(2024-11-23) @x\n\t\t- Child @a b\n\nOther: @t"
  let tree = TMType.parse(string: text)
  #expect(tree.map(\.type) == [.project("Project"), .project("Other")])
  #expect(tree.map(\.toString).joined(separator: "\n") == text)
  let task = try #require(tree.first?.children.dropFirst().first)
  #expect(task.tags == [.payloadTag("due", "2024-11-23"), .tag("x")])
  #expect(tree.first?.lastChild()?.type == .task("Child @a b"))
  #expect(tree.first?.parent(ofPosition: 3)?.position == 2)
}

@Test(arguments: [
  "P:\n\t- a\n\t\t- b\n\n\n", "P:\n\t- a\n\t\t- b\n\t\t\n", "P:\n\t- a\n\n\t\t- b\n  \n",
])
func theLastChildIsNoBlankLine(text: String) throws {
  let project = try #require(TMType.parse(string: text).first)
  #expect(project.lastChild()?.type == .task("b"))
  #expect(project.lastChild(with: 2)?.type == .task("b"))
  #expect(project.lastChild(with: 0) == nil)
}

@Test func anItemThatOwnsBlankLinesAloneHasNoLastChild() throws {
  let project = try #require(TMType.parse(string: "P:\n\n\n").first)
  #expect(project.lastChild() == nil && project.lastChild(with: 0) == nil)
}

@Test func twoEqualLinesAreTwoItems() throws {
  let tree = TMType.parse(string: "P:\n\t- a\n\t\tone\n\t- a\n\t\ttwo")
  #expect(tree.first?.parent(ofPosition: 4)?.position == 3)
}

/// A file in the style of the founding article about outlines: one space is one level.
private let article = """
  Garden:
   Notes on a project.
   All of the items below are within it.
   - Item for that project.
    - Child item with a note.
     Note about that item.
   - Tagged item @tag
   - Tagged item where the tag has a payload @tag(payload)
   - Something completed @test @due(2024-11-23) @done(2024-11-23)
   - An appointment @test @due(2024-11-24 10:00-10:30)
   - A spanning appointment @test @due(2024-11-23 11:00 thru 2024-11-24 10:00)

  Other Project:
   - Item for the other project

  """

@Test func theFileOfTheArticleIsReadAsTheArticleDescribes() throws {
  let document = expectDocument(article)
  let tree = document.outline
  #expect(tree.map(\.type) == [.project("Garden"), .project("Other Project")])
  let first = try #require(tree.first)
  #expect(first.children.count == 8)
  #expect(first.children[0].type == .text("Notes on a project."))
  #expect(first.children[2].lastChild()?.type == .text("Note about that item."))
  #expect(first.children[4].tags == [.payloadTag("tag", "payload")])
  #expect(
    first.children[7].tags == [
      .tag("test"), .payloadTag("due", "2024-11-23 11:00 thru 2024-11-24 10:00"),
    ])
}

@Test func anOutlineIsAValueThatCanBeBuilt() {
  var task = TMType(tabLevel: 1, type: .task("a"))
  task.append(tag: .tag("x"))
  var project = TMType(tabLevel: 0, type: .project("P"), children: [])
  project.append(child: task)
  var other = task
  other.append(child: TMType(tabLevel: 2, type: .text("note")))
  #expect(task.isEqualWithoutChildren(to: other))
  let isReplaced = project.replace(childAt: 0, with: other)
  #expect(isReplaced)
  let isOutside = project.replace(childAt: 1, with: other)
  #expect(!isOutside)
  #expect(project.lastChild(with: 1)?.type == .task("a"))
  #expect(project.lastChild(with: 2)?.type == .text("note"))
  #expect(project.lastChild(with: 3) == nil)
  #expect(project.toString == "P:\n\t- a @x\n\t\tnote")
}
