import CalendarStores
import Diagnostics
import ExactText
import StoreAccess
import TaskBridge
import TaskEditing
import TaskFolderStore
import TaskText

/// A move of items to another list of their store.
struct ListMove {
  /// The title of the list, without the colon after it.
  private let title: String

  init(_ destination: String) {
    title = destination.hasSuffix(":") ? String(destination.dropLast()) : destination
  }

  /// True if a store of the run has such a list.
  func isList(in draft: ChangeDraft) -> Bool {
    draft.stores.lists.contains { ExactString($0.list.title) == ExactString(title) }
  }

  /// Plans the moves of items, with everything below them.
  ///
  /// - Throws: `ExitStatus`, after a report, if a store has no such list.
  func plan(
    _ lines: [LineRef], _ draft: inout ChangeDraft, messages: inout Messages
  ) throws(ExitStatus) {
    var moved: Set<LineRef> = []
    for line in lines {
      guard let source = draft.list(ofFile: line.file) else { continue }
      let target = try target(source.open, messages: &messages)
      guard target.list.id != source.list.id else {
        draft.changes.noteStays(line)
        continue
      }
      for number in draft.files[line.file].outline.subtree(of: line.line) {
        let part = LineRef(file: line.file, line: number)
        guard let item = source.lines.item(atLine: number), moved.insert(part).inserted else {
          continue
        }
        draft.transfers.append(
          ItemTransfer(line: part, item: item, source: source, target: target))
        draft.changes.noteMove(part, words: "to \(target.label)")
      }
    }
  }

  private func target(
    _ open: OpenStore, messages: inout Messages
  ) throws(ExitStatus) -> (list: ItemList, label: String) {
    let all: [ItemList]
    do throws(StoreError) { all = try open.lists() } catch {
      messages.report(error, of: open.place.name)
      throw messages.status
    }
    // A list may also be named with its store, as in work#Home.
    let names = [title] + (StorePlace.parted(title).list.map { [$0] } ?? [])
    let isHere =
      names.count == 1
      || ExactString(StorePlace.parted(title).store) == ExactString(open.place.name)
    let found = names.lazy.map { OpenStore.lists(called: $0, in: all) }.first { !$0.isEmpty } ?? []
    if isHere, let list = found.first(where: \.isWritable) ?? found.first {
      return (list, open.label(of: list, among: all))
    }
    let known = all.map(\.title).filter { !$0.isEmpty }.sorted().joined(separator: ", ")
    messages.fail(
      isHere
        ? "\(open.place.name): there is no list \(title.quoted) in this store; expected one of \(known)"
        : "\(title.quoted) is a list of another store; expected duecal store move", .refused)
    throw .refused
  }
}
