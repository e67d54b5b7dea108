import Diagnostics
import EditorAnswers
import EditorText
import ExactText
import JSONText
import TaskText

/// Changes that the editor offers and applies.
extension EditorServer {
  /// An action that is offered: its title, its kind and its edit.
  private struct Offer {
    let title: String
    let kind: String
    var problem: EditorDiagnostic?
    var isPreferred = false
    let edit: () -> (edit: TaskEdit, faults: [String])
  }

  mutating func actions(_ params: JSONView?) -> JSONNode {
    guard let uri = Self.uri(params), let text = documents[uri]?.text, !text.hasLoneReturn,
      let range = bytes(params?["range"], text)
    else { return [] }
    let wanted = params?["context"]?["only"]?.elements.compactMap(\.string)
    var finder = PositionFinder(text, encoding)
    return .array(
      offers(uri, range).enumerated().filter { Self.isWanted($0.element.kind, wanted) }
        .compactMap { number, offer in
          let data = Self.data(offer, number, uri, text.version, range)
          return json(offer, data, uri, text, &finder)
        })
  }

  /// What finds an offer again: several offers may have one title.
  private static func data(
    _ offer: Offer, _ number: Int, _ uri: String, _ version: Int, _ range: Range<Int>
  ) -> JSONNode {
    [
      "uri": .string(uri), "version": .int(version), "start": .int(range.lowerBound),
      "end": .int(range.upperBound), "number": .int(number), "title": .string(offer.title),
    ]
  }

  /// Everything that can be done with a range of a document.
  private mutating func offers(_ uri: String, _ range: Range<Int>) -> [Offer] {
    if let calendar = calendar(uri) { return Self.offers(calendar, range) }
    guard let document = editorDocument(uri) else { return [] }
    let table = documents[uri]?.messages(document, threads: settings.threads)
    let found = table?.diagnostics(near: range, in: document) ?? []
    return document.actions(in: range, found).map { action in
      Offer(
        title: action.title, kind: action.kind.rawValue, problem: action.problem,
        isPreferred: action.isPreferred, edit: { document.edit(of: action) })
    }
  }

  private static func offers(_ calendar: EditorCalendar, _ range: Range<Int>) -> [Offer] {
    calendar.diagnostics.filter {
      $0.range.lowerBound <= range.upperBound && range.lowerBound <= $0.range.upperBound
    }.flatMap { problem in
      calendar.fixes(of: problem).map { fix in
        Offer(
          title: fix.title, kind: "quickfix", problem: problem, isPreferred: problem.fix != nil,
          edit: { (fix.edit, []) })
      }
    }
  }

  /// True for a kind that is one of those that are asked for, or below one of them.
  private static func isWanted(_ kind: String, _ wanted: [String]?) -> Bool {
    wanted?.contains { $0.isEmpty || kind == $0 || kind.hasPrefix("\($0).") } ?? true
  }

  /// An offer, with the data by which its edit is found later.
  private func json(
    _ offer: Offer, _ data: JSONNode, _ uri: String, _ text: EditorText,
    _ finder: inout PositionFinder
  ) -> JSONNode? {
    guard client.hasLiteralActions else {
      return ["title": .string(offer.title), "command": "duecal.action", "arguments": [data]]
    }
    var members: [(String, JSONNode)] = [
      ("title", .string(offer.title)), ("kind", .string(offer.kind)),
    ]
    if let problem = offer.problem {
      members.append(("diagnostics", [Self.json(problem, &finder)]))
      if client.hasPreferredActions, offer.isPreferred { members.append(("isPreferred", true)) }
    }
    if client.resolvesActionEdits {
      members.append(("data", data))
    } else {
      let edit = offer.edit().edit
      if edit.isEmpty { return nil }
      members.append(("edit", workspaceEdit(uri, text, edit)))
    }
    return .object(members)
  }

  /// Adds the edit to an action that was offered before.
  mutating func resolvedAction(_ params: JSONView?) throws(RequestFault) -> JSONNode {
    guard let params else {
      throw RequestFault(ErrorCode.invalidParams, "this action was not offered")
    }
    let found = try offeredEdit(params["data"])
    let edit = workspaceEdit(found.uri, found.text, found.edit)
    return .object(
      params.members.filter { $0.key != "edit" }
        .map { ($0.key, JSONNode.written(Array($0.value.written))) } + [("edit", edit)])
  }

  /// The edit of a document.
  private typealias DocumentEdit = (uri: String, text: EditorText, edit: TaskEdit)

