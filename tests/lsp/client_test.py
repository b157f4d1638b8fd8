"""`pytest-lsp`, a client of the protocol's reference types, on the project in LIMN_PROJECT: problems, completion, a rename across files, a fix."""

import asyncio
import os
import pathlib

import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

PROJECT = pathlib.Path(os.environ["LIMN_PROJECT"])


@pytest_lsp.fixture(
    params=["neovim", "visual_studio_code"],
    config=ClientServerConfig(server_command=[os.environ["LIMN"], "lsp"]),
)
async def client(request, lsp_client: LanguageClient):
    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def registered(_params: types.RegistrationParams):
        return None

    folder = types.WorkspaceFolder(uri=PROJECT.as_uri(), name="project")
    params = types.InitializeParams(
        capabilities=client_capabilities(request.param), workspace_folders=[folder]
    )
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


def place(text: str, words: str) -> types.Position:
    """The position of `|` in some words."""
    at = text.index(words.replace("|", "")) + words.index("|")
    before = text[:at]
    line = before.count("\n")
    column = before[before.rfind("\n") + 1 :]
    return types.Position(line=line, character=len(column.encode("utf-16-le")) // 2)


async def test_problems_completion_rename_and_fix(client: LanguageClient):
    path = PROJECT / "shop.yaml"
    text = path.read_text(encoding="utf-8")
    document = types.TextDocumentIdentifier(uri=path.as_uri())
    item = types.TextDocumentItem(uri=path.as_uri(), language_id="yaml", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))

    # A client that pulls problems gets no reports.
    if client.capabilities.text_document.diagnostic:
        report = await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(text_document=document))
        problems = report.items
    else:
        await asyncio.wait_for(client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), 20)
        problems = client.diagnostics[path.as_uri()]
    assert [problem.code for problem in problems] == ["tosca/unknown-node-type"], problems
    assert "`tosca.nodes.Compte`" in problems[0].message

    found = await client.text_document_completion_async(
        types.CompletionParams(text_document=document, position=place(text, "type: shop.|Web"))
    )
    labels = [item.label for item in found.items]
    assert "shop.Web" in labels and "shop.Base" in labels, labels

    edit = await client.text_document_rename_async(
        types.RenameParams(text_document=document, position=place(text, "type: shop.W|eb"), new_name="shop.Front")
    )
    if edit.document_changes:
        renamed = {change.text_document.uri: [it.new_text for it in change.edits] for change in edit.document_changes}
    else:
        renamed = {uri: [it.new_text for it in edits] for uri, edits in edit.changes.items()}
    web = PROJECT / "types" / "web.yaml"
    assert set(renamed) == {path.as_uri(), web.as_uri()}, renamed

    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=document, range=problems[0].range, context=types.CodeActionContext(diagnostics=problems)
        )
    )
    fix = next(action for action in actions if "tosca.nodes.Compute" in action.title)
    if fix.edit is None:
        fix = await client.code_action_resolve_async(fix)
    assert fix.edit is not None, fix

    # The fix, applied as an editor does, leaves no problem.
    if fix.edit.document_changes:
        changes = {change.text_document.uri: change.edits for change in fix.edit.document_changes}
    else:
        changes = fix.edit.changes
    assert set(changes) == {path.as_uri()}, changes
    fixed = applied(text, changes[path.as_uri()])
    assert fixed == text.replace("tosca.nodes.Compte", "tosca.nodes.Compute"), fixed
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=path.as_uri(), version=2),
            content_changes=[types.TextDocumentContentChangeWholeDocument(text=fixed)],
        )
    )
    if client.capabilities.text_document.diagnostic:
        report = await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(text_document=document))
        assert not report.items, report.items
    else:
        while client.diagnostics[path.as_uri()]:
            await asyncio.wait_for(client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), 20)


def applied(text: str, edits) -> str:
    """The text after edits whose positions count UTF-16 code units."""

    def offset(position: types.Position) -> int:
        lines = text.splitlines(keepends=True)
        line = lines[position.line] if position.line < len(lines) else ""
        head = line.encode("utf-16-le")[: 2 * position.character].decode("utf-16-le")
        return sum(map(len, lines[: position.line])) + len(head)

    for edit in sorted(edits, key=lambda edit: offset(edit.range.start), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text
