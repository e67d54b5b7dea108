import CalendarItems
import CalendarStores
import ExactText
import LineCodec
import LineState
import TaskBridge
import TaskText

/// Lines that go to another project, because a calendar has its name as a category in place of that of the old one.
extension FileDraft {
  /// The line of the project that a change of categories moves the line of an item to; nil for any other change.
  ///
  /// The line of a subtask stays below its task, and a name that several projects have counts for none of them.
  func newProject(of index: Int, from before: CalendarItem, to after: CalendarItem) -> Int? {
    guard let line = known.items[index].line, let old = known.items[index].source.path.last,
      let owner = file.outline.parent(of: line), form(of: owner) == .project,
      before.parentUID.map(ExactString.init) == after.parentUID.map(ExactString.init)
    else { return nil }
    let (then, now) = (ExactSet(before.categories), ExactSet(after.categories))
    guard then.contains(old), !now.contains(old) else { return nil }
    let projects = lines(ofProjects: now.subtracting(then))
    guard projects.count == 1, projects[0] != line else { return nil }
    return projects[0]
  }

  private func lines(ofProjects names: ExactSet) -> [Int] {
    guard !names.isEmpty else { return [] }
    return file.document.lines.indices.filter {
      form(of: $0) == .project && names.contains(title(of: $0))
    }
  }

  /// The lines that go to other projects, each with its project, in the file after the edit.
  func rehomedLines(
    in edited: EditedOutline, _ lineOfOwner: [LineOwner: Int]
  ) -> [(line: Int, project: Int)] {
    rehomed.compactMap { item, project in
      guard let line = lineOfOwner[.item(item)], let project = edited.line(of: project) else {
        return nil
      }
      return (line, project)
    }
  }
}
