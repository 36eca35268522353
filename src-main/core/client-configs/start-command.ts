import type { DiscoveredServer } from '#shared/domain/discovered-config.ts';
import { sourceNameOf } from '../catalog/source-name.ts';

/** The command that imports from a discovered server, ready for a POSIX shell; values of variables are not in it. */
export function startCommand({ name, transport }: Pick<DiscoveredServer, 'name' | 'transport'>): string {
  const start = 'pegboard import';
  const source = `--name ${sourceNameOf(name)}`;
  if (transport.type === 'http') {
    const headers = Object.entries(transport.headers).map(
      ([header, value]) => `--header ${quoted(`${header}: ${value}`)}`,
    );
    return [start, '--url', quoted(transport.url), source, ...headers].join(' ');
  }
  const variables = Object.entries(transport.env).map(
    ([variable, value]) => `--env ${quoted(value === `\${env:${variable}}` ? variable : `${variable}=${value}`)}`,
  );
  const words = [transport.command, ...transport.args].map(quoted);
  return [start, '--mcp', source, ...variables, '--', ...words].join(' ');
}

/** A word as a shell takes it whole; single quotes, so that nothing in it is expanded. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
