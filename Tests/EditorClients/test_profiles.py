"""Asks `duecal lsp` everything an editor asks, as each editor that pytest-lsp knows.

Each message is read by types that are made from the protocol's own model, and a warning about the specification fails
the test. Usage: Tests/EditorClients/run DUECAL
"""
import asyncio
import os
import pathlib
import subprocess
import sys
import tempfile

import pytest
import pytest_lsp
from driving import world
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

DUECAL = os.environ["DUECAL_BINARY"]
WORLD = world(tempfile.mkdtemp())
PROFILES = ["emacs_v29.1", "neovim_v0.6.1", "neovim_v0.7.0", "neovim_v0.8.0", "neovim_v0.9.1", "neovim_v0.10.0",
            "neovim_v0.11.0", "visual_studio_code_v1.65.2"]
TEXT = """Home:
\t- 🧾 Pay rent @due(2026-12-01) @repeat(monthly)
\t- Call Ann @phone @due(tomorrow)
\t- Old @done(2026-11-20)
\t- Broken @due(2026-02-30)
\t- See https://example.org/a and ./notes.md
Archive:
\t- Gone @done(2026-01-01) @project(Home)
"""


@pytest_lsp.fixture(params=PROFILES, config=ClientServerConfig(server_command=[DUECAL, "lsp"], server_env=WORLD))
async def client(request, lsp_client: LanguageClient, tmp_path_factory):
    folder = tmp_path_factory.mktemp("workspace")
    (folder / "home.taskpaper").write_text(TEXT)
    (folder / "other.taskpaper").write_text("Work:\n\t- Ring Bob @phone @project(Home)\n")
    (folder / "plan.md").write_text("# Plan\n\n- [ ] Write 📅 2026-12-03\n- [ ] Read @phone\n\nProse @phone\n")
    (folder / "bad.ics").write_bytes(
        b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20261125T100000Z\r\n"
        b"DTSTART:20261340\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
    capabilities = client_capabilities(request.param.replace("_v", "@v"))
    lsp_client.folder = folder
    lsp_client.edits = []

    @lsp_client.feature("client/registerCapability")
    def register(params):
        return None

    @lsp_client.feature("workspace/applyEdit")
    def apply(params):
        lsp_client.edits.append(params)
        return lsp.ApplyWorkspaceEditResult(applied=True)

    lsp_client.initialized_with = await lsp_client.initialize_session(lsp.InitializeParams(
        capabilities=capabilities, root_uri=folder.as_uri(),
        workspace_folders=[lsp.WorkspaceFolder(uri=folder.as_uri(), name="workspace")],
        client_info=lsp.ClientInfo(*request.param.split("_v")),
        initialization_options={"formatting": True}))
    yield
    await lsp_client.shutdown_session()


def open_file(client, name, language="taskpaper"):
    """Opens a file of the workspace, and returns its address."""
    path = client.folder / name
    uri = path.as_uri()
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(text_document=lsp.TextDocumentItem(
        uri=uri, language_id=language, version=1, text=path.read_bytes().decode())))
    return uri


def change(client, uri, version, *changes):
    """Sends changes ((line, character), (line, character), text) in one message."""
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(
        text_document=lsp.VersionedTextDocumentIdentifier(uri=uri, version=version),
        content_changes=[lsp.TextDocumentContentChangePartial(
            range=lsp.Range(start=lsp.Position(*start), end=lsp.Position(*end)), text=text)
            for start, end, text in changes]))


def place(uri, line, character):
    return {"text_document": lsp.TextDocumentIdentifier(uri=uri), "position": lsp.Position(line, character)}


def width(client, text):
    """The length of a text as the editor counts."""
    encoding = client.initialized_with.capabilities.position_encoding
    units = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
    codec, size = units[getattr(encoding, "value", encoding)]
    return len(text.encode(codec)) // size


