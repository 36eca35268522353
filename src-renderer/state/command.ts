/** One thing a user can do. The palette, the keymap and the list of shortcuts all read the same commands. */
export interface Command {
  /** Stable: `<area>.<verb>`. */
  readonly id: string;
  readonly title: string;
  /** Heading in the palette and in the list of shortcuts. */
  readonly group: string;
  /** Other words that people search for; the palette finds the command by them, too. */
  readonly words?: string;
  /** Keys joined by "+": `mod+k` (⌘ on a Mac, Ctrl elsewhere), `alt+f`, `?`. */
  readonly shortcut?: string;
  /** Whether it can run now; without it, always. */
  readonly when?: () => boolean;
  run(): void;
}

/** Makes commands under one heading; the ids that they are given follow `prefix`. */
export const commandsOf =
  (group: string, prefix = '') =>
  (id: string, command: Omit<Command, 'id' | 'group'>): Command => ({ id: `${prefix}${id}`, group, ...command });