  /// The edit of an action that was offered before; the editor is told if there is none.
  private mutating func offeredEdit(_ data: JSONView?) throws(RequestFault) -> DocumentEdit {
    guard let uri = data?["uri"]?.string, let text = documents[uri]?.text,
      let start = data?["start"]?.int, let end = data?["end"]?.int, 0 <= start, start <= end,
      end <= text.bytes.count, let title = data?["title"]?.string
    else { throw RequestFault(ErrorCode.invalidParams, "this action was not offered") }
    let offers = offers(uri, start..<end)
    let number = data?["number"]?.int ?? -1
    let offer = offers.indices.contains(number) ? offers[number] : nil
    let same = offers.first { $0.title == title }
    // A title may have the time in it, which goes on.
    let isSame = offer.map { Self.isSame($0.title, title) } ?? false
    guard data?["version"]?.int == text.version, let found = isSame ? offer : same else {
      throw Self.textHasChanged
    }
    return (uri, text, shown(found.edit()))
  }

  /// True for titles that differ at most in their figures.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    func words(_ title: String) -> [UInt8] { title.utf8.filter { !(0x30...0x39).contains($0) } }
    return words(left) == words(right)
  }

  /// An edit; the editor is told why it is empty.
  private mutating func shown(_ answer: (edit: TaskEdit, faults: [String])) -> TaskEdit {
    if answer.edit.isEmpty, let fault = answer.faults.first { show(fault) }
    return answer.edit
  }

  mutating func show(_ sentence: String) {
    notify(editor: "window/showMessage", ["type": 2, "message": .string(sentence)])
  }

  // MARK: Commands

  mutating func execute(_ params: JSONView?) throws(RequestFault) -> JSONNode {
    let argument = params?["arguments"]?.elements.first
    let found: DocumentEdit
    switch params?["command"]?.string {
    case "duecal.action"?: found = try offeredEdit(argument)
    case "duecal.change"?: found = try changeEdit(argument)
    default:
      throw RequestFault(
        ErrorCode.invalidParams, "there is no such command; expected duecal.action or duecal.change"
      )
    }
    guard !found.edit.isEmpty else { return .null }
    let edit = workspaceEdit(found.uri, found.text, found.edit)
    request("workspace/applyEdit", ["edit": edit])
    return .null
  }

  /// The edit of a change that a person has given a name: `{"uri": …, "line": 3, "change": "snooze", "value": "+1w"}`.
  ///
  /// The version of the text may be given, as lenses do, so that no other line is changed.
  private mutating func changeEdit(_ argument: JSONView?) throws(RequestFault) -> DocumentEdit {
    guard let uri = argument?["uri"]?.string, let text = documents[uri]?.text,
      !text.hasLoneReturn, let document = editorDocument(uri)
    else { throw RequestFault(ErrorCode.invalidParams, "expected the uri of an open document") }
    if let version = argument?["version"], version.int != text.version {
      throw Self.textHasChanged
    }
    let change = try change(argument)
    let line = argument?["line"]?.int ?? (change.isOfWholeFile ? 0 : -1)
    guard let action = document.action(change, line: line) else {
      throw RequestFault(ErrorCode.invalidParams, "expected the line of a task")
    }
    return (uri, text, shown(document.edit(of: action)))
  }

  private func change(_ argument: JSONView?) throws(RequestFault) -> EditorAction.Change {
    let value = argument?["value"]?.string
    guard let name = argument?["change"]?.string, EditorAction.Change.names.contains(name) else {
      let names = EditorAction.Change.names.joined(separator: ", ")
      throw RequestFault(ErrorCode.invalidParams, "expected a change: \(names)")
    }
    guard let change = EditorAction.Change(name: name, value: value) else {
      let sentence =
        value.map { "\($0.quoted) is not a tag; expected one such as @phone or priority=1" }
        ?? "\(name) needs a value"
      throw RequestFault(ErrorCode.invalidParams, sentence)
    }
    return change
  }

  // MARK: Edits

  /// The edit of a document in the form that the editor knows.
  func workspaceEdit(_ uri: String, _ text: EditorText, _ edit: TaskEdit) -> JSONNode {
    Self.workspaceEdit(
      [(uri, text.version, .array(json(edit, text)))], isVersioned: client.hasVersionedEdits)
  }

  /// The edits of some documents; those that are not open have no version.
  static func workspaceEdit(
    _ edits: [(uri: String, version: Int?, edits: JSONNode)], isVersioned: Bool
  ) -> JSONNode {
    guard isVersioned else {
      return ["changes": .object(edits.map { ($0.uri, $0.edits) })]
    }
    let changes = edits.map { edit -> JSONNode in
      let version = edit.version.map(JSONNode.int) ?? .null
      return [
        "textDocument": ["uri": .string(edit.uri), "version": version], "edits": edit.edits,
      ]
    }
    return ["documentChanges": .array(changes)]
  }

  func json(_ edit: TaskEdit, _ text: EditorText) -> [JSONNode] {
    var finder = PositionFinder(text, encoding)
    return edit.splices.map { splice in
      [
        "range": Self.json(splice.range, &finder),
        "newText": .string(String(decoding: splice.bytes, as: UTF8.self)),
      ]
    }
  }
}
