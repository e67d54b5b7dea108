import Diagnostics
import ExactText
import TaskBridge
import TaskEditing

/// A project as a person named it.
struct ProjectChoice {
  /// Its name, or the end of its path, as `A / B`; a colon after it is ignored.
  let name: String
  /// Whether a missing project is created.
  let mayMake: Bool
  /// The end of the project at which lines are inserted.
  let end: InsertionEnd

  private var path: ProjectPath { ProjectPath(name) }

  /// The name without the colon after it.
  var shownName: String { path.shownName }

  /// The projects of that name in order; only those whose full path it is, if there are any.
  func lines(_ draft: ChangeDraft) -> [LineRef] { draft.names.projects(named: path) }

  /// The insertion point in the project.
  ///
  /// - Parameter file: The file that is searched first, and in which a missing project is created.
  /// - Throws: `ExitStatus`, after a report, if the project is missing or ambiguous.
  func place(
    in draft: inout ChangeDraft, from file: Int?, messages: inout Messages
  ) throws(ExitStatus) -> InsertionPoint? {
    guard !path.names.isEmpty else {
      messages.fail(
        "\(name.quoted) is not the name of a project; expected one, such as Home", .usage)
      throw .usage
    }
    var found = lines(draft)
    let near = found.filter { $0.file == file }
    if near.count == 1 { found = near }
    if let line = found.first, found.count == 1 { return draft.changes.place(in: line, at: end) }
    guard found.isEmpty else {
      let places = found.prefix(5).map { "\(draft.files[$0.file].name):\($0.line + 1)" }
      messages.fail(
        "\(shownName.quoted) names \(found.count) projects: "
          + "\(places.joined(separator: ", "))\(found.count > places.count ? ", ..." : ""); "
          + "expected the path of one, as A / B, or its file with -f", .usage)
      throw .usage
    }
    guard mayMake else {
      messages.fail("there is no project \(shownName.quoted); use --create to create it", .refused)
      throw .refused
    }
    return made(in: &draft, file ?? 0)
  }

  /// Creates the missing projects of the path.
  private func made(in draft: inout ChangeDraft, _ file: Int) -> InsertionPoint {
    let path = path.names
    for count in (1..<max(1, path.count)).reversed() {
      let above = ProjectChoice(
        name: path.prefix(count).joined(separator: " / "), mayMake: false, end: .end)
      guard let line = above.lines(draft).first(where: { $0.file == file }) else { continue }
      return draft.changes.makeProjects(Array(path.dropFirst(count)), in: line, file: file)
    }
    return draft.changes.makeProjects(path, in: nil, file: file)
  }
}
