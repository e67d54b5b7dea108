import Testing
import TriggerLookup

/// What the three sets of rules find, and why.
let lookupCases = [
  LookupCase("Hello world‸", .article, nil, "article 1: no trigger"),
  LookupCase("Hello @T‸", .article, "@T", "article 2"),
  LookupCase("Hell @Travis B‸", .article, "@Travis B", "article 3: one space, a second word"),
  LookupCase("Hello Tr@vis‸", .article, nil, "article 4: glued to a word"),
  LookupCase(
    "Hello @trevor‸ @travis and @tyler", .article, "@trevor", "article's sentence, first cursor"),
  LookupCase(
    "Hello @trevor @travis‸ and @tyler", .article, "@travis",
    "second cursor: the article's regex has eaten the space after @trevor and finds nothing"),
  LookupCase("Hello @trevor @travis and @tyler‸", .article, "@tyler", "third cursor"),
  LookupCase(
    "Hello @trevor @travis and‸ @tyler", .article, "@travis and",
    "the space may belong to a name; who has no such name closes the menu"),
  LookupCase("‸", .taskPaper, nil, "empty"),
  LookupCase("‸@home", .taskPaper, nil, "cursor before the trigger"),
  LookupCase("@‸", .taskPaper, "@", "just typed: query is empty"),
  LookupCase("@‸home", .taskPaper, "@", "query empty, replaces @home"),
  LookupCase("- Call Ann @ph‸", .taskPaper, "@ph", "a task"),
  LookupCase(
    "- Call @ph‸one now", .taskPaper, "@ph",
    "inside a name: query up to the cursor, replaces @phone"),
  LookupCase("- Call @phone‸ now", .taskPaper, "@phone", "at the end of the name"),
  LookupCase("- Call @phone ‸now", .taskPaper, nil, "after the space; tags have one word"),
  LookupCase("- Call @phone n‸ow", .taskPaper, nil, "a second word is not a tag"),
  LookupCase("\t- a @x\n\t- @y‸", .taskPaper, "@y", "only the line of the cursor"),
  LookupCase("@x\n‸", .taskPaper, nil, "a new line ends it"),
  LookupCase("@x\r\n‸", .taskPaper, nil, "CRLF too"),
  LookupCase("a\r@x‸", .taskPaper, "@x", "start of a line after a lone CR"),
  LookupCase("a\u{2028}@x‸", .taskPaper, "@x", "a line separator is a boundary"),
  LookupCase(
    "\u{FEFF}@x‸", .taskPaper, "@x", "a byte order mark at the start of the text is not a word"),
  LookupCase("\t@x‸", .taskPaper, "@x", "a tab is white space"),
  LookupCase("a\u{A0}@x‸", .taskPaper, "@x", "so is a no-break space"),
  LookupCase("あ\u{3000}@x‸", .taskPaper, "@x", "and the ideographic one"),
  LookupCase("bob@x.org‸", .taskPaper, nil, "address"),
  LookupCase("bob@x.org‸", .chat, nil, "address"),
  LookupCase("josé@example.com‸", .chat, nil, "é is a letter"),
  LookupCase("почта@mail.ru‸", .chat, nil, "Cyrillic letters too"),
  LookupCase("mail <bob@x‸>", .chat, nil, "address in brackets"),
  LookupCase("a.@x‸", .chat, nil, "stop before it"),
  LookupCase("\\@x‸", .chat, nil, "escaped"),
  LookupCase("(@x‸", .taskPaper, nil, "(@a) holds no tag (Docs/Format.md)"),
  LookupCase("(@x‸", .chat, "@x", "a chat takes opening brackets"),
  LookupCase("“@x‸", .chat, "@x", "and opening quotation marks"),
  LookupCase("'@x‸", .chat, "@x", "and straight ones"),
  LookupCase("@@‸", .chat, nil, "two triggers"),
  LookupCase("@a@b‸", .chat, nil, "glued to a name"),
  LookupCase("@a #b‸", .chat, triggers: "@#", "#b", "the nearest trigger counts"),
  LookupCase("#a @‸", .chat, triggers: "@#", "@", "another trigger begins again"),
  LookupCase("@#‸", .chat, triggers: "@#", nil, "trigger after trigger"),
  LookupCase(
    "@ ‸", .article, nil,
    "a space right after it ends it; GitHub and Zulip too; the article's regex goes on"),
  LookupCase("@ b‸", .article, nil, "as above"),
  LookupCase("@Travis ‸", .article, "@Travis ", "the space may be followed by a last name"),
  LookupCase("@Travis  ‸", .article, nil, "two spaces"),
  LookupCase("@Travis B C‸", .article, nil, "three words"),
  LookupCase("@Travis\tB‸", .article, nil, "a tab is not one space"),
  LookupCase("@Travis\u{A0}B‸", .article, "@Travis\u{A0}B", "a no-break space joins"),
  LookupCase("＠山田\u{3000}太‸", .chat, triggers: "@＠", "＠山田\u{3000}太", "full-width sign and space"),
  LookupCase("＠x‸", .taskPaper, nil, "full-width sign that is not configured"),
  LookupCase("＠x‸", .taskPaper, triggers: "@＠", "＠x", "and one that is; accepted as @"),
  LookupCase("﹫x‸", .taskPaper, triggers: "@＠", nil, "the small sign U+FE6B is another"),
  LookupCase("你好@Mi‸", .chat, "@Mi", "scripts without spaces have nothing to type before it"),
  LookupCase("你好@Mi‸", .taskPaper, nil, "TaskPaper wants white space"),
  LookupCase("สวัสดี@x‸", .chat, "@x", "Thai"),
  LookupCase("안녕@x‸", .chat, nil, "Korean has spaces"),
  LookupCase("@e\u{301}‸", .taskPaper, "@e\u{301}", "a letter of two scalars"),
  LookupCase("@e‸\u{301}x", .taskPaper, "@", "cursor inside a cluster: goes back to its start"),
  LookupCase("@\u{301}x‸", .taskPaper, nil, "@ with an accent is another character"),
  LookupCase("@नमस्ते‸", .article, "@नमस्ते", "marks and viramas belong to names"),
  LookupCase(
    "@می\u{200C}خواهم‸", .taskPaper, "@می\u{200C}خواهم", "zero-width non-joiner inside a word"),
  LookupCase("\u{200F}@דנה‸", .taskPaper, "@דנה", "a direction mark before it is looked through"),
  LookupCase("@👩\u{200D}👧‸", .taskPaper, nil, "emoji are not a name"),
  LookupCase("👍@x‸", .chat, nil, "emoji are not a boundary"),
  LookupCase("- 🧾 @x‸", .taskPaper, "@x", "scalars beyond 16 bits before it"),
  LookupCase("12:30‸", .chat, triggers: ":", nil, "a time is not an emoji"),
  LookupCase("see :ta‸", .chat, triggers: ":", ":ta", "emoji by name"),
  LookupCase("http://x‸", .chat, triggers: ":", nil, "an address"),
  LookupCase(":)‸", .chat, triggers: ":", nil, "a smiley"),
  LookupCase("@foo-bar‸", .article, nil, "\\w has no dash"),
  LookupCase("@foo-bar‸", .taskPaper, "@foo-bar", "tag names have - . _"),
  LookupCase("@v1.2‸", .taskPaper, "@v1.2", "and stops"),
  LookupCase("@due(2026‸)", .taskPaper, nil, "inside a value: another lookup, of (due, \"2026\")"),
  LookupCase("@du‸e(2026-12-01)", .taskPaper, "@du", "replaces @due, and not its value"),
  LookupCase("@O'B‸", .taskPaper, nil, "an apostrophe ends it"),
  LookupCase("#due‸", .taskPaper, nil, "a trigger that is not configured"),
  LookupCase(
    "@" + String(repeating: "a", count: 200) + "‸", .taskPaper, nil,
    "looks back 128 characters at most"),
]

