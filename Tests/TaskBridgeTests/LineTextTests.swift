import TaskBridge
import Testing

@Suite("The texts of a line")
struct LineTextTests {
  /// The last byte of U+2000 is 80, the first that is not ASCII.
  @Test(arguments: ["a b", " a b", "a b\t", "a b\u{2000}", "\u{2000}a b", "a\u{7} b", "a b\u{7F}"])
  func haveNoWhiteSpaceAroundThemAndNoControlCharacters(text: String) {
    #expect(text.cleaned == "a b")
  }

  @Test func keepLettersOfOtherScripts() {
    for text in ["é", "日本", "~", "!"] { #expect(text.cleaned == text) }
  }
}
