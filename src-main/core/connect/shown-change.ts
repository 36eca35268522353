import { createTwoFilesPatch } from 'diff';
import { configValue } from '../client-configs/edit-servers.ts';
import { isRecord } from '../client-configs/read-server-map.ts';
import { createMasker, isHideable } from '../secrets/masker.ts';
import { namesSecret } from '../secrets/secret-names.ts';
import type { ClientFile } from './client-file.ts';

/** Longest line of a difference that is shown whole, characters. */
const longest = 400;
/** Characters around what differs in a longer one. */
const around = 100;

/**
 * The change of a configuration as a unified difference for people. Values that servers get, and what is named as a secret anywhere in the
 * file, are hidden; a very long line is cut to where it differs.
 */
export function shownChange(file: ClientFile, after: string | null): string {
  const { path, text: before } = file;
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
  const lines = patch.split('\n').filter((line) => !/^(?:=+|Index: .*)$/.test(line));
  const hide = hiderOf(file, [before ?? '', after ?? '']);
  return shortened(lines).map(hide).join('\n');
}

const readable = (text: string | null) => (text ?? '').replace(/^\ufeff/, '').replaceAll('\r\n', '\n');

/** The variable of Pegboard's own entry with the folder of its data: what one agrees to, and no secret. */
const ownFolder = 'PEGBOARD_HOME';

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

/** Hides the values of servers where a whole text is one, and everything that looks like a secret wherever it stands. */
function hiderOf({ path, definition, form }: ClientFile, texts: readonly string[]): (line: string) => string {
  const reads = texts.map((text) =>
    definition.read(text.replace(/^\ufeff/, ''), { path, scope: 'user', project: null }),
  );
  const given = reads
    .flatMap(({ values }) => [...values.values()].flatMap((held) => Object.entries(held)))
    .filter(([name]) => name !== ownFolder);
  const whole = new Set(given.flatMap(([, held]) => [JSON.stringify(held), `'${held}'`]));
  const quoted =
    whole.size === 0
      ? null
      : new RegExp([...whole].map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'), 'g');
  const hidden = given.flatMap(([name, held]) => (isHideable(name, held) ? [held] : []));
  const named = texts.flatMap((text) => namedSecrets(configValue(text, { form, path })));
  const masker = createMasker([...hidden, ...named].map((held) => ({ name: null, value: held })));
  return (line: string) => masker.text(quoted === null ? line : line.replace(quoted, '"[hidden]"'));
}

/** A value in another place. */
const reference = /^\w*\s*\$\{[^{}]*\}$/;

/** Texts below keys that name a secret, anywhere in a value. */
function namedSecrets(value: unknown): string[] {
  const found: string[] = [];
  const waiting: { value: unknown; isSecret: boolean }[] = [{ value, isSecret: false }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: held, isSecret } = next;
    if (typeof held === 'string' && isSecret && !reference.test(held)) found.push(held);
    if (Array.isArray(held)) for (const item of held) waiting.push({ value: item, isSecret });
    else if (isRecord(held)) {
      for (const [key, item] of Object.entries(held))
        waiting.push({ value: item, isSecret: isSecret || namesSecret(key) });
    }
  }
  return found;
}
