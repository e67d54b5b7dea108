import TaskQuery
import Testing

private let outline = SampleOutline(
  """
  Home: @area
  \t- Call Ann about "it" @due(2024-12-04 10:00) @p(1) @with(Ann, Bob)
  \t- call Bob and Eve @due(2024-12-04) @p(10) @with(Bob)
  \tÜBER Äpfel @due(2024-12) @p(2h)
  \t- Pay rent @due(2024-12-05) @p(high) @paid(2024-12-01)
  \t- Wash @due(tomorrow 3pm) @done
  \t- Trip @due(2024-12-03 09:00 - 11:00)
  \t- Not dated
  """)

/// The items that match a query, by their first words.
private func find(_ query: String) throws -> String {
  try outline.find(query).map { String($0.prefix { $0 != " " }) }.joined(separator: " ")
}

@Suite struct PredicateTests {
  @Test(arguments: [
    ("call", "Call call"), ("CALL", "Call call"), ("call ann", "Call"), ("\"call ann\"", "Call"),
    ("contains call", "Call call"), ("@text call", "Call call"),
    ("@text contains call", "Call call"),
    ("[s] call", "call"), ("contains [s] Call", "Call"), ("= home", "Home"), ("=[s] home", ""),
    ("@text = \"pay rent\"", "Pay"), ("beginswith call", "Call call"), ("endswith EVE", "call"),
    ("beginswith[s] call", "call"), ("\"\"", "Home Call call ÜBER Pay Wash Trip Not"),
    ("über", "ÜBER"), ("äpfel", "ÜBER"), ("endswith [s] äpfel", ""), ("\"and\"", "call"),
    ("call bob \"and\" eve", "call"), ("\"about \\\"it\\\"\"", "Call"), ("a  n", ""),
    ("@with = bob", "call"), ("@with bob", "Call call"), ("@with", "Call call"),
    ("@p 1", "Call call"), ("@p = 1", "Call"), ("notdated", ""), ("bob@example.org", ""),
    ("@done = \"\"", "Wash"),
  ])
  func aTextIsCompared(query: String, expected: String) throws {
    #expect(try find(query) == expected)
  }

  @Test(arguments: [
    ("@done", "Wash"), ("not @done and @with and task", "Call call"), ("not not @done", "Wash"),
    ("not not not @done and @due", "Call call ÜBER Pay Trip"), ("@area or @done", "Home Wash"),
    ("@area or @due and @done", "Home Wash"), ("(@area or @due) and @done", "Wash"),
    ("not (@area or @due)", "Not"), ("not(@area or @due)", "Not"), ("((@done))", "Wash"),
    ("@with and not eve", "Call"), ("* and @done", "Wash"),
  ])
  func predicatesArePutTogether(query: String, expected: String) throws {
    #expect(try find(query) == expected)
  }

  @Test(arguments: [
    ("@p < 2", "Call call"), ("@p < [n] 5", "Call ÜBER"), ("@p <= [n] 10", "Call call ÜBER"),
    ("@p = [n] 1.0", "Call"), ("@p > [n] 1 and @p < [n] 3", "ÜBER"), ("@p >=[n] 2", "call ÜBER"),
    ("@p != [n] 1", "Home call ÜBER Pay Wash Trip Not"), ("@p = [n] @p", "Call call ÜBER"),
    ("[n] 5", nil), ("1. <[n] @p", "call ÜBER"), ("-.5 <[n] @p", "Call call ÜBER"),
    ("- <[n] @p", nil), ("@p > [n] -5", "Call call ÜBER"),
  ])
  func aNumberIsCompared(query: String, expected: String?) throws {
    #expect((try? find(query)) == expected)
  }

