import { createTwoFilesPatch } from 'diff';
import type { ClientDefinition } from '../client-configs/client-definition.ts';
import { isRecord } from '../client-configs/read-server-map.ts';
import { createMasker, isHideable, type Secret } from '../secrets/masker.ts';
import { namesSecret } from '../secrets/secret-names.ts';

/** Longest line of a difference that is shown whole, characters. */
const longest = 400;
/** Characters around what differs in a longer one. */
const around = 100;

interface Change {
  readonly path: string;
  /** Texts of the file; null for no file. */
  readonly before: string | null;
  readonly after: string | null;
  readonly definition: ClientDefinition;
  /** The parsed text before, for names that say what is secret. */
  readonly value: unknown;
}

/**
 * The change of a configuration as a unified difference for people. Values that servers get, and what is named as a secret anywhere in the
 * file, are hidden; a very long line is cut to where it differs.
 */
export function shownChange({ path, before, after, definition, value }: Change): string {
  if (before === after) return '';
  const named = (text: string | null) => (text === null ? '/dev/null' : path);
  const patch = createTwoFilesPatch(
    named(before),
    named(after),
    readable(before),
    readable(after),
    undefined,
    undefined,
    {
      context: 3,
    },
  );
  const lines = patch.split('\n').filter((line) => !/^=+$/.test(line));
  const masker = createMasker(secretsOf({ path, text: before ?? '', definition, value }));
  return shortened(lines)
    .map((line) => masker.text(line))
    .join('\n');
}

const readable = (text: string | null) => (text ?? '').replace(/^\ufeff/, '').replaceAll('\r\n', '\n');

/** Long lines, such as those of a file that is one line: each with its counterpart, as far as the two differ. */
function shortened(lines: readonly string[]): string[] {
  return lines.map((line, i) => {
    if (line.length <= longest) return line;
    const sign = line[0] ?? '';
    const other =
      sign === '-'
        ? lines.slice(i).find((one) => one.startsWith('+'))
        : lines.slice(0, i).findLast((one) => one.startsWith('-'));
    if (sign === ' ' || other === undefined) return `${line.slice(0, around)}…`;
    const [from, to] = differing(line.slice(1), other.slice(1));
    const [start, end] = [Math.max(0, from - around), Math.min(line.length - 1, to + around)];
    return `${sign}${start > 0 ? '…' : ''}${line.slice(start + 1, end + 1)}${end < line.length - 1 ? '…' : ''}`;
  });
}

/** The stretch of a text that another one does not have, by the starts and ends that both share. */
function differing(text: string, other: string): [number, number] {
  let start = 0;
  while (start < text.length && text[start] === other[start]) start++;
  let end = 0;
  const most = Math.min(text.length, other.length) - start;
  while (end < most && text[text.length - 1 - end] === other[other.length - 1 - end]) end++;
  return [start, text.length - end];
}

function secretsOf({
  path,
  text,
  definition,
  value,
}: Omit<Change, 'before' | 'after'> & { readonly text: string }): Secret[] {
  const read = definition.read(text.replace(/^\ufeff/, ''), { path, scope: 'user', project: null });
  const ofServers = [...read.values.values()].flatMap((values) =>
    Object.entries(values).map(([name, held]) => ({ name, value: held })),
  );
  const hidden = ofServers.filter(({ name, value: held }) => isHideable(name, held));
  return [...hidden, ...namedSecrets(value)].map((secret) => ({ name: null, value: secret.value }));
}

/** Texts below keys that name a secret, anywhere in a value. */
function namedSecrets(value: unknown): { readonly value: string }[] {
  const found: { value: string }[] = [];
  const waiting: { value: unknown; isSecret: boolean }[] = [{ value, isSecret: false }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: held, isSecret } = next;
    if (typeof held === 'string' && isSecret) found.push({ value: held });
    if (Array.isArray(held)) for (const item of held) waiting.push({ value: item, isSecret });
    else if (isRecord(held)) {
      for (const [key, item] of Object.entries(held))
        waiting.push({ value: item, isSecret: isSecret || namesSecret(key) });
    }
  }
  return found;
}
