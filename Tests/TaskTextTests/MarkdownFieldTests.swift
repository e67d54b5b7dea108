import TaskText
import Testing

/// The tags of the first line, as names and payloads.
private func tags(_ line: String) -> [String] {
  let document = expectDocument(line, dialect: .markdown)
  return document.tags(of: document.lines[0]).map { tag in
    tag.payload.map { "\(tag.tag)=\($0)" } ?? tag.tag
  }
}

private func title(_ line: String) -> String {
  let document = TaskDocument(line, dialect: .markdown)
  return document.string(document.lines[0].text)
}

/// The rows of `Docs/Markdown.md`: what is written, and the tag with the same meaning.
private let forms: [(written: String, tag: String)] = [
  ("📅 2026-12-03", "due=2026-12-03"),
  ("📆 2026-12-03", "due=2026-12-03"),
  ("🗓 2026-12-03", "due=2026-12-03"),
  ("🗓\u{FE0F} 2026-12-03", "due=2026-12-03"),
  ("📅2026-12-03", "due=2026-12-03"),
  ("⏳ 2026-12-03", "scheduled=2026-12-03"),
  ("⌛ 2026-12-03", "scheduled=2026-12-03"),
  ("🛫 2026-12-03", "start=2026-12-03"),
  ("➕ 2026-12-03", "created=2026-12-03"),
  ("✅ 2026-12-03", "done=2026-12-03"),
  ("❌ 2026-12-03", "cancelled=2026-12-03"),
  ("🔁 every week when done", "repeat=every week when done"),
  ("⏰ 2026-12-03 09:30", "remind=2026-12-03 09:30"),
  ("🔺", "priority=1"), ("⏫", "priority=3"),
  ("⏫\u{FE0F}", "priority=3"), ("🔼", "priority=5"),
  ("🔽", "priority=7"), ("⏬", "priority=9"),
  ("🆔 dcf64c", "id=dcf64c"),
  ("⛔ dcf64c,0h17ye", "dependsOn=dcf64c,0h17ye"),
  ("🏁 delete", "onCompletion=delete"),
  ("^name-1", "^=name-1"),
  ("[due:: 2026-12-03]", "due=2026-12-03"),
  ("(due:: 2026-12-03)", "due=2026-12-03"),
  ("[ due::2026-12-03 ]", "due=2026-12-03"),
  ("[due:: 2026-12-03],", "due=2026-12-03"),
  ("[scheduled:: 2026-12-03]", "scheduled=2026-12-03"),
  ("[start:: 2026-12-03]", "start=2026-12-03"),
  ("[created:: 2026-12-03]", "created=2026-12-03"),
  ("[completion:: 2026-12-03]", "done=2026-12-03"),
  ("[cancelled:: 2026-12-03]", "cancelled=2026-12-03"),
  ("[repeat:: every day]", "repeat=every day"),
  ("[priority:: high]", "priority=3"),
  ("[id:: dcf64c]", "id=dcf64c"),
  ("[dependsOn:: dcf64c]", "dependsOn=dcf64c"),
  ("[onCompletion:: delete]", "onCompletion=delete"),
  ("@due(2026-12-03)", "due=2026-12-03"),
]

@Test(arguments: forms.indices) func everyFormIsATag(row: Int) {
  let line = "- [ ] a \(forms[row].written)"
  #expect(tags(line) == [forms[row].tag])
  #expect(title(line) == "a")
}

@Test func fieldsAreReadFromTheEndBackwards() {
  #expect(tags("- [ ] a 📅 2026-12-03 b") == [])
  #expect(tags("- [ ] a 📅 2026-12-03 🔺 #x ⏳ 2026-12-01 #y ^z").count == 4)
  #expect(tags("- [ ] a 📅 2026-12-03 @home") == ["due=2026-12-03", "home"])
}

@Test func fieldsOfDataviewCountAnywhere() {
  #expect(tags("- [ ] a [due:: 2026-12-03] b") == ["due=2026-12-03"])
}