def applied(client, text, edits):
    """A text after edits, which are all made for the text before."""
    lines = text.splitlines(keepends=True) + [""]

    def offset(position):
        line = lines[position.line]
        end = next((n for n in range(len(line) + 1) if width(client, line[:n]) >= position.character), len(line))
        return sum(map(len, lines[:position.line])) + end

    for edit in sorted(edits, key=lambda edit: offset(edit.range.start), reverse=True):
        text = text[:offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end):]
    return text


def items(answer):
    return answer.items if isinstance(answer, lsp.CompletionList) else answer or []


async def messages(client, uri):
    await client.wait_for_notification("textDocument/publishDiagnostics")
    while uri not in client.diagnostics:
        await client.wait_for_notification("textDocument/publishDiagnostics")
    return client.diagnostics[uri]


@pytest.mark.asyncio
async def test_messages_and_their_fixes(client: LanguageClient):
    uri = open_file(client, "home.taskpaper")
    found = await messages(client, uri)
    assert [(m.range.start.line, m.severity) for m in found] == [(2, 2), (4, 1)]
    assert all(m.source == "duecal" for m in found)
    actions = await client.text_document_code_action_async(lsp.CodeActionParams(
        text_document=lsp.TextDocumentIdentifier(uri=uri), range=found[1].range,
        context=lsp.CodeActionContext(diagnostics=[found[1]])))
    assert "Remove @due" in [action.title for action in actions]


@pytest.mark.asyncio
async def test_a_calendar(client: LanguageClient):
    uri = open_file(client, "bad.ics", "icalendar")
    found = await messages(client, uri)
    assert [m.code for m in found] == ["value-param"]
    assert found[0].range.start.line == 6


@pytest.mark.asyncio
async def test_completion_and_the_batch_of_neovim(client: LanguageClient):
    uri = open_file(client, "home.taskpaper")
    end = len(TEXT.splitlines())
    emoji = width(client, "- 🧾")
    change(client, uri, 2, ((end, 0), (end, 0), "- 🧾"), ((end, emoji), (end, emoji), " Pay"),
           ((end, emoji + 4), (end, emoji + 4), " @du"))
    answer = await client.text_document_completion_async(lsp.CompletionParams(**place(uri, end, emoji + 8)))
    assert [item.label for item in items(answer)][:1] == ["@due"]
    change(client, uri, 3, ((end, emoji + 8), (end, emoji + 8), "e(tom"))
    answer = await client.text_document_completion_async(lsp.CompletionParams(**place(uri, end, emoji + 13)))
    first = items(answer)[0]
    assert first.detail == "Thu 26 Nov 2026, tomorrow"
    assert first.text_edit.range.start.character == emoji + 10
    change(client, uri, 4, ((end, emoji + 10), (end, emoji + 13), "23"))
    answer = await client.text_document_completion_async(lsp.CompletionParams(**place(uri, end, emoji + 12)))
    assert [item.text_edit.new_text for item in items(answer)][:3] == ["2026-12-23)", "2027-01-23)", "2027-02-23)"]


@pytest.mark.asyncio
async def test_completion_of_signs(client: LanguageClient):
    uri = open_file(client, "plan.md", "markdown")
    start = width(client, "- [ ] Write 📅 ")
    change(client, uri, 2, ((2, start), (2, start + 10), "fri"))
    answer = await client.text_document_completion_async(lsp.CompletionParams(**place(uri, 2, start + 3)))
    assert items(answer)[0].text_edit.new_text in ("2026-11-27", "friday")
    change(client, uri, 3, ((3, 11), (3, 17), "@du"))
    answer = await client.text_document_completion_async(lsp.CompletionParams(**place(uri, 3, 14)))
    assert items(answer)[0].text_edit.new_text == "📅 "


