import { createHash } from 'node:crypto';

/** A name as hosts and the authors of texts spell it; written apart from the code that replaces names, on purpose. */
export function spellingsOf(name: string): string[] {
  const letters = name.replaceAll(/[^\w-]+/g, '_');
  const sent = /^[\w.-]+$/.test(name)
    ? name.replaceAll('.', '__')
    : `${letters}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
  return [
    ...[name, name.toUpperCase(), sent, sent.toUpperCase(), letters],
    ...['mcp__pegboard__', 'mcp__second-board_of-us__', 'mcp_pegboard_', 'pegboard__'].map((prefix) => prefix + sent),
    name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase()),
    // Two words with a hyphen are plain English, and stay.
    ...(letters.split('_').length > 2 ? [letters.replaceAll('_', '-')] : []),
  ];
}
