import { describe, expect, it } from 'vitest';
import { commandFor, type KeyPress, matchesShortcut, shortcutKeys } from '../../../src-renderer/app/commands/keymap.ts';
import { hasOwnUndo, noteInput } from '../../../src-renderer/app/commands/own-undo.ts';
import type { Command } from '../../../src-renderer/state/command.ts';

const press = (key: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
});

describe('keymap', () => {
  it('reads mod as Ctrl, and as ⌘ on a Mac', () => {
    expect(matchesShortcut('mod+k', press('k', { ctrlKey: true }), false)).toBe(true);
    expect(matchesShortcut('mod+k', press('k', { metaKey: true }), true)).toBe(true);
    expect(matchesShortcut('mod+k', press('k', { ctrlKey: true }), true)).toBe(false);
    expect(matchesShortcut('mod+k', press('k', { metaKey: true }), false)).toBe(false);
  });

  it('does not take a shortcut with one modifier more', () => {
    expect(matchesShortcut('mod+k', press('K', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
    expect(matchesShortcut('mod+k', press('k', { ctrlKey: true, altKey: true }), false)).toBe(false);
  });

  it('finds Alt shortcuts by the place of the key, as a Mac types special characters with ⌥', () => {
    expect(matchesShortcut('alt+f', press('ƒ', { altKey: true, code: 'KeyF' }), true)).toBe(true);
    expect(matchesShortcut('alt+1', press('¡', { altKey: true, code: 'Digit1' }), true)).toBe(true);
  });

  it('takes punctuation whether or not a keyboard needs Shift for it', () => {
    expect(matchesShortcut('?', press('?', { shiftKey: true }), false)).toBe(true);
    expect(matchesShortcut('/', press('/', { shiftKey: true }), false)).toBe(true);
  });

  it('leaves undo and redo to the text while somebody writes', () => {
    const undo = [{ id: 'undo', title: 'Undo', group: 'x', shortcut: 'mod+z', run: () => {} }];
    const keys = press('z', { ctrlKey: true });
    expect(commandFor(undo, keys, { isMac: false, isWriting: true, hasOwnUndo: true })).toBeUndefined();
    expect(commandFor(undo, keys, { isMac: false, isWriting: true, hasOwnUndo: false })?.id).toBe('undo');
    expect(commandFor(undo, keys, { isMac: false, isWriting: false, hasOwnUndo: true })?.id).toBe('undo');
  });

  it('gives undo to the app in a field that is empty, until the user empties it', () => {
    const field = { value: '' };
    expect(hasOwnUndo(field)).toBe(false);
    field.value = 'slack.*';
    noteInput(field);
    expect(hasOwnUndo(field)).toBe(true);
    // Enter: the app takes the text, which makes no input event.
    field.value = '';
    expect(hasOwnUndo(field)).toBe(false);
    noteInput(field);
    expect(hasOwnUndo(field)).toBe(true);
    // An editor has no value, and a history of its own.
    expect(hasOwnUndo({})).toBe(true);
  });

  it('leaves plain characters to the text while somebody writes, and keeps the others', () => {
    const commands: Command[] = [
      { id: 'help', title: '', group: '', shortcut: '?', run() {} },
      { id: 'palette', title: '', group: '', shortcut: 'mod+k', run() {} },
    ];
    const writing = { isMac: false, isWriting: true, hasOwnUndo: false };
    expect(commandFor(commands, press('?'), writing)).toBeUndefined();
    expect(commandFor(commands, press('?'), { ...writing, isWriting: false })?.id).toBe('help');
    expect(commandFor(commands, press('k', { ctrlKey: true }), writing)?.id).toBe('palette');
  });

  it('passes over a command that cannot run now', () => {
    const commands: Command[] = [
      { id: 'first', title: '', group: '', shortcut: 'alt+p', when: () => false, run() {} },
      { id: 'second', title: '', group: '', shortcut: 'alt+p', run() {} },
    ];
    const found = commandFor(commands, press('p', { altKey: true }), {
      isMac: false,
      isWriting: false,
      hasOwnUndo: false,
    });
    expect(found?.id).toBe('second');
  });

  it('prints keys as the platform names them', () => {
    expect(shortcutKeys('mod+shift+k', false)).toEqual(['Ctrl', 'Shift', 'K']);
    expect(shortcutKeys('mod+k', true)).toEqual(['⌘', 'K']);
    expect(shortcutKeys('?', false)).toEqual(['?']);
  });
});