@pytest.mark.asyncio
async def test_hover(client: LanguageClient):
    uri = open_file(client, "home.taskpaper")
    answer = await client.text_document_hover_async(lsp.HoverParams(**place(uri, 1, 22)))
    assert "Tue 1 Dec 2026, in 6 days" in answer.contents.value
    assert "next: Tue 1 Dec" in answer.contents.value
    answer = await client.text_document_hover_async(lsp.HoverParams(**place(uri, 1, 6)))
    assert "BEGIN:VTODO" in answer.contents.value


@pytest.mark.asyncio
async def test_actions_are_resolved_or_complete(client: LanguageClient):
    uri = open_file(client, "home.taskpaper")
    actions = await client.text_document_code_action_async(lsp.CodeActionParams(
        text_document=lsp.TextDocumentIdentifier(uri=uri),
        range=lsp.Range(start=lsp.Position(1, 5), end=lsp.Position(1, 5)),
        context=lsp.CodeActionContext(diagnostics=[])))
    action = next(action for action in actions if action.title == "Mark as done")
    if isinstance(action, lsp.Command):
        await client.workspace_execute_command_async(
            lsp.ExecuteCommandParams(command=action.command, arguments=action.arguments))
        edit = client.edits[0].edit
    else:
        if action.edit is None:
            action = await client.code_action_resolve_async(action)
        edit = action.edit
    changes = edit.document_changes[0].edits if edit.document_changes else edit.changes[uri]
    lines = applied(client, TEXT, changes).splitlines()
    assert lines[1] == "\t- 🧾 Pay rent @due(2027-01-01) @repeat(monthly)"
    assert lines[2] == "\t- 🧾 Pay rent @due(2026-12-01) @done(2026-11-25)"


@pytest.mark.asyncio
async def test_commands(client: LanguageClient):
    uri = open_file(client, "home.taskpaper")
    await client.workspace_execute_command_async(lsp.ExecuteCommandParams(
        command="duecal.change", arguments=[{"uri": uri, "line": 1, "change": "snooze", "value": "+3d"}]))
    assert len(client.edits) == 1
    with pytest.raises(Exception, match="expected a change"):
        await client.workspace_execute_command_async(lsp.ExecuteCommandParams(
            command="duecal.change", arguments=[{"uri": uri, "line": 1, "change": "no"}]))


@pytest.mark.asyncio
async def test_views(client: LanguageClient):
    uri = open_file(client, "home.taskpaper")
    document = lsp.TextDocumentIdentifier(uri=uri)
    everything = lsp.Range(start=lsp.Position(0, 0), end=lsp.Position(99, 0))
    hints = await client.text_document_inlay_hint_async(
        lsp.InlayHintParams(text_document=document, range=everything))
    assert [hint.label for hint in hints][:3] == ["4 open", "in 6 days", "tomorrow"]
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(text_document=document))
    assert lenses[0].command.title == "4 open in this file"
    assert lenses[1].command.title == "archive 1 done"
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(text_document=document))
    assert [(fold.start_line, fold.end_line) for fold in folds] == [(0, 5), (6, 7)]
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(text_document=document))
    assert symbols[0].name == "Home"
    links = await client.text_document_document_link_async(lsp.DocumentLinkParams(text_document=document))
    assert [link.target for link in links] == ["https://example.org/a", (client.folder / "notes.md").as_uri()]
    ranges = await client.text_document_selection_range_async(
        lsp.SelectionRangeParams(text_document=document, positions=[lsp.Position(1, 24)]))
    assert ranges[0].parent.range.start.line == 1


@pytest.mark.asyncio
async def test_tokens_and_their_changes(client: LanguageClient):
    uri = open_file(client, "home.taskpaper")
    document = lsp.TextDocumentIdentifier(uri=uri)
    full = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(text_document=document))
    change(client, uri, 2, ((2, 11), (2, 11), "e"))
    delta = await client.text_document_semantic_tokens_full_delta_async(
        lsp.SemanticTokensDeltaParams(text_document=document, previous_result_id=full.result_id))
    data = list(full.data)
    for edit in delta.edits:
        data[edit.start:edit.start + edit.delete_count] = edit.data or []
    again = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(text_document=document))
    assert data == list(again.data)
    part = await client.text_document_semantic_tokens_range_async(lsp.SemanticTokensRangeParams(
        text_document=document, range=lsp.Range(start=lsp.Position(0, 0), end=lsp.Position(1, 0))))
    assert list(part.data[:5]) == [0, 0, 4, 0, 0]


