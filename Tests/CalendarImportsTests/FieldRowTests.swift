import CalendarImports
import LineCodec
import TaskBridge
import Testing

@Suite("Fields of calendars become tags")
struct FieldRowTests {
  @Test(arguments: [
    (
      "STATUS:COMPLETED\nPERCENT-COMPLETE:100\nCOMPLETED:20241201T090000Z",
      "@done(2024-12-01 10:00)"
    ),
    ("STATUS:COMPLETED\nPERCENT-COMPLETE:100", "@done"),
    ("COMPLETED:20241201T090000Z", "@done(2024-12-01 10:00)"),
    ("PERCENT-COMPLETE:100", "@done"),
    ("STATUS:NEEDS-ACTION\nPERCENT-COMPLETE:100", "@progress(100)"),
    ("STATUS:NEEDS-ACTION", ""), ("STATUS:CANCELLED", "@cancelled"),
    ("STATUS:CANCELLED\nCOMPLETED:20241201T090000Z", "@cancelled"),
    ("STATUS:IN-PROCESS", "@started"), ("STATUS:IN-PROCESS\nPERCENT-COMPLETE:40", "@progress(40)"),
    ("PRIORITY:1", "@priority(1)"), ("PRIORITY:9", "@priority(9)"), ("PRIORITY:0", ""),
    ("LOCATION:Room 1\\, left (west)", "@location(Room 1, left \\(west\\))"),
    ("URL:https://a.org/x?y=1,2", "@url(https://a.org/x?y=1,2)"),
    ("CLASS:PRIVATE", "@class(private)"), ("CLASS:CONFIDENTIAL", "@class(confidential)"),
    ("CLASS:PUBLIC", ""),
    ("CATEGORIES:home,Work", "@home @Work"),
    ("CATEGORIES:Home Office,x,R&D", "@x @tags(Home Office, R&D)"),
    ("CATEGORIES:due,id,project,search,type", "@tags(due, id, project, search, type)"),
    ("CATEGORIES:a\\,b", "@tags(a\\,b)"), ("CATEGORIES:home,HOME,home", "@home"),
    ("CATEGORIES:at,p,every", "@tags(at, p, every)"),
  ])
  func ofAToDo(properties: String, tags: String) throws {
    let isDropped = properties.contains("HOME") ? ["categories"] : []
    let reorders = properties.contains("Office") ? ["categories"] : []
    let isStarted = properties.hasPrefix("STATUS:NEEDS-ACTION\n") ? ["status"] : []
    let isLate = properties.hasPrefix("STATUS:CANCELLED\n") ? ["completed"] : []
    let line = try imported(
      calendar(todo(properties)), losses: Set(isDropped + reorders + isStarted + isLate)
    ).lines
    #expect(line == [tags.isEmpty ? "- a" : "- a \(tags)"])
  }

  @Test func ofAnEvent() throws {
    let day = "DTSTART;VALUE=DATE:20241203\n"
    #expect(
      try imported(calendar(event(day + "STATUS:CONFIRMED"))).lines == [
        "- a @due(2024-12-03) @event"
      ])
    #expect(
      try imported(calendar(event(day + "STATUS:CANCELLED"))).lines
        == ["- a @due(2024-12-03) @event @cancelled"])
    #expect(
      try imported(calendar(event(day + "STATUS:TENTATIVE")), losses: ["status"]).lines
        == ["- a @due(2024-12-03) @event"])
  }

  @Test func aNameIsWrittenIfThatIsWanted() throws {
    let input = calendar(todo("", uid: "x@y.org"))
    let named = try imported(input) { $0.mapping.writesUIDs = true }
    #expect(named.lines == ["- a @uid(x@y.org)"])
    let lost = try imported(input, into: "P:\n\t- retyped @uid(x@y.org)\n") {
      $0.mapping.writesUIDs = true
    }
    #expect(lost.lines == ["P:", "\t- retyped @uid(x@y.org)"])
  }
}

@Suite("Texts of calendars become lines")
struct TextRowTests {
  @Test(arguments: [
    ("call @ann (now)", "- call @\u{2060}ann (now)"), ("mail a@b.org", "- mail a@b.org"),
    ("@home", "- @\u{2060}home"), ("Task:", "- Task:"), ("- x", "- - x"), ("a\\\\", "- a\\"),
    ("@home @work", "- @\u{2060}home @\u{2060}work"), ("@", "- @\u{2060}"), ("x @", "- x @"),
    ("a\\, b\\; c", "- a, b; c"),
    ("due @due(2024-01-01)", "- due @\u{2060}due(2024-01-01)"),
  ])
  func aTitleIsNoCommand(title: String, line: String) throws {
    #expect(try imported(calendar(todo("", title: title))).lines == [line])
  }

  @Test(arguments: [
    ("a\\nb", "- a b"), ("", "- (no title)"), ("  a  ", "- a"), ("\\n", "- (no title)"),
    ("a\u{2028}b", "- a b"), ("\u{FEFF}", "- (no title)"), ("\u{A0}", "- (no title)"),
  ])
  func aTitleIsOneLine(title: String, line: String) throws {
    #expect(try imported(calendar(todo("", title: title)), losses: ["title"]).lines == [line])
  }

