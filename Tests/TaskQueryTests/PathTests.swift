import TaskQuery
import Testing

private let outline = SampleOutline(
  """
  one:
  \ttwo:
  \t\t- three @t
  \t\t\tfour
  \t\t- five @t(1)
  \t- six @t(23)
  seven:
  \t- eight
  """)

@Suite struct PathTests {
  @Test(arguments: [
    ("/*", "one seven"), ("//*", "one two three four five six seven eight"),
    ("*", "one two three four five six seven eight"), ("///one", "one"),
    ("/one", "one"), ("/two", ""), ("/one/two", "two"), ("/one/*", "two six"),
    ("/one//*", "two three four five six"), ("/one///*", "one two three four five six"),
    ("two//*", "three four five"), ("//two/task", "three five"),
    ("three/..", "two"), ("three/..*", "two"), ("three/../..", "one"),
    ("three/../task", "three five"),
    ("three/parent::*", "two"), ("three/parent::note", ""), ("seven/..", ""),
    ("seven/../one", "one"),
    ("four/ancestor::*", "one two three"), ("four/ancestor-or-self::*", "one two three four"),
    ("four/ancestor::project", "one two"), ("/child::one/child::*", "two six"),
    ("two/descendant::*", "three four five"), ("two/descendant-or-self::*", "two three four five"),
    ("two/following::*", "three four five six seven eight"),
    ("five/following::*", "six seven eight"),
    ("three/following-sibling::*", "five"), ("one/following-sibling::*", "seven"),
    ("five/preceding::*", "one two three four"), ("five/preceding-sibling::*", "three"),
    ("one/preceding::*", ""), ("five/self::*", "five"), ("five/self::note", ""),
    ("self::*", ""), ("child::*", "one seven"), ("descendant::eight", "eight"),
    ("eight/preceding-sibling::*", ""), ("six/preceding-sibling::*", "two"),
  ])
  func anAxisFindsItsLines(query: String, expected: String) throws {
    #expect(try outline.find(query).joined(separator: " ") == expected)
  }

  @Test(arguments: [
    ("project", "one two seven"), ("task", "three five six eight"), ("note", "four"),
    ("project two", "two"), ("task @t", "three five six"), ("//task not @t", "eight"),
    ("task and @t", "three five six"), ("project *", "one two seven"),
    ("project one//task", "three five six"), ("project one/task", "six"),
    ("@type = task", "three five six eight"), ("not @type = task", "one two four seven"),
    ("not task @t", "one two four seven eight"), ("@t and task", "three five six"),
    ("task or note", "three four five six eight"),
    ("not project", "three four five six eight"), ("(task)[0]", "three"),
    ("(note or project)//note", "four"),
    ("\"task\"", ""), ("a task", ""), ("task force", ""),
    ("not (task or note) and not one", "two seven"),
    ("not project = one", "two three four five six seven eight"),
  ])
  func aTypeIsAShortcut(query: String, expected: String) throws {
    #expect(try outline.find(query).joined(separator: " ") == expected)
  }

  @Test(arguments: [
    ("//@t[0]", "three"), ("//@t[1]", "five"), ("//@t[2]", "six"), ("//@t[300]", "six"),
    ("//@t[-1]", "six"), ("//@t[-2]", "five"), ("//@t[-300]", "three"), ("//@t[0:1]", "three"),
    ("//@t[0:2]", "three five"), ("//@t[0:300]", "three five six"), ("//@t[0:-1]", "three five"),
    ("//@t[0:-3]", ""), ("//@t[0:-9]", ""), ("//@t[0:]", "three five six"),
    ("//@t[1:]", "five six"),
    ("//@t[9:]", "six"), ("//nobody[0]", ""), ("//project/task[0]", "three six eight"),
    ("//project/task[-1]", "five six eight"), ("(//project/task)[0]", "three"),
    ("(//one union //@t)[-1]", "six"), ("(@t)[1]", "five"), ("//@text = \"one\"[0]", "one"),
    ("four/ancestor::*[0]", "one"), ("four/ancestor::*[-1]", "three"),
    ("//task/ancestor::project[0]", "one seven"), ("three/following::task[0]", "five"),
    ("//*/preceding::task[-1]", "three five six"),
    ("//*/following-sibling::*[0]", "five six seven"),
    ("//*/preceding-sibling::*[-1]", "one two three"), ("five/..[0]", "two"),
    ("//task/..*[0]", "one two seven"), ("//*/self::task[0]", "three five six eight"),
    ("//*//task[0]", "three eight"),
  ])
  func aSliceTakesSomeOfEachStep(query: String, expected: String) throws {
    #expect(try outline.find(query).joined(separator: " ") == expected)
  }

  @Test(arguments: [
    ("//one union //six", "one six"), ("/* union //two", "one two seven"),
    ("//three intersect //@t", "three"), ("//* except //@t", "one two four seven eight"),
    ("(//three except //two)", "three"), ("nobody except two", ""),
    ("one union two union three except two", "one two three"),
    ("((one union two union three) except two)", "one three"),
    ("* except task except @t", "one two three four five six seven"),
    ("(* except task) except two", "one four seven"),
    ("task intersect @t except five", "three six"),
    ("@t except @t//* union note", "three four five six"),
    ("not @t except @t//*", "one two seven eight"),
  ])
  func setsArePutTogetherFromTheRight(query: String, expected: String) throws {
    #expect(try outline.find(query).joined(separator: " ") == expected)
  }

  @Test(arguments: [
    ("count(child::*) = 0", "four five six eight"), ("count(*) = 0", "four five six eight"),
    ("count(*) > 3", "one"), ("count(child::*) = 2", "one two"), ("2 = count(child::*)", "one two"),
    ("count(ancestor::*) = 2", "three five"), ("count(ancestor-or-self::*) = 4", "four"),
    ("project count(child::task) > 0", "one two seven"), ("count(//task) = 4 and four", "four"),
    ("count(//task @t union //note) = 4 and @type = note", "four"), ("count(..) = 0", "one seven"),
    ("count(following::*) = 0", "eight"), ("count(preceding::*) = 1", "two"),
    ("count(following-sibling::*) = 1", "one two three"),
    ("count(preceding-sibling::*) > 0", "five six seven"),
    ("count(self::task) = 1", "three five six eight"), ("count(*[0:2]) = 2", "one two"),
    ("count(descendant-or-self::*) = 1", "four five six eight"),
    ("count(child::task count(*) = 0) = 1", "one two seven"),
    ("count(child::*) = @t", ""), ("count(child::*) < @t", "five six"),
    ("count(*) = [s] 0", "four five six eight"),
  ])
  func countCountsFromEachItem(query: String, expected: String) throws {
    #expect(try outline.find(query).joined(separator: " ") == expected)
  }

  @Test func nothingIsFoundWhereNothingIs() throws {
    for query in ["//*", "/..", "ancestor::*", "//*[0]", "count(*) = 0", "(a union b)[-1]"] {
      #expect(try SampleOutline("").find(query).isEmpty, "\(query)")
    }
  }
}