@pytest.mark.asyncio
async def test_names_across_files(client: LanguageClient):
    uri = open_file(client, "home.taskpaper")
    await asyncio.sleep(0.3)  # The index is read in the background.
    found = await client.text_document_references_async(lsp.ReferenceParams(
        **place(uri, 2, 14), context=lsp.ReferenceContext(include_declaration=True)))
    names = [pathlib.Path(location.uri).name for location in found]
    # .md files belong to duecal only if the configuration says so.
    assert names == ["home.taskpaper", "other.taskpaper"]
    marked = await client.text_document_document_highlight_async(
        lsp.DocumentHighlightParams(**place(uri, 2, 14)))
    assert len(marked) == 1
    where = await client.text_document_definition_async(lsp.DefinitionParams(**place(uri, 7, 38)))
    assert where[0].range.start == lsp.Position(0, 0)
    edit = await client.text_document_rename_async(lsp.RenameParams(**place(uri, 0, 2), new_name="House"))
    changed = edit.document_changes or list(edit.changes)
    assert len(changed) == 2
    with pytest.raises(Exception, match="not the name of a tag"):
        await client.text_document_rename_async(lsp.RenameParams(**place(uri, 2, 14), new_name="a b"))
    found = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query="bob"))
    assert [symbol.name for symbol in found] == ["Ring Bob"]


@pytest.mark.asyncio
async def test_formatting_and_typing(client: LanguageClient):
    uri = open_file(client, "home.taskpaper")
    document = lsp.TextDocumentIdentifier(uri=uri)
    options = lsp.FormattingOptions(tab_size=4, insert_spaces=False)
    change(client, uri, 2, ((3, 6), (3, 6), "   "))
    edits = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(text_document=document, options=options))
    assert len(edits) == 1
    change(client, uri, 3, ((1, 60), (1, 60), "\n"))
    edits = await client.text_document_on_type_formatting_async(
        lsp.DocumentOnTypeFormattingParams(**place(uri, 2, 0), ch="\n", options=options))
    assert [edit.new_text for edit in edits] == ["\t- "]


@pytest.mark.asyncio
async def test_drift_is_recovered(client: LanguageClient):
    uri = open_file(client, "home.taskpaper")
    await messages(client, uri)
    client.text_document_did_save(lsp.DidSaveTextDocumentParams(
        text_document=lsp.TextDocumentIdentifier(uri=uri), text="- a @due(2026-02-31)\n"))
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert [m.range.start.line for m in client.diagnostics[uri]] == [0]
    assert any("differed" in message.message for message in client.log_messages)


@pytest.mark.asyncio
async def test_a_lone_return_gets_one_message_and_no_edits(client: LanguageClient):
    uri = (client.folder / "odd.taskpaper").as_uri()
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(text_document=lsp.TextDocumentItem(
        uri=uri, language_id="taskpaper", version=1, text="- a\r- b @due(tomorrow)\n")))
    found = await messages(client, uri)
    assert len(found) == 1 and "CR alone" in found[0].message
    assert not await client.text_document_code_action_async(lsp.CodeActionParams(
        text_document=lsp.TextDocumentIdentifier(uri=uri),
        range=lsp.Range(start=lsp.Position(0, 0), end=lsp.Position(0, 0)),
        context=lsp.CodeActionContext(diagnostics=[])))


if __name__ == "__main__":
    sys.exit(subprocess.call([sys.executable, "-m", "pytest", *sys.argv[1:], __file__]))