  @Test func notesAreBelowTheirItem() throws {
    let notes =
      "DESCRIPTION:one\\n\tdeeper\\n\\ntwo @x\\n- no task\\nno project:\\nnor this: @flag\\nx - y"
    let lines = try imported(calendar(todo(notes))).lines
    #expect(
      lines == [
        "- a", "\tone", "\t\tdeeper", "", "\ttwo @x", "\t\u{2060}- no task",
        "\tno project:\u{2060}",
        "\tnor this:\u{2060} @flag", "\tx - y",
      ])
  }

  @Test func notesOfHTMLAreLinesOfText() throws {
    let notes = "DESCRIPTION:<html><body><p>one &amp; two</p><p>three<br>four</p></body></html>"
    #expect(
      try imported(calendar(todo(notes)), losses: ["notes"]).lines
        == ["- a", "\tone & two", "\tthree", "\tfour"])
  }

  @Test(arguments: [
    "Hello<br/>World<br/>Third", "Hello<br>World<br >Third", "Hello<br />World<BR/>Third",
    "<div>Hello</div><div>World</div>Third",
  ])
  func aBreakOfHTMLIsALine(markup: String) throws {
    #expect(
      try imported(calendar(todo("DESCRIPTION:" + markup)), losses: ["notes"]).lines
        == ["- a", "\tHello", "\tWorld", "\tThird"])
  }

  @Test func cellsOfHTMLAreWords() throws {
    let notes = "DESCRIPTION:<div><table><tr><td>A</td><td>B</td></tr></table></div>"
    #expect(try imported(calendar(todo(notes)), losses: ["notes"]).lines == ["- a", "\tA B"])
  }

  @Test(arguments: [
    (
      "<a href=\"https://a.example/?x=1&amp;y=2\">Click here to join</a> now",
      "Click here to join (https://a.example/?x=1&y=2) now"
    ),
    ("<A target=x HREF='https://a.example'>Join</A>", "Join (https://a.example)"),
    ("<a href=https://a.example/b>Join</a>", "Join (https://a.example/b)"),
    ("<a href=\"https://a.example/\">https://a.example</a>", "https://a.example"),
    ("<a href=\"https://a.example\">see a.example for more</a>", "see a.example for more"),
    ("<a href=\"mailto:a@b.example\">a@b.example</a>", "a@b.example"),
    ("<a href=\"https://a.example\"><img src=x></a>", "https://a.example"),
    ("<p><a href=\"https://a.example\">Join", "Join (https://a.example)"),
    ("<a href=\"javascript:x()\">Join</a>", "Join"), ("<a href=\"#top\">Up</a>", "Up"),
    ("<a name=\"x\">Up</a>", "<a name=\"x\">Up</a>"),
  ])
  func aLinkOfHTMLKeepsItsAddress(markup: String, text: String) throws {
    let notes = "DESCRIPTION:" + markup.replacing(";", with: "\\;")
    let losses: Set<String> = markup == text ? [] : ["notes"]
    #expect(try imported(calendar(todo(notes)), losses: losses).lines == ["- a", "\t\(text)"])
  }

  @Test(arguments: [
    (
      "DTSTART:20241203T100000\nDTEND:20241203T110000",
      "DTSTART:20241203T100000\nDURATION:PT1H"
    ),
    (
      "DTSTART;VALUE=DATE:20241203\nRRULE:FREQ=WEEKLY",
      "DTSTART;VALUE=DATE:20241203\nRRULE:FREQ=WEEKLY;BYDAY=TU"
    ),
    (
      "DTSTART:20241203T100000\nDURATION:PT1H\nRRULE:FREQ=MONTHLY",
      "DTSTART:20241203T100000\nDTEND:20241203T110000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=3;WKST=SU"
    ),
  ])
  func aValueInAnotherFormChangesNoLine(first: String, second: String) throws {
    let before = try imported(calendar(event(first)))
    let after = try imported(
      calendar(event(second)), into: before.text, after: before.memory)
    #expect(after.text == before.text)
    #expect(after.plan.changes.isEmpty)
  }

  @Test func notesHaveALimitThatIsNeverReadBack() throws {
    let input = calendar(todo("DESCRIPTION:1\\n2\\n3"))
    let short = try imported(input, losses: ["notes"]) { $0.mapping.noteLimit = 1 }
    #expect(short.lines == ["- a", "\t1", "\t… 2 more lines"])
    let none = try imported(input, losses: ["notes"]) { $0.mapping.noteLimit = 0 }
    #expect(none.lines == ["- a"])
    let all = try imported(input) { $0.mapping.noteLimit = nil }
    #expect(all.lines == ["- a", "\t1", "\t2", "\t3"])
  }

  @Test func blankLinesAroundNotesGo() throws {
    #expect(
      try imported(calendar(todo("DESCRIPTION:\\n\\none\\n\\n")), losses: ["notes"]).lines
        == ["- a", "\tone"])
  }

  @Test func notesThatBeginDeepStayDeep() throws {
    #expect(
      try imported(calendar(todo("DESCRIPTION:\t\tdeep\\nflat"))).lines == [
        "- a", "\t\t\tdeep", "\tflat",
      ])
  }

  @Test func aLossIsReportedWithTheLineOfItsProperty() throws {
    let loss = try #require(
      imported(calendar(todo("", title: " a ")), losses: ["title"]).plan.losses.first)
    #expect(loss.property == "SUMMARY" && loss.value == " a " && loss.line == 7)
  }
}
