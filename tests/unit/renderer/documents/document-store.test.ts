import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptDraft, PutDraftInput } from '#shared/domain/draft.ts';
import { PegboardError } from '#shared/errors.ts';
import { closeDocumentTab } from '../../../../src-renderer/documents/close-document.ts';
import {
  discardDocument,
  documentAt,
  editDocument,
  editDocumentBy,
  followDocument,
  keepMineOf,
  releaseDocument,
  renameDocument,
  saveDocument,
  useDocuments,
} from '../../../../src-renderer/documents/document-store.ts';
import { draftKey } from '../../../../src-renderer/documents/draft-journal.ts';
import { useRecoveredDrafts } from '../../../../src-renderer/documents/recovered-drafts.ts';
import { openTab, rowKey } from '../../../../src-renderer/documents/tab-store.ts';
import type { PegboardClient } from '../../../../src-renderer/platform/client.ts';
import { useUnsavedWorkStore } from '../../../../src-renderer/state/unsaved-work.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // Other tests in this process leave work unsaved.
  useUnsavedWorkStore.setState({ work: {} });
});
afterEach(() => void vi.useRealTimers());

let workspaces = 0;

/** A workspace with a file, a core that keeps drafts, and the document of the file. */
function bench({ left = [] as readonly KeptDraft[] } = {}) {
  const workspace = `/w${++workspaces}`;
  const drafts = new Map<string, PutDraftInput | KeptDraft>(left.map((draft) => [draft.id, draft]));
  const calls = {
    put: async (draft: PutDraftInput) => void drafts.set(draft.id, draft),
    drop: async ({ id }: { id: string }) => ({ dropped: drafts.delete(id) }),
    list: async () => left.map(({ text, ...draft }) => ({ ...draft, length: text.length })),
    read: async ({ id }: { id: string }) => drafts.get(id) ?? null,
  };
  const open = { path: workspace };
  const client = { drafts: calls, workspace: { current: async () => open } } as unknown as PegboardClient;
  const disk = { text: 'one', hash: 'h-one' };
  const at = { workspace, id: 'pack:a.yaml' };
  const save = vi.fn(async (text: string, expected: string) => {
    if (expected !== disk.hash) throw new PegboardError('file_changed', 'changed');
    Object.assign(disk, { text, hash: `h-${text}` });
    return { ...disk };
  });
  const home = { client, ...at, title: 'a.yaml', path: 'packs/a.yaml', save };
  const key = draftKey(at);
  const follow = async () => {
    followDocument(home, { ...disk });
    await vi.advanceTimersByTimeAsync(0);
  };
  return { at, key, home, save, disk, drafts, follow, open, state: () => documentAt(key) };
}

const guarded = () => Object.values(useUnsavedWorkStore.getState().work);

