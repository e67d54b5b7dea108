import EditorServer
import Glibc
import JSONText
import TestSupport
import Testing
import UserFiles

/// The files of the folders that the editor has open.
@Suite(.timeLimit(.minutes(2)))
struct WorkspaceTests {
  /// A folder with files, and a link to it.
  private struct Workspace {
    private let scratch: ScratchFolder
    let folder: String
    let link: String

    init(_ files: [String: String]) throws {
      scratch = try ScratchFolder()
      (folder, link) = (scratch.at("folder"), scratch.at("link"))
      try FileTree.makeFolder(folder)
      symlink(folder, link)
      for (name, text) in files { try write(text, name) }
    }

    func write(_ text: String, _ name: String) throws { try write(Array(text.utf8), name) }

    func write(_ bytes: [UInt8], _ name: String) throws {
      _ = try FileReplacement.write(bytes, to: "\(folder)/\(name)")
    }
  }

  private func changed(_ path: String, _ type: Int) -> String {
    Session.notification(
      "workspace/didChangeWatchedFiles",
      #"{"changes":[{"uri":"file://\#(path)","type":\#(type)}]}"#)
  }

  /// The names that a search of the workspace finds once it finds as many as expected, or in the end.
  private func names(_ session: Session, _ query: String, count: Int, from id: Int) -> [String] {
    var names: [String] = []
    for id in id..<id + 500 {
      session.send(Session.request(id, "workspace/symbol", #"{"query":"\#(query)"}"#))
      names =
        session.answer(to: id)?["result"]?.elements.compactMap { $0["name"]?.string }.sorted() ?? []
      if names.count == count { break }
      usleep(10_000)
    }
    return names
  }

  @Test func aFileBehindALinkIsOneFile() throws {
    let workspace = try Workspace(["a.taskpaper": "- task a\n", "b.taskpaper": "- task b\n"])
    symlink("\(workspace.folder)/b.taskpaper", "\(workspace.folder)/c.taskpaper")
    let session = Session()
    session.initialize("{}", #","rootUri":"file://\#(workspace.link)""#)
    #expect(names(session, "task", count: 2, from: 1000) == ["task a", "task b"])
    session.send(changed("\(workspace.link)/a.taskpaper", 2))
    try workspace.write("- task d\n", "d.taskpaper")
    session.send(changed("\(workspace.link)/d.taskpaper", 1))
    #expect(names(session, "task", count: 3, from: 2000) == ["task a", "task b", "task d"])
    unlink("\(workspace.folder)/a.taskpaper")
    session.send(changed("\(workspace.link)/a.taskpaper", 3))
    #expect(names(session, "task", count: 2, from: 3000) == ["task b", "task d"])
    session.closeInput()
  }

  @Test func theSearchLeavesOutWhatTheRulesOfFoldersName() throws {
    let workspace = try Workspace(["a.taskpaper": "- task a\n", "b.draft.taskpaper": "- task b\n"])
    try FileTree.makeFolder("\(workspace.folder)/Templates")
    try workspace.write("- task c\n", "Templates/c.taskpaper")
    try workspace.write("*.draft.taskpaper\nTemplates/\n", ".duecalignore")
    let session = Session()
    session.initialize("{}", #","rootUri":"file://\#(workspace.folder)""#)
    #expect(names(session, "task", count: 1, from: 1000) == ["task a"])
    try workspace.write("- task d\n", "Templates/d.taskpaper")
    session.send(changed("\(workspace.folder)/Templates/d.taskpaper", 1))
    try workspace.write("- task e\n", "e.taskpaper")
    session.send(changed("\(workspace.folder)/e.taskpaper", 1))
    #expect(names(session, "task", count: 2, from: 2000) == ["task a", "task e"])
    session.closeInput()
  }

  @Test func theMarksOfAMergeAreAMessage() throws {
    let session = Session()
    session.initialize()
    session.open("- a\n<<<<<<< HEAD\n- b\n=======\n- c\n>>>>>>> other\n")
    let shown = session.message("textDocument/publishDiagnostics")?["diagnostics"]?.elements ?? []
    #expect(shown.count == 1 && shown.first?["severity"]?.int == 1)
    #expect(shown.first?["range"]?["start"]?["line"]?.int == 1)
    #expect(
      shown.first?["message"]?.string?.hasPrefix("a merge left two versions of lines here") == true)
    session.closeInput()
  }

  @Test func aRenameNamesTheFilesThatItLeavesOut() throws {
    let workspace = try Workspace([
      "a.taskpaper": "- task a @x\n", "c.taskpaper": "- task\r- c @x\n",
    ])
    try workspace.write(Array("- task b @x ".utf8) + [0xE9, 0x0A], "b.taskpaper")
    let session = Session()
    session.initialize("{}", #","rootUri":"file://\#(workspace.folder)""#)
    #expect(!names(session, "task a", count: 1, from: 1000).isEmpty)
    let uri = "file://\(workspace.folder)/a.taskpaper"
    session.open("- task a @x\n", uri)
    session.send(
      Session.request(
        3000, "textDocument/rename",
        #"{"textDocument":{"uri":"\#(uri)"},"position":{"line":0,"character":10},"newName":"y"}"#))
    let changes = session.answer(to: 3000)?["result"]?["changes"]?.members.map(\.key)
    #expect(changes == [uri])
    #expect(
      session.message("window/showMessage")?["message"]?.string
        == "\(workspace.folder)/b.taskpaper and 1 more are left out; expected UTF-8, and no line that ends in CR alone"
    )
    session.closeInput()
  }

  @Test func aSearchReturnsTheFirstSymbolsOfManyFiles() throws {
    let files = (0..<40).map { ("ü \($0 + 10).taskpaper", "- task\n- task\n- other\n- task\n") }
    let workspace = try Workspace(Dictionary(files) { first, _ in first })
    let session = Session()
    session.initialize("{}", #","rootUri":"file://\#(workspace.folder)""#)
    #expect(names(session, "task", count: 120, from: 1000).count == 120)
    #expect(names(session, "", count: 0, from: 3000).isEmpty)
    session.send(Session.request(4000, "workspace/symbol", #"{"query":"other"}"#))
    let addresses = session.answer(to: 4000)?["result"]?.elements
      .compactMap { $0["location"]?["uri"]?.string }
    #expect(addresses?.count == 40 && addresses == addresses?.sorted())
    #expect(addresses?.first?.hasSuffix("/%C3%BC%2010.taskpaper") == true)
    try workspace.write(String(repeating: "- task\n", count: 300), "a.taskpaper")
    session.send(changed("\(workspace.folder)/a.taskpaper", 1))
    #expect(names(session, "task", count: 200, from: 5000).count == 200)
    session.closeInput()
  }

  @Test func theFilesOfAFolderThatIsRemovedAreForgotten() throws {
    let own = try Workspace(["a.taskpaper": "- task a\n", "b.taskpaper": "- task b\n"])
    let other = try Workspace(["c.taskpaper": "- task c\n"])
    let session = Session(files: ["\(own.link)/b.taskpaper"])
    session.initialize(
      "{}",
      #","workspaceFolders":[{"uri":"file://\#(own.link)","name":""},{"uri":"file://\#(other.link)","name":""}]"#
    )
    #expect(names(session, "task", count: 3, from: 1000).count == 3)
    for folder in [own.link, other.link] {
      session.send(
        Session.notification(
          "workspace/didChangeWorkspaceFolders",
          #"{"event":{"added":[],"removed":[{"uri":"file://\#(folder)","name":""}]}}"#))
    }
    #expect(names(session, "task", count: 1, from: 2000) == ["task b"])
    session.closeInput()
  }

  /// The names of a changed document are collected in a pause of 300 ms, here while another request is answered.
  @Test func aDocumentThatIsOpenedAgainHasItsOwnNames() {
    let session = Session()
    session.initialize()
    session.open("- a\n")
    let document = #""textDocument":{"uri":"file:///a.taskpaper"}"#
    session.send(
      Session.change(String(repeating: "- a @old\n", count: 50_000), version: 2),
      Session.hover(1))
    _ = session.answer(to: 1)
    usleep(320_000)
    session.send(
      Session.request(2, "textDocument/semanticTokens/full", "{\(document)}"),
      Session.notification("textDocument/didClose", "{\(document)}"))
    session.open("")
    session.send(Session.change("- b @new\n- @\n", version: 2))
    _ = session.answer(to: 2)
    var labels: [String] = []
    for id in 4..<500 where !labels.contains("@new") {
      usleep(10_000)
      session.send(
        Session.request(
          id, "textDocument/completion",
          #"{\#(document),"position":{"line":1,"character":3}}"#))
      let items = session.answer(to: id)?["result"]?["items"]?.elements ?? []
      labels = items.compactMap { $0["label"]?.string }
    }
    #expect(labels.contains("@new"))
    #expect(!labels.contains("@old"))
    session.closeInput()
  }
}