@Suite("Lookups of triggers")
struct LookupCaseTests {
  @Test("the trigger and the query before the cursor are found", arguments: lookupCases)
  func finds(each: LookupCase) {
    let (text, cursor) = (each.text.text, each.text.cursor)
    let match = findTrigger(in: text, at: cursor, triggers: each.triggers, rules: each.rules)
    #expect(isSame(match?.found, each.found))
    if let match {
      #expect(isSame(String(text[match.range]), each.found))
      #expect(isSame(String(text[match.queryRange]), String(match.query)))
      #expect(text[match.replacement].utf8.starts(with: text[match.range].utf8))
    }
  }

  @Test("bytes and parts of strings give what strings give", arguments: lookupCases)
  func agree(each: LookupCase) {
    let marked = each.text
    let match = findTrigger(
      in: marked.text, at: marked.cursor, triggers: each.triggers, rules: each.rules)
    let inBytes = findTrigger(
      in: marked.bytes.span, at: marked.offset, triggers: each.triggers, rules: each.rules)
    #expect(inBytes.map(\.found) == match.map(\.found))
    #expect(inBytes?.range == match.map { offsets($0.range, marked.text) })
    #expect(inBytes?.queryRange == match.map { offsets($0.queryRange, marked.text) })
    #expect(inBytes?.replacement == match.map { offsets($0.replacement, marked.text) })
    let padded = "x@y\n" + marked.text + "\nz"
    let start = padded.utf8.index(padded.startIndex, offsetBy: 4)
    let part = padded[start..<padded.utf8.index(start, offsetBy: marked.bytes.count)]
    let cursor = padded.utf8.index(start, offsetBy: marked.offset)
    let inPart = findTrigger(in: part, at: cursor, triggers: each.triggers, rules: each.rules)
    #expect(inPart.map(\.found) == match.map(\.found))
    #expect(inPart.map { offsets($0.replacement, padded).count } == inBytes?.replacement.count)
  }

