import ArgumentParser
import Diagnostics
import ExactText
import TaskBridge
import TaskDates
import TaskQuery

/// The options with queries for lines of task files.
struct WhereOptions: ParsableArguments {
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Only lines that match this query, such as 'not @done' (may be repeated; all must match).",
      valueName: "query"))
  var queries: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only lines that match the saved @search of this title (may be repeated; all must match).",
      valueName: "title"))
  var search: [String] = []

  /// Reports a query that cannot be read as wrong usage.
  func validate() throws {
    for text in queries {
      do throws(QueryError) {
        _ = try Query(parsing: text)
      } catch {
        throw ValidationError("--where: \(error)\(error.pointer(into: text))")
      }
    }
  }

  /// True if there is a query.
  var isGiven: Bool { !queries.isEmpty || !search.isEmpty }

  /// The lines that match; nil without a query.
  ///
  /// - Throws: `ExitStatus`, after a report, if a saved search is missing or cannot be read.
  func lines(
    of files: [TaskFile], now: DateTimeParameters, vocabulary: Vocabulary,
    messages: inout Messages
  ) throws(ExitStatus) -> QueryMatches? {
    guard isGiven else { return nil }
    var all: [Query] = []
    for text in queries {
      do throws(QueryError) {
        all.append(try Query(parsing: text))
      } catch {
        messages.fail("--where: \(error)", .usage)
        throw .usage
      }
    }
    let saved = SavedSearch.all(in: files)
    for name in search { all.append(try query(of: name, saved, messages: &messages)) }
    for date in all.flatMap({ $0.textualDates(of: vocabulary) }).prefix(1) {
      let side = "@\(date.attribute) \(date.relation)"
      messages.warn(
        "\("\(side) \(date.date)".quoted) compares texts; write \("\(side)[d] \(date.date)".quoted) to "
          + "compare dates")
    }
    return QueryMatches(all, in: files, now: now, vocabulary: vocabulary)
  }

  private func query(
    of name: String, _ saved: [SavedSearch], messages: inout Messages
  ) throws(ExitStatus) -> Query {
    let search = try search(named: name, saved, messages: &messages)
    do throws(QueryError) {
      return try Query(parsing: search.text)
    } catch {
      let place = search.place(ofColumn: error.column)
      messages.report(Diagnostic(.error, at: place, message: error.sentence), file: search.file)
      throw .usage
    }
  }

  /// The saved search with a title; the same search in several files counts as one.
  private func search(
    named name: String, _ saved: [SavedSearch], messages: inout Messages
  ) throws(ExitStatus) -> SavedSearch {
    let found = SavedSearch.named(name, in: saved)
    guard let first = found.first else {
      let known = Set(saved.map(\.name)).sorted().prefix(10).map(\.quoted).joined(separator: ", ")
      messages.fail(
        "--search: no file saves a search \(name.quoted); "
          + (known.isEmpty
            ? "expected a line such as \(name) @search(not @done)" : "expected \(known)"),
        .usage)
      throw .usage
    }
    guard found.allSatisfy({ $0.text == first.text }) else {
      let places = found.map { "\($0.file):\($0.place(ofColumn: 1).line)" }
      messages.fail(
        "--search: several searches are called \(name.quoted): \(places.joined(separator: ", "))",
        .usage)
      throw .usage
    }
    return first
  }
}

extension QueryError {
  /// The query with a mark below the column, on lines of their own; empty if it would not fit.
  fileprivate func pointer(into text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count <= 100, scalars.allSatisfy({ (0x20..<0x7F).contains($0.value) }) else {
      return ""
    }
    return "\n  \(text)\n  \(String(repeating: " ", count: column - 1))^"
  }
}
