import { describe, expect, it } from 'vitest';
import {
  editedText,
  followedDisk,
  isDirty,
  keptMine,
  openedDocument,
  revertedText,
  savedText,
  tookTheirs,
} from '../../../../src-renderer/documents/document-state.ts';

const version = (n: number) => ({ text: `version ${n}`, hash: `h${n}` });
const opened = openedDocument(version(1), null);
const edited = editedText(opened, 'mine');

describe('a document', () => {
  it('follows its file while nothing is typed', () => {
    const after = followedDisk(opened, version(2));
    expect(after).toMatchObject({ text: 'version 2', base: version(2), conflict: null });
    expect(isDirty(after)).toBe(false);
  });

  it('that has unsaved text keeps it, and asks when the file is another', () => {
    const after = followedDisk(edited, version(2));
    expect(after).toMatchObject({ text: 'mine', base: version(1), conflict: version(2) });
    expect(keptMine(after)).toMatchObject({ text: 'mine', base: version(2), conflict: null });
    expect(tookTheirs(after)).toMatchObject({ text: 'version 2', base: version(2), conflict: null });
    expect(revertedText(after)).toMatchObject({ text: 'version 2', conflict: null });
  });

  it('asks about the last of several changes, and no longer when the file is what it was', () => {
    const twice = followedDisk(followedDisk(edited, version(2)), version(3));
    expect(twice.conflict).toEqual(version(3));
    expect(followedDisk(twice, version(1))).toMatchObject({ text: 'mine', conflict: null });
  });

  it('has no conflict with a file that says what was typed', () => {
    const after = followedDisk(edited, { text: 'mine', hash: 'h9' });
    expect(after).toMatchObject({ text: 'mine', conflict: null, base: { text: 'mine', hash: 'h9' } });
    expect(isDirty(after)).toBe(false);
  });

  it('keeps what is typed while it is saved', () => {
    const typedOn = editedText({ ...edited, saving: true }, 'mine and more');
    const after = savedText(typedOn, 'mine', { text: 'mine', hash: 'h2' });
    expect(after).toMatchObject({ text: 'mine and more', base: { text: 'mine', hash: 'h2' }, saving: false });
  });

  it('takes an old answer about the file, that arrives after a save, for what it is', () => {
    const once = savedText(editedText(opened, 'v2'), 'v2', { text: 'v2', hash: 'h2' });
    const twice = savedText(editedText(once, 'v3'), 'v3', { text: 'v3', hash: 'h3' });
    expect(followedDisk(twice, version(1)).text).toBe('v3');
    const late = followedDisk(twice, { text: 'v2', hash: 'h2' });
    expect(late).toMatchObject({ text: 'v3', conflict: null });
    const heard = followedDisk(late, { text: 'v3', hash: 'h3' });
    // From here on the same hash is a change that somebody made.
    expect(followedDisk(heard, { text: 'v2', hash: 'h2' }).text).toBe('v2');
  });

  it('opens with its draft; where the file has changed since, it asks', () => {
    const same = openedDocument(version(1), { text: 'mine', base_hash: 'h1' });
    expect(same).toMatchObject({ text: 'mine', base: version(1), conflict: null });
    const changed = openedDocument(version(2), { text: 'mine', base_hash: 'h1' });
    expect(changed).toMatchObject({ text: 'mine', base: { text: null }, conflict: version(2) });
    expect(isDirty(changed)).toBe(true);
    expect(keptMine(changed)).toMatchObject({ text: 'mine', base: version(2), conflict: null });
    const saved = openedDocument(version(2), { text: 'version 2', base_hash: 'h1' });
    expect(isDirty(saved)).toBe(false);
  });
});