describe('documents of a window', () => {
  it('are never saved into another workspace, be there a file of the same name and text', async () => {
    const { at, key, save, drafts, follow, open, state } = bench();
    await follow();
    editDocument(key, 'two');
    open.path = '/other';
    await saveDocument(key);
    expect(save).not.toHaveBeenCalled();
    expect(state()).toMatchObject({ text: 'two', saving: false, error: null });
    useDocuments.setState({ shown: key });
    await saveDocument(key);
    expect(state()?.error?.code).toBe('workspace_not_found');
    await vi.advanceTimersByTimeAsync(2000);
    expect(drafts.get('pack:a.yaml')).toMatchObject({ text: 'two' });
    useDocuments.setState({ shown: null });
    open.path = at.workspace;
    await saveDocument(key);
    expect(save).toHaveBeenCalledWith('two', 'h-one');
  });

  it('have what a form edits in their text at once: a save in the same frame writes it, and what it refuses changes nothing', async () => {
    const { at, key, save, follow, state } = bench();
    await follow();
    expect(editDocumentBy(key, (text) => `${text} by form`)).toBeNull();
    const saving = saveDocument(key);
    expect(editDocumentBy(key, (text) => `${text}, more`)).toBeNull();
    await saving;
    expect(save.mock.calls[0]).toEqual(['one by form', 'h-one']);
    expect(state()?.text).toBe('one by form, more');
    const refuse = () => {
      throw new PegboardError('skill_not_editable', 'It cannot be.', { hint: 'Edit the text.' });
    };
    expect(editDocumentBy(key, refuse)).toBe('It cannot be. Edit the text.');
    expect(state()?.text).toBe('one by form, more');
    expect(editDocumentBy('none', String)).toBe('The file has not been read yet.');
    discardDocument(at);
  });

  it('are not forgotten when their tab is closed in the frame of an edit', async () => {
    const { at, key, follow, state } = bench();
    await follow();
    const row = rowKey(at.workspace, 'pack');
    openTab(row, { id: at.id, title: 'a.yaml' });
    editDocumentBy(key, () => 'by form');
    closeDocumentTab(at, row);
    expect(state()?.text).toBe('by form');
    expect(guarded()).toEqual(['a.yaml is not saved yet.']);
    discardDocument(at);
  });

  it('journal what is typed within two seconds, and forget it once it is saved', async () => {
    const { key, drafts, follow, state } = bench();
    await follow();
    editDocument(key, 'two');
    expect(guarded()).toEqual(['a.yaml is not saved yet.']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(drafts.get('pack:a.yaml')).toMatchObject({ text: 'two', base_hash: 'h-one', path: 'packs/a.yaml' });
    await saveDocument(key);
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toMatchObject({ base: { text: 'two', hash: 'h-two' }, saving: false });
    expect(drafts.size).toBe(0);
    expect(guarded()).toEqual([]);
  });

  it('open with what was left behind, which is then offered no longer', async () => {
    const left = {
      id: 'pack:a.yaml',
      title: 'a.yaml',
      path: null,
      base_hash: 'h-one',
      text: 'typed',
      saved_at: '2026',
    };
    const { at, key, follow, state } = bench({ left: [left] });
    await follow();
    expect(state()).toMatchObject({ text: 'typed', conflict: null });
    expect(useRecoveredDrafts.getState().drafts[at.workspace]).toEqual([]);
    expect(releaseDocument(key)).toBe(false);
    discardDocument(at);
    expect(state()).toBeUndefined();
    expect(guarded()).toEqual([]);
  });

  it('never write over a file that is another by now, unless a person says so', async () => {
    const { key, disk, save, follow, state } = bench();
    await follow();
    editDocument(key, 'mine');
    Object.assign(disk, { text: 'theirs', hash: 'h-theirs' });
    await saveDocument(key);
    expect(state()?.error).toMatchObject({ code: 'file_changed' });
    expect(disk.text).toBe('theirs');
    await follow();
    expect(state()?.conflict).toEqual(disk);
    save.mockClear();
    await saveDocument(key);
    expect(save).not.toHaveBeenCalled();
    await keepMineOf(key);
    expect(save).toHaveBeenCalledWith('mine', 'h-theirs');
    expect(disk.text).toBe('mine');
    releaseDocument(key);
  });

  it('are saved once more when that is asked for while they are being saved', async () => {
    const { key, disk, save, follow, state } = bench();
    await follow();
    editDocument(key, 'two');
    const saving = saveDocument(key);
    editDocument(key, 'three');
    await saveDocument(key);
    await saving;
    expect(save.mock.calls).toEqual([
      ['two', 'h-one'],
      ['three', 'h-two'],
    ]);
    expect(disk.text).toBe('three');
    expect(state()).toMatchObject({ saving: false, base: { text: 'three' } });
    releaseDocument(key);
  });

  it('wait for the connection before they open, for a draft may be there', async () => {
    const left = {
      id: 'pack:a.yaml',
      title: 'a.yaml',
      path: null,
      base_hash: 'h-one',
      text: 'typed',
      saved_at: '2026',
    };
    const { at, home, key, follow, state } = bench({ left: [left] });
    const { list, read } = home.client.drafts;
    const lost = async () => Promise.reject(new PegboardError('disconnected', 'lost'));
    Object.assign(home.client.drafts, {
      list: vi.fn(list).mockImplementationOnce(lost),
      read: vi.fn(read).mockImplementationOnce(lost),
    });
    await follow();
    expect(state()).toMatchObject({ text: 'typed' });
    expect(documentAt(key)).toBe(state());
    discardDocument(at);
  });

  it('take their unsaved text along to another name', async () => {
    const { at, key, drafts, follow } = bench();
    await follow();
    editDocument(key, 'typed');
    await vi.advanceTimersByTimeAsync(2000);
    const to = { id: 'pack:b.yaml', title: 'b.yaml', path: 'packs/b.yaml' };
    renameDocument(at, to);
    await vi.advanceTimersByTimeAsync(2000);
    expect([...drafts.keys()]).toEqual(['pack:b.yaml']);
    expect(documentAt(key)).toBeUndefined();
    expect(documentAt(draftKey({ ...at, id: to.id }))).toMatchObject({ text: 'typed' });
    discardDocument({ ...at, id: to.id });
  });
});
