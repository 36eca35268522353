import { createHash } from 'node:crypto';
import { fixtureServer, realServer } from './mcp-servers.ts';

/** A server as an `mcpServers` file describes it. */
export interface ConfiguredServer {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** The text of a `.mcp.json`. */
export function mcpJson(servers: Readonly<Record<string, ConfiguredServer>>): string {
  return JSON.stringify({ mcpServers: servers }, null, 2);
}

/** An entry that starts this command. */
export function configured([command = '', ...args]: readonly string[], more: ConfiguredServer = {}): ConfiguredServer {
  return { command, args, ...more };
}

/** Values that must stay out of every file and every answer. */
export const planted = {
  first: 'tok-first-1f9a8c7d2e4b6071',
  second: 'tok-second-93be55d0aa127c44',
  header: 'hdr-8d1c05aa71b94e23f6',
  argument: 'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
};

/** What the tool `which` of the fixture `needs-token` answers. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Fifteen servers as somebody has them: real ones, slow ones, two that need a token of one name, five that cannot work. */
export function fifteenServers(files: string): Readonly<Record<string, ConfiguredServer>> {
  return {
    everything: configured(realServer('everything')),
    filesystem: configured([...realServer('filesystem'), files]),
    memory: configured(realServer('memory'), { env: { MEMORY_FILE_PATH: `${files}/memory.json`, PATH: '/nowhere' } }),
    oldest: configured(fixtureServer('oldest')),
    calls: configured(fixtureServer('calls')),
    answers: configured([...fixtureServer('answers'), '--token', planted.argument]),
    many: configured(fixtureServer('many-tools'), { env: { COUNT: '120' } }),
    tracker: configured(fixtureServer('needs-token'), { env: { API_TOKEN: planted.first } }),
    wiki: configured(fixtureServer('needs-token'), { env: { API_TOKEN: planted.second } }),
    chat: configured(fixtureServer('needs-token'), { env: { API_TOKEN: planted.first } }),
    fails: configured(fixtureServer('exits'), { env: { DB_PASSWORD: planted.second } }),
    floods: configured(fixtureServer('long-line')),
    hangs: configured(fixtureServer('hangs')),
    absent: { command: 'pegboard-test-no-such-program', args: [] },
    unset: configured(fixtureServer('needs-token'), { env: { API_TOKEN: '$' + '{PEGBOARD_TEST_UNSET}' } }),
  };
}