  @Test(arguments: [
    // A day counts as its midnight, as in TaskPaper.
    ("@due = [d] today", "call"), ("@due <= [d] today", "call Trip"),
    ("@due < [d] today", "Trip"), ("@due > [d] today", "Call Pay Wash"),
    ("@due >= [d] today and @due <[d] tomorrow", "Call call"),
    ("@due <[d] tomorrow", "Call call Trip"), ("@due < [d] now", "call Trip"),
    ("@due = [d] 2024-12-4", "call"), ("@due = [d] 2024-12-04 10:00", "Call"),
    ("@due = [d] tomorrow 2pm +1h", "Wash"), ("@due <[d] +7d", "Call call Pay Wash Trip"),
    // A week, a month and a range count with their whole length.
    ("@due = [d] this week", "Call call Pay Wash Trip"),
    ("@due = [d] 2024-12-03 09:00 - 11:00", "Trip"),
    ("@due >= [d] this week", "Call call Pay Wash Trip"),
    ("@due <= [d] this week", "Call call Pay Wash Trip"),
    ("@due <= [d] this month", "Call call ÜBER Pay Wash Trip"), ("@due > [d] this week", ""),
    ("@due >= [d] 2024-12", "Call call ÜBER Pay Wash Trip"),
    ("@due > [d] 2024-12-01", "Call call Pay Wash Trip"),
    ("@due >= [d] 2024-12-01", "Call call ÜBER Pay Wash Trip"),
    ("@due <= [d] 2024-12-05", "Call call Pay Trip"),
    ("@due = [d] 2024-12", "Call call ÜBER Pay Wash Trip"),
    ("@due < [d] 2025", "Call call ÜBER Pay Wash Trip"),
    ("@due > [d] last month", "Call call ÜBER Pay Wash Trip"),
    ("@due <[d] 2024-12-31", "Call call Pay Wash Trip"),
    ("@due <[d] 2025-01-01", "Call call ÜBER Pay Wash Trip"),
    ("@due = [d] 2024-12-03 10:30", ""), ("@due < [d] 2024-12-03 11:00", "Trip"),
    ("@due > [d] 2024-12-03 08:59", "Call call Pay Wash Trip"),
    ("@due > [d] @paid", "Pay"), ("today > [d] @paid", "Pay"),
    ("@due != [d] this week", "Home ÜBER Not"),
    ("@with = [d] today", ""), ("@due < [d] 9999-12-31 +1d", ""),
  ])
  func aDateIsCompared(query: String, expected: String) throws {
    #expect(try find(query) == expected)
  }

  @Test(arguments: [
    ("@with contains [l] bob", "Call call"), ("@with contains [l] bo", ""),
    ("@with contains [sl] bob", ""), ("@with contains [ls] Bob", "Call call"),
    ("@with = [l] ann,bob", "Call"), ("@with contains [l] bob, ann", "Call"),
    ("@with beginswith [l] ann", "Call"), ("@with endswith [l] bob", "Call call"),
    ("@with < [l] b", "Call"), ("@p = [nl] 1", "Call"), ("@due contains [dl] today", "call"),
    ("@with contains [l] \"\"", "Call call"),
    ("@with != [l] bob", "Home Call ÜBER Pay Wash Trip Not"),
  ])
  func aListIsCompared(query: String, expected: String) throws {
    #expect(try find(query) == expected)
  }

  @Test(arguments: [
    ("@nope < 1", ""), ("@nope > 1", ""), ("@nope <= 1", ""), ("@nope >= 1", ""), ("@nope = 1", ""),
    ("@nope contains 1", ""), ("@nope matches .", ""), ("@nope < [d] today", ""),
    ("@nope = @nada", ""), ("@done != 1", "Home Call call ÜBER Pay Wash Trip Not"),
    ("@nope != @nada and @done", "Wash"),
  ])
  func aMissingAttributeIsOnlyUnequal(query: String, expected: String) throws {
    #expect(try find(query) == expected)
  }

  @Test(arguments: [
    ("matches \"^call\"", "Call call"), ("matches [s] \"^call\"", "call"),
    ("matches \"r.nt$\"", "Pay"),
    ("@p matches \"^\\d+$\"", "Call call"), ("@p matches \"^(1|high)$\"", "Call Pay"),
    ("matches \"^Ü\\w+ ä\"", "ÜBER"), ("matches \"a{2}\"", ""), ("matches \"[^a-z ]i\"", "Call"),
    ("@p matches .", "Call call ÜBER Pay"),
  ])
  func anExpressionIsMatched(query: String, expected: String) throws {
    #expect(try find(query) == expected)
  }

  /// Some queries from files that people use.
  @Test(arguments: [
    "@today or @due <[d] tomorrow or @done = [d] today except @done",
    "@due >= [d] next Week and @due < [d] next Week + 1week except @done",
    "@p = 1 or @p = I or @prio = 1 except @done", "not @done and not project = \"Archive\"",
    "@done >=[d] last Week and @done <[d] this Week", "not @done except @done//*",
    "@today union @due <[d] tomorrow", "@tag contains[l] \"bob\"",
  ])
  func searchesOfPeopleAreRead(query: String) throws {
    #expect(error(of: query) == nil)
    _ = try find(query)
  }
}
