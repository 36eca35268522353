import type { DiscoveredServer } from '#shared/domain/discovered-config.ts';
import { sourceNameOf } from '#shared/domain/source-name.ts';

/** The command that imports from a discovered server, ready for a POSIX shell; values of variables are not in it. */
export function startCommand({ name, transport }: Pick<DiscoveredServer, 'name' | 'transport'>): string {
  const start = 'pegboard import';
  const source = `--name ${sourceNameOf(name)}`;
  if (transport.type === 'http') {
    const headers = Object.entries(transport.headers).map(
      ([header, value]) => `--header ${shellWord(`${header}: ${value}`)}`,
    );
    return [start, '--url', shellWord(transport.url), source, ...headers].join(' ');
  }
  const variables = Object.entries(transport.env).map(
    ([variable, value]) => `--env ${shellWord(value === `\${env:${variable}}` ? variable : `${variable}=${value}`)}`,
  );
  const folder = transport.cwd === null ? [] : [`--cwd ${shellWord(transport.cwd)}`];
  const words = [transport.command, ...transport.args].map(shellWord);
  return [start, '--mcp', source, ...folder, ...variables, '--', ...words].join(' ');
}

/** A word as a shell takes it whole: in quotes in which nothing is expanded, control characters spelled out. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (!/\p{Cc}/u.test(word)) return `'${word.replaceAll("'", `'\\''`)}'`;
  const escaped = word
    .replace(/[\\']/g, (mark) => `\\${mark}`)
    .replace(/\p{Cc}/gu, (mark) => `\\x${(mark.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`);
  return `$'${escaped}'`;
}
