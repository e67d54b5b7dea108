import Diagnostics
import TaskBridge
import TaskEditing

/// Finds the tasks that a command names, and asks a person if a name matches several.
final class TaskChooser {
  private let options: ChoosingOptions
  private let runEnvironment: RunEnvironment
  private let preference: TaskLookup.Preference
  /// The answers so far, for a run that has to retry: the IDs of the tasks for each name.
  private var answers: [String: [String]] = [:]

  init(
    _ options: ChoosingOptions, _ runEnvironment: RunEnvironment,
    preferring preference: TaskLookup.Preference = .open
  ) {
    self.options = options
    self.runEnvironment = runEnvironment
    self.preference = preference
  }

  /// The lines that names and a query match, in order and without repetition.
  ///
  /// - Throws: `ExitStatus`, after a report, if a name matches none, or several without an answer; then nothing is
  ///   changed.
  func lines(
    named names: [String], _ draft: ChangeDraft, messages: inout Messages
  ) throws -> [LineRef] {
    var chosen: [LineRef] = []
    var failure: ExitStatus?
    func take(_ found: [LineRef], _ question: Question) {
      do throws(ExitStatus) {
        chosen += try choose(found, question, draft: draft, messages: &messages)
      } catch {
        failure = failure?.worse(error) ?? error
      }
    }
    for name in names {
      let items = draft.lines(ofItem: name)
      take(
        items.isEmpty ? draft.names.lines(called: name, preferring: preference) : items,
        Question(name))
    }
    if let found = try queried(draft, &messages) { take(found, Question(nil)) }
    if let failure { throw failure }
    var seen: Set<LineRef> = []
    return chosen.sorted().filter { seen.insert($0).inserted }
  }

  /// A choice among several tasks.
  private struct Question {
    /// The name that matches them; nil for the query.
    let name: String?

    init(_ name: String?) { self.name = name }

    func fits(_ count: Int) -> String {
      name.map { "\($0.quoted) matches \(count) tasks" } ?? "the query finds \(count) tasks"
    }

    var fitsNone: String {
      name.map {
        "no task matches \($0.quoted); expected part of its text, its id, or FILE:LINE"
      } ?? "the query finds no task"
    }
  }

  /// The tasks and projects that a query matches, nil without a query.
  ///
  /// Those in the state that the command is for, open or closed, are preferred; without such, all are returned.
  private func queried(
    _ draft: ChangeDraft, _ messages: inout Messages
  ) throws -> [LineRef]? {
    let found = try options.query.lines(
      of: draft.files, now: draft.clock.now, vocabulary: draft.reader.vocabulary,
      messages: &messages)
    guard let found else { return nil }
    let entries = draft.entries.entries + draft.entries.projects
    let lines = entries.filter { found.contains($0.line) }
    let preferred = lines.filter { draft.names.isClosed($0) == (preference == .closed) }
    return (preferred.isEmpty ? lines : preferred).map(\.line).sorted()
  }

  private func choose(
    _ found: [LineRef], _ question: Question, draft: ChangeDraft, messages: inout Messages
  ) throws(ExitStatus) -> [LineRef] {
    guard !found.isEmpty else {
      messages.fail(question.name.flatMap(draft.advice) ?? question.fitsNone, .noInput)
      throw .noInput
    }
    if found.count == 1 || options.all { return found }
    let key = question.name ?? ""
    if let answer = answers[key] { return answer.flatMap { draft.names.ids.lines(named: $0) } }
    let choice = AmbiguousName(
      heading: question.fits(found.count), shown: found.map { shown($0, draft) })
    let chosen = try choice.numbers(&messages).map { found[$0] }
    answers[key] = chosen.map { draft.names.ids.id(of: $0) }
    return chosen
  }

  private func shown(_ line: LineRef, _ draft: ChangeDraft) -> String {
    let id = draft.names.ids.id(of: line)
    return "\(id)  \(draft.place(of: line)): \(draft.names.title(of: line))".visible
  }
}
