import type { ServedEntry } from '#shared/domain/connect.ts';
import { isRecord } from './read-server-map.ts';

/** The settings of an entry that starts Pegboard as a gateway; null for any other entry. */
export function servedEntry(name: string, entry: unknown): ServedEntry | null {
  if (!isRecord(entry) || typeof entry.command !== 'string' || !Array.isArray(entry.args)) return null;
  const words = [entry.command, ...entry.args.map((word: unknown) => (typeof word === 'string' ? word : ''))];
  const at = words.indexOf('mcp');
  const isOurs = words.slice(0, Math.max(at, 0)).some((word) => ownWord.test(word));
  if (!isOurs) return null;
  const given = (option: string) => {
    const found = words.indexOf(option, at);
    return found < 0 ? null : (words[found + 1] ?? null);
  };
  return { name, workspace: given('--workspace'), persona: given('--persona'), mode: given('--mode') };
}

/** The command `pegboard`, and the file that it runs. */
const ownWord = /(?:^|[\\/])(?:pegboard(?:\.(?:cmd|exe))?|hosts[\\/]cli[\\/]bin\.mjs)$/;
