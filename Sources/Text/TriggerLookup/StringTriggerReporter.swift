/// Receives what a `StringTriggerReporter` finds.
///
/// ```swift
/// final class Menu: StringTriggerReporterDelegate {
///   func reporter(
///     _ reporter: StringTriggerReporter, didCheckWith match: TriggerMatch<String.Index>?
///   ) {
///     if let match { show(match.query) } else { hide() }
///   }
/// }
/// ```
public protocol StringTriggerReporterDelegate: AnyObject {
  /// Receives the result of each check: a match, or nil, which closes a menu.
  ///
  /// The query of the match is a part of the text that was checked: `text[match.range]` is what to highlight.
  func reporter(
    _ reporter: StringTriggerReporter, didCheckWith match: TriggerMatch<String.Index>?)
}

/// Checks texts for triggers and reports what it finds: `findTrigger` in the shape of Travis Bogosian's article
/// *Handling Simple @-Mention Lookups (in Swift) with Regex*.
///
/// It needs no regular expression. In `Hello @trevor @travis and @tyler` it finds the name at each of the three cursors
/// after a name. The article's expression `(?:\s|^)(?<search>@\w*(?: \w*)?)` finds two of them: its optional second word
/// takes the space after `@trevor`, so no white space is left before `@travis`. There is one more difference: a space
/// directly after the trigger ends the name, so `@ b` is not a match.
///
/// ```swift
/// let reporter = StringTriggerReporter(triggers: ["@", "＠"])
/// reporter.report = { match in print(match?.query ?? "nothing") }
/// let text = "Hell @Travis B"
/// reporter.check(text, cursor: text.endIndex)  // prints "Travis B"
/// ```
public final class StringTriggerReporter {
  /// The triggers for which texts are checked.
  public let triggers: TriggerSet
  /// The rules of the lookup.
  public let rules: TriggerRules
  /// The object that receives each result; it is not retained.
  public weak var delegate: (any StringTriggerReporterDelegate)?
  /// The closure that receives each result, after the delegate.
  public var report: ((TriggerMatch<String.Index>?) -> Void)?

  /// Creates a reporter: `StringTriggerReporter(triggers: ["@", "#"], rules: .chat)`.
  public init(triggers: TriggerSet, rules: TriggerRules = .article) {
    self.triggers = triggers
    self.rules = rules
  }

  /// Checks a text for a trigger before the cursor; reports the match, or nil, and returns it.
  ///
  /// Call it after each change of the text or the cursor: `reporter.check(text, cursor: text.endIndex)`.
  @discardableResult
  public func check(_ text: String, cursor: String.Index) -> TriggerMatch<String.Index>? {
    let match = findTrigger(in: text, at: cursor, triggers: triggers, rules: rules)
    delegate?.reporter(self, didCheckWith: match)
    report?(match)
    return match
  }
}
