import { describe, expect, it } from 'vitest';
import { readGivenServers } from '#core/client-configs/given-servers.ts';
import { describeVariables } from '#core/sources/review/describe-variables.ts';
import { fileServer, withIds } from '#core/sources/review/file-server.ts';
import { type LiveSource, type SettledServer, settleNames } from '#core/sources/review/settle-names.ts';
import { type ConfiguredServer, mcpJson } from '../../../support/server-configs.ts';

const host = { PATH: '/bin', HOME: '/home/ada' };
const placed = { folder: null, project: null, root: null };

/** The servers of a configuration as they are settled beside these sources. */
async function settled(
  servers: Readonly<Record<string, ConfiguredServer>>,
  { sources = [], values = {} }: { sources?: readonly LiveSource[]; values?: Readonly<Record<string, string>> } = {},
): Promise<SettledServer[]> {
  const given = await readGivenServers(mcpJson(servers), 'x.json');
  if (!given) throw new Error('no servers');
  const found = withIds(given.config.servers.map((server) => fileServer(server, given, placed)));
  return settleNames(found, { sources, values, nameOf: ({ server }) => server.name });
}

const server = (name: string, env: Record<string, string>): ConfiguredServer => ({ command: 'run', args: [name], env });
const ref = (name: string) => `\${env:${name}}`;
const envOf = (servers: readonly SettledServer[]) => servers.map(({ connection }) => connection.env);

describe('variables of several servers', () => {
  it('with one value are one variable', async () => {
    const servers = await settled({ a: server('a', { API_KEY: 'same-1' }), b: server('b', { API_KEY: 'same-1' }) });
    expect(envOf(servers)).toEqual([{ API_KEY: ref('API_KEY') }, { API_KEY: ref('API_KEY') }]);
    const [variable, ...others] = describeVariables(servers, { given: {}, env: {} });
    expect([variable?.used_by.length, others]).toEqual([2, []]);
  });

  it('with several values get names of their own, each with its value', async () => {
    const servers = await settled({
      github: server('a', { API_KEY: 'one' }),
      notion: server('b', { API_KEY: 'two' }),
      linear: server('c', { API_KEY: 'three' }),
      slack: server('d', { API_KEY: 'two' }),
    });
    expect(envOf(servers).map((env) => env?.API_KEY)).toEqual(
      ['API_KEY', 'NOTION_API_KEY', 'LINEAR_API_KEY', 'NOTION_API_KEY'].map(ref),
    );
    expect(servers.map(({ held }) => Object.values(held))).toEqual([['one'], ['two'], ['three'], ['two']]);
  });

  it('leave the plain name to the server that refers to it, wherever that stands', async () => {
    const servers = await settled({ a: server('a', { KEY: 'v' }), b: server('b', { KEY: '${KEY}' }) });
    expect(envOf(servers)).toEqual([{ KEY: ref('A_KEY') }, { KEY: ref('KEY') }]);
  });

  it('take no name that another server or the workspace uses', async () => {
    const sources = [{ name: 'w', mcp: { command: 'other', env: { KEY: ref('KEY'), X: ref('B_KEY') } } }];
    const servers = await settled({ b: server('b', { KEY: 'v', B_KEY_2: 'w' }) }, { sources });
    expect(envOf(servers)).toEqual([{ KEY: ref('B_KEY_3'), B_KEY_2: ref('B_KEY_2') }]);
  });

  it('share the name with the workspace where the value there is the same', async () => {
    const sources = [{ name: 'w', mcp: { command: 'other', env: { KEY: ref('KEY') } } }];
    const same = await settled({ b: server('b', { KEY: 'v' }) }, { sources, values: { KEY: 'v' } });
    expect(envOf(same)).toEqual([{ KEY: ref('KEY') }]);
    const other = await settled({ b: server('b', { KEY: 'v' }) }, { sources, values: { KEY: 'w' } });
    expect(envOf(other)).toEqual([{ KEY: ref('B_KEY') }]);
  });

  it('that every host sets, or that have a default, are not asked for', async () => {
    const servers = await settled({
      a: { command: 'run', args: ['${HOME}/x', '${REGION:-eu}'], env: { PATH: '/opt/bin:${PATH}', KEY: 'v' } },
    });
    expect(servers[0]?.connection).toMatchObject({
      args: [`${ref('HOME')}/x`, '${env:REGION:-eu}'],
      env: { PATH: `/opt/bin:${ref('PATH')}`, KEY: ref('KEY') },
    });
    const names = describeVariables(servers, { given: {}, env: host }).map(({ name }) => name);
    expect(names).toEqual(['KEY']);
  });
});

describe('a server that the workspace has', () => {
  const stored = (env: Record<string, string>) => ({ command: 'run', args: ['b'], env });

  it('is recognised, also under a name of its own for a variable, and without one that was left out', async () => {
    const sources = [{ name: 'notion', mcp: stored({ API_KEY: ref('NOTION_API_KEY') }) }];
    const [one] = await settled({ notion: server('b', { API_KEY: 'v', EXTRA: 'x' }) }, { sources });
    expect(one).toMatchObject({ same: { name: 'notion' }, connection: sources[0]?.mcp, held: { NOTION_API_KEY: 'v' } });
  });

  it('is another one with another command, another variable, or another value', async () => {
    const sources = [{ name: 'work', mcp: stored({ TOKEN: ref('TOKEN') }) }];
    const others = await settled(
      {
        a: { command: 'run', args: ['b', '--more'], env: { TOKEN: 'v' } },
        b: server('b', { TOKEN: '${OTHER_TOKEN}' }),
        c: server('b', { TOKEN: 'another' }),
      },
      { sources, values: { TOKEN: 'v' } },
    );
    expect(others.map(({ same }) => same)).toEqual([null, null, null]);
  });

  it('is not taken for its twin with another value beside it', async () => {
    const sources = [{ name: 'work', mcp: stored({ TOKEN: ref('TOKEN') }) }];
    const servers = await settled(
      { work: server('b', { TOKEN: 'v' }), home: server('b', { TOKEN: 'w' }) },
      { sources },
    );
    expect(servers.map(({ same, connection }) => [same?.name, connection.env?.TOKEN])).toEqual([
      ['work', ref('TOKEN')],
      [undefined, ref('HOME_TOKEN')],
    ]);
  });
});

describe('ids of servers', () => {
  it('stay with the entry and change with what it starts and with the values that it gives', async () => {
    const ids = async (servers: Readonly<Record<string, ConfiguredServer>>) =>
      (await settled(servers)).map(({ id }) => id);
    const [a, b] = await ids({ a: server('a', { K: '1' }), b: server('b', {}) });
    expect(await ids({ b: server('b', {}), a: server('a', { K: '1' }) })).toEqual([b, a]);
    expect(await ids({ a: server('a', { K: '2' }) })).not.toEqual([a]);
    expect(await ids({ a: server('a', { K: '1', NODE_OPTIONS: 'x' }) })).not.toEqual([a]);
  });
});
