import Agenda
import Testing

@Suite("How wide a text is on a terminal")
struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("Käse", 4), ("Ka\u{308}se", 4), ("日本語", 6), ("ｶﾅ", 2), ("ＡＢ", 4),
    ("한국어", 6), ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2),
    ("❤️", 2), ("❤", 1), ("✓", 1), ("☎️", 2), ("1️⃣", 2), ("a\u{200D}b", 2), ("…", 1), ("€", 1),
    ("עברית", 5), ("नमस्ते", 4), ("𠮷", 2), ("⌚", 2), ("\u{00AD}", 1), ("1\u{301}", 1), ("©\u{301}", 1),
    ("👩\u{200D}💻", 2),
  ])
  func everyScriptTakesItsColumns(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width, "\(text)")
  }

  @Test func aTextIsCutBetweenCharacters() {
    #expect("日本語".cut(toColumns: 6) == "日本語")
    #expect("日本語".cut(toColumns: 5) == "日本…")
    #expect("日本語".cut(toColumns: 4) == "日…")
    #expect("a👨‍👩‍👧b".cut(toColumns: 3) == "a…")
    #expect("Ka\u{308}se".cut(toColumns: 3) == "Ka\u{308}…")
    #expect("abc".cut(toColumns: 1) == "…" && "abc".cut(toColumns: 0) == "")
  }

  @Test func noTextIsWiderThanItIsCutTo() {
    for text in ["a日b本c語", "👍👍👍👍", "e\u{301}e\u{301}e\u{301}", "🇩🇪🇫🇷x"] {
      for width in 0...9 {
        let cut = text.cut(toColumns: width)
        #expect(DisplayWidth.of(cut) <= width)
        #expect(DisplayWidth.of(cut.padded(toColumns: width)) == width)
      }
    }
  }
}
