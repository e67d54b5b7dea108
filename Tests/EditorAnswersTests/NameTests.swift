import EditorAnswers
import TaskBridge
import TaskDates
import TaskText
import Testing

struct NameTests {
  private static let text = """
    Home:
    \tKitchen:
    \t\t- a @phone
    - b @phone(1) @phones
    Archive:
    \t- c @project(Home / Kitchen) @done

    """

  private func thing(_ text: String) throws -> (NamedThing, [String])? {
    let asked = try Asked(text)
    guard let found = asked.document.thing(at: asked.cursor) else { return nil }
    let places = asked.document.places(of: found.thing)
    return (found.thing, places.map { asked.document.file.document.string($0.range) })
  }

  @Test func findsTheTagsOfAName() throws {
    let (tag, places) = try #require(try thing(Self.text.replacing("a @phone", with: "a @pho|ne")))
    #expect(tag == .tag("phone"))
    #expect(places == ["phone", "phone"])
  }

  @Test func aProjectIsFoundInTheTrailsOfArchivedTasks() throws {
    let (project, places) = try #require(
      try thing(Self.text.replacing("Kitchen:", with: "Kit|chen:")))
    #expect(project == .project(["Home", "Kitchen"]))
    #expect(places == ["Kitchen", "Kitchen"])
    let (owner, all) = try #require(try thing(Self.text.replacing("(Home", with: "(Ho|me")))
    #expect(owner == .project(["Home"]))
    #expect(all == ["Home", "Home"])
  }

  @Test func aTaskIsFoundByTheTasksThatWaitForIt() throws {
    let asked = try Asked("- [ ] a 🆔 x1\n- [ ] b ⛔ y,x|1\n", dialect: .markdown)
    let found = try #require(asked.document.thing(at: asked.cursor))
    #expect(found.thing == .task("x1"))
    #expect(asked.document.places(of: found.thing).map(\.isDefinition) == [true, false])
  }

  @Test(arguments: [
    (NamedThing.tag("a"), "b-c", true), (.tag("a"), "b c", false), (.tag("a"), "", false),
    (.project(["a"]), "New name", true), (.project(["a"]), "x / y", false),
    (.project(["a"]), "- x", false), (.project(["a"]), "", false), (.project(["a"]), "b:", false),
    (.project(["a"]), "x @y", false),
    (.project(["a"]), "A) b", true), (.project(["a"]), "b\\", false),
    (.project(["a"]), "x [due:: 2026-12-01]", false), (.project(["a"]), "x ^b", false),
    (.project(["a"]), "a\nb", false), (.project(["a"]), " a", false),
    (.task("a"), "x-1_b", true), (.task("a"), "", false), (.task("a"), "é", false),
    (.task("a"), "a b", false), (.task("a"), "a,b", false), (.task("a"), "a.b", false),
    (.task("a"), "a(b", false),
  ])
  func refusesNamesThatWouldBeReadAsSomethingElse(
    thing: NamedThing, name: String, isAllowed: Bool
  ) {
    #expect(EditorDocument.canRename(thing, to: name) == isAllowed)
  }

  @Test func aRenamedThingIsFoundAtTheSamePlaces() throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = RandomText(seed: seed)
      let document = try Asked(random.text()).document
      for thing in [NamedThing.tag("due"), .tag("phone"), .project(["Call Ann"])] {
        let places = document.places(of: thing)
        let edit = TaskEdit(places.map { TaskEdit.Splice($0.range, "renamed".utf8) })
        let renamed = try Asked(document.file.document.applying(edit).text).document
        let new: NamedThing =
          if case .tag = thing { .tag("renamed") } else { .project(["renamed"]) }
        #expect(renamed.places(of: new).count == places.count)
        #expect(renamed.places(of: thing).isEmpty)
      }
    }
  }

  /// In `@project(A / B)` a parenthesis is escaped, in the line of the project it is not.
  @Test(arguments: [
    (TaskDialect.taskPaper, "Old:\n\tIn:\n\t\t- a\n- b @project(Old / In) @done\n"),
    (.plainTasks, "Old:\n  In:\n    ☐ a\n✔ b @project(Old / In)\n"),
    (.markdown, "# Old\n## In\n- [ ] a\n# Archive\n- [x] b @project(Old / In)\n"),
  ])
  func aProjectWithParenthesesIsFoundWhereItWasRenamed(dialect: TaskDialect, text: String) throws {
    for name in ["A) b", "(A", "a (b) c", "()", "a \\(b", "a ))"] {
      let document = try Asked(text, dialect: dialect).document
      let old = NamedThing.project(["Old"])
      #expect(EditorDocument.canRename(old, to: name))
      let edit = TaskEdit(
        document.places(of: old).map { place in
          TaskEdit.Splice(place.range, old.written(name, isDefinition: place.isDefinition).utf8)
        })
      let renamed = document.file.document.applying(edit)
      let file = try Asked(renamed.text, dialect: dialect).document.file
      for thing in [NamedThing.project([name]), .project([name, "In"])] {
        #expect(
          NameSearch(thing, Vocabulary()).places(in: file).map(\.isDefinition) == [true, false])
        #expect(EditorNames(file).counts.mayContain(thing))
      }
    }
  }

  @Test func aNameInAPathIsReadWithoutItsEscapes() throws {
    let (thing, places) = try #require(try thing("- a @project(A\\) |b / C)\n"))
    #expect(thing == .project(["A) b"]))
    #expect(thing.name == "A) b")
    #expect(places == ["A\\) b"])
  }

  /// Values that begin like dates are left out of the index.
  @Test(arguments: ["2026-Q1 goals", "2026-11", "2026-"])
  func aProjectThatBeginsLikeADateMayBeInAFile(name: String) throws {
    let file = try Asked("- a @project(\(name) / b)\n").document.file
    #expect(EditorNames(file).counts.mayContain(.project([name])))
  }

  @Test func signsAreNoTags() throws {
    let text = "- [ ] a ⏫ 📅 2026-11-20 [start:: 2026-11-19] @x ^blk\n"
    let file = try Asked(text, dialect: .markdown).document.file
    #expect(EditorNames(file).tags.map(\.name) == ["x"])
  }

  @Test(arguments: ["taskpaper", "todo", "md"])
  func aFileThatIsNotOpenHasTheSamePlaces(ending: String) throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = RandomText(seed: seed)
      let asked = try Asked(random.text(), dialect: TaskDialect(fileExtension: ending))
      let file = asked.document.file
      for thing in [
        NamedThing.tag("due"), .tag("x"), .project(["Call Ann"]), .project(["Home"]),
        .project(["()"]),
      ] {
        let search = NameSearch(thing, Vocabulary())
        let found = search.places(inFile: "a.\(ending)", file.document.bytes)
        #expect(found == search.places(in: file))
      }
    }
  }

  @Test func aSearchFindsWordsInAnyCase() throws {
    let file = try Asked("Home:\n\t- Call ANN @x\n\t- b\n").document.file
    let found = FoundSymbol.search("ann", in: file, Vocabulary(), limit: 9)
    #expect(found.map(\.name) == ["Call ANN"])
    #expect(found.map(\.container) == ["Home"])
    #expect(FoundSymbol.search("", in: file, Vocabulary(), limit: 9).map(\.name) == ["Home"])
  }

  @Test func namesAreCountedAndTakenAway() throws {
    let file = try Asked(Self.text).document.file
    var names = EditorNames()
    names.add(EditorNames(file).counts)
    #expect(names.count(ofTag: "phone") == 2)
    #expect(names.projects.map(\.name).contains("Home / Kitchen"))
    #expect(EditorNames(file).counts.mayContain(.project(["Home", "Kitchen"])))
    #expect(!EditorNames(file).counts.mayContain(.tag("fax")))
    names.remove(EditorNames(file).counts)
    #expect(names.tags.isEmpty)
    #expect(names.projects.isEmpty)
  }
}