@Test(arguments: [
  "- [ ] a [due:: 2026-12-03)", "- [ ] a due:: 2026-12-03", "- [ ] a [due:2026-12-03]",
  "- [ ] a [dependson:: x]", "- [ ] a 📅 tomorrow", "- [ ] a 📅", "- [ ] a 2026-12-03",
  "- [ ] a 🔺 b", "- [ ] a 🆔 x*y", "- a 📅 2026-12-03", "a 📅 2026-12-03", "# a 📅 2026-12-03",
])
func textThatIsNoFieldStaysText(line: String) {
  #expect(tags(line) == [])
}

@Test func otherDialectsHaveNoSigns() {
  let document = TaskDocument("- a 📅 2026-12-03")
  #expect(document.tags.isEmpty)
}

@Test(arguments: [
  ("[ ]", LineMark.none), ("[x]", .done), ("[X]", .done), ("[-]", .cancelled), ("[/]", .started),
  ("[>]", .none), ("[<]", .none), ("[!]", .none), ("[?]", .none), ("[✓]", .none),
])
func theSignInABoxIsTheState(box: String, mark: LineMark) {
  let document = expectDocument("- \(box) a", dialect: .markdown)
  #expect(document.lines[0].kind == .task && document.lines[0].mark == mark)
}

@Test(arguments: ["> - [ ] a", "> > * [ ] a", "-   [ ] a", "1) [ ] a", "+ [ ] a"])
func boxesInListsAndCalloutsAreTasks(line: String) {
  let document = expectDocument(line, dialect: .markdown)
  #expect(document.lines[0].kind == .task)
  #expect(document.string(document.lines[0].text) == "a")
}

/// The titles of the tasks in a text.
private func tasks(_ text: String) -> [String] {
  let document = expectDocument(text, dialect: .markdown)
  return document.lines.filter { $0.kind == .task }.map { document.string($0.text) }
}

@Test(arguments: [
  "```\n- [ ] no\n```\n- [ ] a", "~~~ md\n- [ ] no\n```\n- [ ] no\n~~~~\n- [ ] a",
  "````\n```\n- [ ] no\n````\n- [ ] a", "- b\n  ```\n  - [ ] no\n  ```\n- [ ] a",
  "- b\n  ```\n  - [ ] no\n- [ ] a", "> ```\n> - [ ] no\n> ```\n- [ ] a",
  "<!--\n- [ ] no\n-->\n- [ ] a", "<!-- x -->\n- [ ] a", "%%\n- [ ] no\n%%\n- [ ] a",
  "---\ntags: [x]\ntodo:\n  - [ ] no\n---\n- [ ] a", "- [ ] a\n<!-- not closed\n", "- [ ] a\n%%",
  "``` a ` b\n- [ ] a", "- [ ] a\n```\n- [ ] no\n", "`%%`\n- [ ] a\n`%%`", "---\n- [ ] a\n",
  "``x <!-- y``\n- [ ] a\n-->", "`x``%%`\n- [ ] a\n%%", "``x` %% ``` `` %%\n- [ ] a",
])
func codeCommentsAndFrontMatterHoldNoTasks(text: String) {
  #expect(tasks(text) == ["a"])
}

@Test func anUnclosedCommentHidesNothing() {
  #expect(tasks("100%% sure\n- [ ] a\n- [ ] b") == ["a", "b"])
}

@Test(arguments: [
  ("# Head one ##", "Head one"), ("## a # b ##  ", "a # b"), ("# C#", "C#"), ("# a #b", "a #b"),
  ("# ##", ""), ("# a  # @x", "a"),
])
func aHeadingMayEndWithItsSign(line: String, name: String) {
  let document = expectDocument(line, dialect: .markdown)
  #expect(document.lines[0].kind == .project)
  #expect(document.string(document.lines[0].text) == name)
}

@Test func frontMatterHasNoProjects() {
  let document = TaskDocument("---\naliases:\n---\n", dialect: .markdown)
  #expect(document.lines.allSatisfy { $0.kind == .blank })
}

