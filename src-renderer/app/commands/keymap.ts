import type { Command } from '../../state/command.ts';
import { strings } from '../../strings/app.ts';

/** The parts of a keyboard event that the keymap reads. */
export interface KeyPress {
  readonly key: string;
  /** Place of the key, `KeyF`: with Alt held, `key` is a special character on a Mac. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

interface Shortcut {
  readonly key: string;
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

function parseShortcut(shortcut: string): Shortcut {
  const parts = shortcut.toLowerCase().split('+');
  return {
    key: parts.at(-1) ?? '',
    mod: parts.includes('mod'),
    alt: parts.includes('alt'),
    shift: parts.includes('shift'),
  };
}

/** Whether the keys pressed are this shortcut. `mod` is ⌘ on a Mac and Ctrl elsewhere; the other of the two never counts. */
export function matchesShortcut(shortcut: string, press: KeyPress, isMac: boolean): boolean {
  const wanted = parseShortcut(shortcut);
  const mod = isMac ? press.metaKey : press.ctrlKey;
  const other = isMac ? press.ctrlKey : press.metaKey;
  if (other || mod !== wanted.mod || press.altKey !== wanted.alt) return false;
  // A punctuation key says by itself whether Shift was needed for it, and that differs by keyboard.
  const isLetterOrDigit = /^[a-z0-9]$/.test(wanted.key);
  if (!isLetterOrDigit) return press.key.toLowerCase() === wanted.key;
  if (press.shiftKey !== wanted.shift) return false;
  if (wanted.alt) return press.code.toLowerCase() === keyCode(wanted.key);
  return press.key.toLowerCase() === wanted.key;
}

function keyCode(key: string): string {
  return /[0-9]/.test(key) ? `digit${key}` : `key${key}`;
}

/** Where keys go: into a text, or nowhere in particular. */
export interface Writing {
  readonly isWriting: boolean;
  /** Whether the text has something of its own to undo or redo. */
  readonly hasOwnUndo: boolean;
}

/** Whether the shortcut belongs to the text while somebody writes: a plain character, or undo and redo. */
function belongsToText(shortcut: string, { isWriting, hasOwnUndo }: Writing): boolean {
  const { key, mod, alt } = parseShortcut(shortcut);
  return isWriting && ((!mod && !alt) || (mod && key === 'z' && hasOwnUndo));
}

/** The command these keys run now, or undefined. */
export function commandFor(
  commands: readonly Command[],
  press: KeyPress,
  { isMac, ...writing }: Writing & { readonly isMac: boolean },
): Command | undefined {
  return commands.find(
    ({ shortcut, when }) =>
      shortcut !== undefined &&
      !belongsToText(shortcut, writing) &&
      matchesShortcut(shortcut, press, isMac) &&
      (when?.() ?? true),
  );
}

/** The keys of a shortcut as they are printed: `['⌘', 'K']`, `['Ctrl', 'K']`. */
export function shortcutKeys(shortcut: string, isMac: boolean): string[] {
  const { key, mod, alt, shift } = parseShortcut(shortcut);
  return [
    ...(mod ? [isMac ? '⌘' : strings.keymap.ctrl] : []),
    ...(alt ? [isMac ? '⌥' : 'Alt'] : []),
    ...(shift ? [isMac ? '⇧' : 'Shift'] : []),
    key.length === 1 ? key.toUpperCase() : key,
  ];
}
