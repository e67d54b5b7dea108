import CalendarStores
import Diagnostics
import ExactText
import Glibc
import TaskBridge
import TaskEditing
import TaskFolderStore
import TaskText
import UserFiles

/// Opens an item of a store in an editor, as a task line with its notes, and writes back what a person changed.
struct ItemEditing {
  let list: ChangedStores.List
  let line: LineRef
  let draft: ChangeDraft
  let run: ChangeRun

  private var file: TaskFile { draft.files[line.file] }
  private var title: String { draft.names.title(of: line) }

  /// Runs the editor, and changes the item.
  func edit(_ editor: Editor, _ messages: inout Messages) {
    let bytes = Array(text.utf8)
    do {
      // The folder of the state, because only this person can read it.
      let folder = "\(try StateFolder(run.runEnvironment).path)/edit"
      try PrivateFolder.make(folder)
      let path = "\(folder)/item-\(getpid()).taskpaper"
      _ = try FileReplacement.write(bytes, to: path)
      switch editor.run(path, run.runEnvironment.environment) {
      case .success: break
      case .failure:
        return messages.fail(
          "\(editor.name.quoted) failed, so nothing is changed; the text is in \(path)", .partial)
      case .notRun(let code):
        unlink(path)
        return messages.fail(editor.cannotRun(code), .noInput)
      }
      let edited = try FileSnapshot.read(path).bytes
      if edited == bytes {
        messages.warn("\(list.label): \(title): unchanged")
      } else if !take(edited, path, &messages) {
        return messages.warn("nothing is changed; your text is kept in \(path)")
      }
      unlink(path)
    } catch let error as FileError {
      messages.reportUnwritable(error)
    } catch {
      messages.fail("\(error)", .inputOutput)
    }
  }

  /// The line and its notes.
  private var text: String {
    let text = LineText(file, line: line.line)
    return ([text.verbatim] + text.written.map { $0.isEmpty ? "" : "\t" + $0 })
      .joined(separator: "\n") + "\n"
  }

  // MARK: Reading back

  /// Changes the item as a text says; false, after a report, if that is not possible.
  private func take(_ bytes: [UInt8], _ path: String, _ messages: inout Messages) -> Bool {
    let edited = TaskFile(
      name: path, identity: path, modified: file.modified, document: TaskDocument(bytes: bytes))
    guard check(edited, path, &messages) else { return false }
    let text = LineText(edited, line: 0)
    var edit = OutlineEdit(file.document)
    edit.set(text.verbatim, ofLine: line.line)
    edit.replaceNotes(ofLine: line.line, of: file, with: text.written)
    var items = StoreEdits(list, edit.result())
    for fault in items.faults { messages.fail(fault, .partial) }
    return items.faults.isEmpty && write(&items, &messages)
  }

  /// True if a text is one task with its notes, and all of its tags can be read.
  private func check(
    _ edited: TaskFile, _ path: String, _ messages: inout Messages
  ) -> Bool {
    let document = edited.document
    let others = document.lines.indices.dropFirst().first { number in
      ![.note, .blank].contains(document.lines[number].kind)
    }
    guard document.lines.first?.kind == .task, others == nil else {
      let place = document.place(ofByte: others.map { document.lines[$0].body.lowerBound } ?? 0)
      messages.report(
        Diagnostic(.error, at: place, message: "expected one task, with its notes below it"),
        file: path)
      return false
    }
    var diagnostics: [Diagnostic] = []
    _ = draft.reader.fields(of: document, line: 0, diagnostics: &diagnostics)
    for one in diagnostics { messages.report(one, file: path) }
    return !diagnostics.contains { $0.severity == .error }
  }

  private func write(_ items: inout StoreEdits, _ messages: inout Messages) -> Bool {
    guard !items.isEmpty else {
      messages.fail("\(list.label): \(title): \(StoreEdits.refusal)", .partial)
      return false
    }
    items.reportLosses(&messages)
    do {
      let journal = try StoreJournal(
        run.runEnvironment, command: run.command,
        .of(run.options.verbosity, run.runEnvironment))
      guard items.write(journal, mayRetry: true, &messages) else {
        messages.fail("\(list.label): \(title): the item was changed meanwhile", .tryAgain)
        return false
      }
    } catch {
      messages.fail("\(error)", .inputOutput)
      return false
    }
    guard [.done, .partial].contains(messages.status), items.unwritten.isEmpty else {
      return false
    }
    if !run.options.verbosity.level.quiet {
      let id = draft.names.ids.id(of: line)
      Output.standard.print("\(list.label): edited: \(title) (\(id))".visible)
    }
    return true
  }
}