@Test func hostileLinesTakeTimeInProportionToTheirLength() {
  let parts = [
    "📅", "📅 2026-12-03 ", "[due:: ", "(due:: [due::", "[", "#a ", "a ", "🔺", "^", "%%", "`",
  ]
  for part in parts {
    let document = TaskDocument(
      "- [ ] " + String(repeating: part, count: 100_000), dialect: .markdown)
    #expect(document.printed == document.bytes)
  }
}

@Test func runsOfBackticksOfAllLengthsTakeTimeInProportionToTheirLength() {
  let runs = (1...4000).map { String(repeating: "`", count: $0) }
  let document = TaskDocument("%% " + runs.joined(separator: " "), dialect: .markdown)
  #expect(document.lines.count == 1)
}

// MARK: - Edits

private func setting(_ name: String, _ value: String?, _ line: String, _ form: TagForm = .at)
  throws -> String
{
  let document = TaskDocument(line, dialect: .markdown)
  return document.applying(
    try document.setting(tag: name, to: value, onLine: 0, form: form)
  ).text
}

@Test func aFieldKeepsItsForm() throws {
  #expect(
    try setting("due", "2026-12-04", "- [ ] a 🗓\u{FE0F}  2026-12-03 #x")
      == "- [ ] a 🗓\u{FE0F}  2026-12-04 #x")
  #expect(
    try setting("due", "2026-12-04", "- [ ] a (due:: 2026-12-03)") == "- [ ] a (due:: 2026-12-04)")
  #expect(try setting("priority", "9", "- [ ] a 🔺") == "- [ ] a ⏬")
  #expect(try setting("priority", "5", "- [ ] a [priority:: low]") == "- [ ] a [priority:: medium]")
}

@Test func aNewFieldIsInTheOrderOfObsidianTasks() throws {
  #expect(
    try setting("start", "2026-12-01", "- [ ] a 🔺 📅 2026-12-03")
      == "- [ ] a 🔺 🛫 2026-12-01 📅 2026-12-03")
  #expect(
    try setting("done", "2026-12-05 10:00", "- [x] a 📅 2026-12-03 ^b")
      == "- [x] a 📅 2026-12-03 ✅ 2026-12-05 ^b")
  #expect(
    try setting("done", "2026-12-05", "- [x] a  [due:: 2026-12-03]")
      == "- [x] a  [due:: 2026-12-03]  [completion:: 2026-12-05]")
  #expect(try setting("due", "2026-12-05", "- [ ] a", .sign) == "- [ ] a 📅 2026-12-05")
}

@Test(arguments: [
  (
    "- [ ] Dig (due:: 2026-12-03), then rest",
    "- [ ] Dig (due:: 2026-12-03), then rest (start:: 2026-12-05)"
  ),
  ("- [ ] [due:: 2026-12-03] Dig", "- [ ] [due:: 2026-12-03] Dig  [start:: 2026-12-05]"),
])
func aNewFieldIsNotInTheMiddleOfTheText(line: String, changed: String) throws {
  #expect(try setting("start", "2026-12-05", line) == changed)
}

@Test func whatASignCannotExpressIsATagBeforeTheSigns() throws {
  #expect(
    try setting("due", "2026-12-04 15:00", "- [ ] a 🔺 📅 2026-12-03")
      == "- [ ] a @due(2026-12-04 15:00) 🔺")
  #expect(
    try setting("due", "2026-12-04 15:00", "- [ ] a [due:: 2026-12-03]")
      == "- [ ] a [due:: 2026-12-04T15:00]")
  #expect(try setting("home", nil, "- [ ] a 📅 2026-12-03") == "- [ ] a @home 📅 2026-12-03")
}

@Test func aFieldIsRemovedWithItsSpace() throws {
  let document = TaskDocument("- [ ] a ⏳ 2026-12-01 📅 2026-12-03 #x", dialect: .markdown)
  let edit = try document.removing(tag: "due", fromLine: 0)
  #expect(document.applying(edit).text == "- [ ] a ⏳ 2026-12-01 #x")
}