  private func offsets(_ range: Range<String.Index>, _ text: String) -> Range<Int> {
    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    return start..<start + text.utf8.distance(from: range.lowerBound, to: range.upperBound)
  }

  @Test("there are 78 cases")
  func count() { #expect(lookupCases.count == 78) }

  @Test(
    "a completion replaces the whole name",
    arguments: [
      ("@‸home", "@home"), ("- Call @ph‸one now", "@phone"), ("@du‸e(2026-12-01)", "@due"),
      ("@x‸@y", "@x"), ("@x‸\u{301}y z", "@x\u{301}y"), ("@x‸", "@x"),
    ])
  func replaces(marked: String, replaced: String) throws {
    let text = MarkedText(marked)
    let match = try #require(findTrigger(in: text.text, at: text.cursor, rules: .taskPaper))
    #expect(isSame(String(text.text[match.replacement]), replaced))
  }

  @Test("a name of two words is replaced up to the end of its second word")
  func replacesTheSecondWord() throws {
    let text = MarkedText("@Travis B‸ogosian said")
    let match = try #require(findTrigger(in: text.text, at: text.cursor, rules: .article))
    #expect(text.text[match.replacement] == "@Travis Bogosian")
  }

  @Test("the full-width sign is found as it is, and inserted as @")
  func fullWidth() throws {
    for (text, trigger, inserted) in [("＠x", "＠", "@"), ("＃x", "＃", "＃"), ("@x", "@", "@")] {
      let match = try #require(
        findTrigger(in: text, at: text.endIndex, triggers: ["＠", "＃", "@"], rules: .chat))
      #expect(String(match.trigger) == trigger)
      #expect(String(match.insertedTrigger) == inserted)
    }
  }

  @Test("name characters, words, minimum and limit can be set")
  func configurable() {
    func find(_ text: String, _ rules: TriggerRules) -> String? {
      findTrigger(in: text, at: text.endIndex, rules: rules)?.found
    }
    let patient = TriggerRules(name: .names.adding("'"), words: 3, minimumQueryLength: 2)
    #expect(find("@Mary Ann O'Brien", patient) == "@Mary Ann O'Brien")
    #expect(find("@a b c d", patient) == nil)
    #expect(find("@M", patient) == nil)
    #expect(find("@Ma", patient) == "@Ma")
    #expect(find("(@Ma", TriggerRules(name: .words, boundary: .openingPunctuation)) == "@Ma")
    #expect(find("あ@Ma", TriggerRules(name: .words, boundary: .openingPunctuation)) == nil)
    for letter in ["か\u{3099}", "日\u{200C}", "ｶﾞ"] {
      let rules = TriggerRules(name: .words, boundary: .scriptsWithoutSpaces)
      #expect(find("\(letter)@Ma", rules) == "@Ma")
    }
    let name = String(repeating: "é", count: 127)
    #expect(find("@\(name)", .taskPaper) == "@\(name)")
    #expect(find("@a\(name)", .taskPaper) == nil)
    #expect(find("@abc", TriggerRules(name: .words, limit: 3)) == nil)
    #expect(find("@ab", TriggerRules(name: .words, limit: 3)) == "@ab")
    #expect(find("@ab", TriggerRules(name: .words, limit: -1)) == nil)
    #expect(find("@ab", TriggerRules(name: .words, words: -1)) == "@ab")
  }

  @Test("a cursor outside the text is at its nearest end")
  func cursorOutside() {
    let bytes = Array("@x".utf8)
    #expect(findTrigger(in: bytes.span, at: 9, rules: .taskPaper)?.range == 0..<2)
    #expect(findTrigger(in: bytes.span, at: -1, rules: .taskPaper) == nil)
    let text = "@home and @work"
    #expect(findTrigger(in: text.prefix(5), at: text.endIndex, rules: .taskPaper)?.found == "@home")
    #expect(findTrigger(in: text.suffix(5), at: text.startIndex, rules: .taskPaper) == nil)
  }

  @Test("a byte that is not UTF-8 belongs to no name and is not a boundary")
  func invalidBytes() {
    func find(_ bytes: [UInt8], _ cursor: Int) -> Range<Int>? {
      findTrigger(in: bytes.span, at: cursor, rules: .chat)?.range
    }
    let (at, x) = (UInt8(ascii: "@"), UInt8(ascii: "x"))
    #expect(find([0xFF, 0x20, at, x], 4) == 2..<4)
    #expect(find([0xFF, at, x], 3) == nil)
    #expect(find([at, 0xFF, x], 3) == nil)
    #expect(find([at, x, 0xFF], 2) == 0..<2)
    #expect(find([at, 0xC3, 0xA9, 0xC3], 3) == 0..<3)
    #expect(find([0xC3, 0x20, at, 0xC3, 0xA9], 5) == 2..<5)
    #expect(find([at, 0xE2, 0x82], 2) == nil)
  }
}
