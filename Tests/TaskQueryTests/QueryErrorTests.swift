import TaskQuery
import Testing

@Suite struct QueryErrorTests {
  @Test(arguments: [
    ("", "1: the query is empty"), ("  ", "3: the query is empty"), ("/", "2: expected project"),
    ("//", "3: expected project"), ("////a", "1: expected /, // or ///, not 4"),
    ("@", "2: expected the name"), ("a @", "4: expected the name"),
    ("\"abc", "1: this quotation mark"),
    ("a or \"b", "6: this quotation mark"), ("(a", "1: this parenthesis is not closed"),
    ("a)", "2: there is no ("), ("a]", "2: there is no ["), ("@t[0", "3: this [ is not closed"),
    ("nowhere::a", "1: there is no axis \"nowhere\""), ("/a/kid::b", "4: there is no axis \"kid\""),
    ("//child::a", "3: an axis follows one slash"), ("child::", "8: expected project"),
    ("ancestor::/a", "11: expected project"), ("@due <[x] a", "8: \"x\" is not a modifier"),
    ("@due <[nd] 3", "9: \"nd\" is not a modifier"), ("@due <[] 3", "8: \"\" is not a modifier"),
    ("@t[1:2:3]", "4: \"1:2:3\" is not a slice"),
    ("@t[99999999999]", "4: \"99999999999\" is not a slice"),
    ("@due <", "7: expected a value"), ("@due < and @done", "8: expected a value"),
    ("@due < < 3", "8: expected a value"), ("a and", "6: expected a value"),
    ("not", "4: expected a value"),
    ("or a", "1: expected project"), ("a b not c", "5: unexpected \"not\""),
    ("@a @b", "4: unexpected \"@b\""), ("call @done", "6: unexpected \"@done\""),
    ("task or", "8: expected a value"), ("title = X", "1: neither side is an attribute"),
    ("@due <[d] tomorow", "11: "), ("@p > [n] many", "10: \"many\" is not a number"),
    ("@due contains [d] today", "6: contains compares texts, not dates"),
    ("@due [d] today", "6: contains compares texts, not dates"),
    ("@p beginswith [n] 1", "4: beginswith compares texts, not numbers"),
    ("@p matches [n] 1", "12: matches compares texts"),
    ("matches @p", "9: expected a literal expression"),
    ("matches \"a(b\"", "11: this group is not closed"), ("matches \"\\\\1\"", "9: backreferences"),
    ("matches a*+?**", "14: too many repetitions"), ("matches x{2", "10: expected {2}"),
    ("count(child::*)", "16: expected a comparison"),
    ("count(a/b) = 1", "7: count takes one step"),
    ("count(a union b) = 1", "7: count takes one step"), ("(//a) and b", "7: unexpected \"and\""),
    ("//a/(b union c)", "5: a set of paths is not a step"),
    ("not (a union b)", "5: these parentheses contain paths"),
    ("a union", "8: expected project"), ("ü @", "4: expected the name"),
    ("@search(Today)", "8: unexpected \"(\""),
  ])
  func anErrorNamesItsColumn(query: String, expected: String) {
    let found = error(of: query)
    #expect(found?.hasPrefix(expected) == true, "\(query): \(found ?? "no error")")
  }
}
