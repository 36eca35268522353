import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Machine } from '#core/client-configs/client-definition.ts';
import type { Files } from '#core/files/files.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import type { GivenConnectRequest } from '#shared/domain/connect.ts';
import { connectRequestSchema, disconnectInputSchema } from '#shared/domain/connect.ts';
import { PegboardError } from '#shared/errors.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, testServices, write } from '../support/workspace.ts';

const fixtures = resolve(import.meta.dirname, '../fixtures/client-configs');
const program = { execPath: '/opt/node', isElectron: false, script: '/opt/pegboard/src-main/hosts/cli/bin.mjs' };

/** Files of a computer with backslashes in its paths. */
const withSlashes: Files = Object.fromEntries(
  Object.entries(nodeFiles).map(([name, work]) => [
    name,
    (given: unknown, ...rest: unknown[]) => {
      const path = (one: string) => one.replaceAll('\\', '/');
      const first =
        typeof given === 'string'
          ? path(given)
          : (given as { path: string }[]).map((one) => ({ ...one, path: path(one.path) }));
      return (work as (...args: unknown[]) => unknown)(first, ...rest);
    },
  ]),
) as unknown as Files;

interface Computer {
  readonly platform?: Machine['platform'];
  readonly files?: Files;
  readonly fixture?: boolean;
}

/** A computer with a workspace that is open, and the clients of the fixture. */
async function computer({
  platform = 'linux',
  files = platform === 'win32' ? withSlashes : nodeFiles,
  fixture = false,
}: Computer = {}) {
  const [home, root, data] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  if (fixture) cpSync(join(fixtures, platform, 'home'), home, { recursive: true });
  if (fixture) cpSync(join(fixtures, platform, 'project'), root, { recursive: true });
  write(root, 'pegboard.yaml', `${searchOn}personas: [{name: support, visible_tools: ["*"]}]\n`);
  const services = await testServices({
    userDataDir: data,
    machine: { platform, home, env: {} },
    program,
    files,
    env: {},
  });
  await services.workspace.open({ path: root });
  const request = (given: GivenConnectRequest) => connectRequestSchema.parse(given);
  return {
    ...{ home, root, data, services },
    plan: (given: GivenConnectRequest) => services.connect.plan(request(given)),
    connect: async (given: GivenConnectRequest) => {
      const { before, after } = await services.connect.plan(request(given));
      return services.connect.apply({ request: request(given), before, after });
    },
    undo: (given: z.input<typeof disconnectInputSchema>) => services.connect.undo(disconnectInputSchema.parse(given)),
  };
}

const read = (path: string) => readFileSync(path.replaceAll('\\', '/'), 'utf8');
const cursor = { client: 'cursor' as const };
const withServer =
  '{\n  "mcpServers": {\n    "x": { "command": "x", "env": { "KEY": "planted-value-of-x" } }\n  }\n}\n';

describe('connecting a client', () => {
  it.each(['linux', 'darwin', 'win32'] as const)(
    'works for every client of %s, and back to the byte',
    async (platform) => {
      const { services, connect, undo, root } = await computer({ platform, fixture: true });
      const places = (await services.connect.clients({ project: root })).filter(({ found }) => found);
      const seen = new Set<string>();
      expect(new Set(places.map(({ client, scope }) => `${client} ${scope}`)).size).toBeGreaterThanOrEqual(11);
      for (const { client, scope } of places) {
        if (seen.has(`${client} ${scope}`)) continue;
        seen.add(`${client} ${scope}`);
        const target = { client, scope, project: root };
        const { path } = await services.connect.plan({ ...target, take_over: [] });
        const before = read(path);
        expect((await connect(target)).written).toBe(true);
        const config = (await services.discovery.discover({ project: root })).find(
          (one) => one.path === path && one.scope === scope,
        );
        const entry = config?.servers.find(({ name, scope: of }) => name === 'pegboard' && of === scope);
        expect(entry?.transport).toEqual({
          type: 'stdio',
          command: '/opt/node',
          args: [program.script, 'mcp', '--workspace', root],
          env: {},
          cwd: null,
        });
        expect((await connect(target)).written).toBe(false);
        expect(
          (await services.connect.clients({ project: root })).find((one) => one.path === path)?.connections,
        ).toMatchObject([{ workspace: root }]);
        expect((await undo(target)).how).toBe('restored');
        expect(read(path)).toBe(before);
        expect((await undo(target)).how).toBe('nothing');
      }
    },
  );

  it('makes a file that is missing, and its folders; undo removes them', async () => {
    const { connect, undo, home } = await computer();
    await connect({ ...cursor, persona: 'support', mode: 'direct' });
    const text = JSON.parse(read(join(home, '.cursor/mcp.json'))) as { mcpServers: { pegboard: { args: string[] } } };
    expect(text.mcpServers.pegboard.args.slice(-4)).toEqual(['--persona', 'support', '--mode', 'direct']);
    expect((await undo(cursor)).how).toBe('removed');
    expect(readdirSync(home)).toEqual([]);
  });

  it('passes the name of the entry on where the workspace has another, so that names of tools fit', async () => {
    const { connect, home } = await computer();
    for (const name of ['second', 'pegboard']) await connect({ ...cursor, name });
    const { mcpServers } = JSON.parse(read(join(home, '.cursor/mcp.json'))) as {
      mcpServers: Record<string, { args: string[] }>;
    };
    expect(mcpServers.second?.args.slice(-2)).toEqual(['--name', 'second']);
    expect(mcpServers.pegboard?.args).not.toContain('--name');
  });

  it('keeps the mode of the file, and the backup where only the user reads it', async () => {
    const { connect, home } = await computer();
    const path = write(home, '.cursor/mcp.json', withServer);
    chmodSync(path, 0o640);
    const { backup } = await connect(cursor);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(read(backup ?? '')).toBe(withServer);
    expect(statSync(backup ?? '').mode & 0o777).toBe(0o600);
  });

  it('shows no value of the file', async () => {
    const { plan, home } = await computer();
    write(
      home,
      '.cursor/mcp.json',
      withServer.replace('"x": {', '"y": { "url": "https://e.example/?api_key=planted-in-url" },\n    "x": {'),
    );
    const { diff } = await plan(cursor);
    expect(diff).toContain('+    "pegboard": {');
    expect(diff).toContain('"[hidden]"');
    expect(diff).not.toContain('planted');
    write(home, '.cursor/mcp.json', withServer.replace('"KEY"', '"PEGBOARD_HOME": "/data/pegboard", "KEY"'));
    expect((await plan(cursor)).diff).toContain('"PEGBOARD_HOME": "/data/pegboard", "KEY": "[hidden]"');
    write(home, '.cursor/mcp.json', `{"primaryApiKey":"planted-key-1","a":"${'long '.repeat(500)}","mcpServers":{}}`);
    const one = await plan(cursor);
    expect(one.diff).not.toContain('planted');
    expect(one.diff.length).toBeLessThan(1500);
  });

  it('refuses a file that is broken, with the line, and leaves it alone', async () => {
    const { plan, home } = await computer();
    const path = write(home, '.cursor/mcp.json', '{\n  "mcpServers": {\n');
    await expect(plan(cursor)).rejects.toMatchObject({
      code: 'client_config_invalid',
      message: expect.stringContaining(`${path}:3:1`) as string,
    });
    expect(read(path)).toBe('{\n  "mcpServers": {\n');
  });

  it('refuses a file that is read-only, a link, and a persona that is not there', async () => {
    const { plan, connect, home, root } = await computer();
    const path = write(home, '.cursor/mcp.json', withServer);
    await expect(plan({ ...cursor, persona: 'none' })).rejects.toMatchObject({ code: 'unknown_persona' });
    chmodSync(path, 0o444);
    await expect(connect(cursor)).rejects.toMatchObject({
      code: 'folder_read_only',
      message: expect.stringContaining(path) as string,
    });
    expect(read(path)).toBe(withServer);
    const [elsewhere, link] = [write(home, 'dotfiles/config.toml', ''), join(home, '.codex/config.toml')];
    mkdirSync(join(home, '.codex'));
    symlinkSync(elsewhere, link);
    await expect(connect({ client: 'codex' })).rejects.toMatchObject({ code: 'not_a_file' });
    symlinkSync(join(home, 'dotfiles'), join(root, '.cursor'));
    await expect(connect({ ...cursor, scope: 'project', project: root })).rejects.toMatchObject({ code: 'not_a_file' });
    expect(read(elsewhere)).toBe('');
    await expect(connect({ client: 'windsurf', scope: 'project', project: root })).rejects.toMatchObject({
      code: 'usage',
    });
  });

  it('writes nothing when the file changed after its change was shown', async () => {
    const { services, home } = await computer();
    const path = write(home, '.cursor/mcp.json', withServer);
    const request = connectRequestSchema.parse(cursor);
    const { before, after } = await services.connect.plan(request);
    writeFileSync(path, `${withServer}\n`);
    await expect(services.connect.apply({ request, before, after })).rejects.toMatchObject({ code: 'file_changed' });
    expect(read(path)).toBe(`${withServer}\n`);
  });

  it('keeps what the client writes between the last look and the rename', async () => {
    let late = '';
    const files: Files = {
      ...nodeFiles,
      writeAll: async (writes, options) => {
        if (late !== '' && writes.some(({ path }) => path === late))
          writeFileSync(late, '{"mcpServers": {"late": {"command": "l"}}}');
        return nodeFiles.writeAll(writes, options);
      },
    };
    const { connect, home } = await computer({ files });
    late = write(home, '.cursor/mcp.json', withServer);
    await expect(connect(cursor)).rejects.toMatchObject({ code: 'file_changed' });
    expect(read(late)).toContain('"late"');
  });

  it('lets two at once take turns: both entries are there', async () => {
    const { services, home, undo } = await computer();
    const path = write(home, '.cursor/mcp.json', withServer);
    const requests = ['one', 'two'].map((name) => connectRequestSchema.parse({ ...cursor, name }));
    const attempt = async (request: (typeof requests)[number]): Promise<void> => {
      const { before, after } = await services.connect.plan(request);
      await services.connect.apply({ request, before, after }).catch((error: unknown) => {
        if ((error as PegboardError).code !== 'file_changed') throw error;
        return attempt(request);
      });
    };
    await Promise.all(requests.map(attempt));
    expect(Object.keys((JSON.parse(read(path)) as { mcpServers: object }).mcpServers).sort()).toEqual([
      'one',
      'two',
      'x',
    ]);
    await expect(undo(cursor)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('several entries') as string,
    });
    for (const name of ['one', 'two']) await undo({ ...cursor, name });
    expect(JSON.parse(read(path))).toEqual(JSON.parse(withServer));
  });

  it('that ends between the backup and the write changes nothing, and can be done again', async () => {
    let isDead = true;
    const files: Files = {
      ...nodeFiles,
      writeAll: (writes, options) =>
        isDead && writes.some(({ path }) => path.endsWith('.cursor/mcp.json'))
          ? Promise.reject(new PegboardError('disk_full', 'gone'))
          : nodeFiles.writeAll(writes, options),
    };
    const { connect, undo, home, data } = await computer({ files });
    const path = write(home, '.cursor/mcp.json', withServer);
    await expect(connect(cursor)).rejects.toMatchObject({ code: 'disk_full' });
    expect(read(path)).toBe(withServer);
    expect((await undo(cursor)).how).toBe('nothing');
    expect(readdirSync(join(data, 'connect')).filter((name) => !name.startsWith('lock'))).toEqual([]);
    await expect(connect(cursor)).rejects.toMatchObject({ code: 'disk_full' });
    isDead = false;
    await connect(cursor);
    expect((await undo(cursor)).how).toBe('restored');
    expect(read(path)).toBe(withServer);
  });
});

describe('an entry of the same name that is not of the workspace', () => {
  const entryIn = (path: string) =>
    (JSON.parse(read(path)) as { mcpServers: { pegboard?: { command: string; args: string[] } } }).mcpServers.pegboard;

  /** Two workspaces of one user, the first one connected. */
  async function two() {
    const here = await computer();
    const other = temporaryFolder();
    write(other, 'pegboard.yaml', searchOn);
    const path = write(here.home, '.cursor/mcp.json', withServer);
    await here.connect(cursor);
    const first = read(path);
    await here.services.workspace.open({ path: other });
    return { ...here, other, path, first };
  }

  it('is named by the plan, and nothing of it stays', async () => {
    const { plan, connect, path, root, other, first } = await two();
    expect((await plan(cursor)).replaces).toEqual({ kind: 'workspace', workspace: root });
    writeFileSync(path, first.replace('"command": "/opt/node"', '"autoApprove": ["y"], "command": "/opt/node"'));
    await connect(cursor);
    expect(entryIn(path)).toEqual({ command: '/opt/node', args: [program.script, 'mcp', '--workspace', other] });
    expect((await plan(cursor)).replaces).toBeNull();
    writeFileSync(path, '{"mcpServers": {"pegboard": {"command": "somebody-elses", "args": ["x"]}}}');
    expect((await plan(cursor)).replaces).toEqual({ kind: 'program' });
  });

  it('comes back with the undo, and its own undo works as before', async () => {
    const { connect, undo, path, root, other, first } = await two();
    await connect(cursor);
    await connect({ ...cursor, mode: 'direct' });
    const undone = await undo(cursor);
    expect(undone).toMatchObject({
      ...{ how: 'restored', workspace: other, again: { kind: 'workspace', workspace: root } },
    });
    expect(read(path)).toBe(first);
    expect(await undo(cursor)).toMatchObject({ how: 'restored', workspace: root, again: null });
    expect(read(path)).toBe(withServer);
  });

  it('comes back also when the file changed since', async () => {
    const { connect, undo, path, first } = await two();
    await connect(cursor);
    writeFileSync(path, read(path).replace('{\n', '{\n  "other": 1,\n'));
    expect(await undo(cursor)).toMatchObject({ how: 'edited', put_back: [], again: { kind: 'workspace' } });
    expect(JSON.parse(read(path))).toEqual({ other: 1, ...(JSON.parse(first) as object) });
    const theirs = { command: 'somebody-elses', args: ['x'], autoApprove: ['y'] };
    writeFileSync(path, JSON.stringify({ mcpServers: { pegboard: theirs } }));
    await connect(cursor);
    writeFileSync(path, `${read(path)}\n`);
    expect(await undo(cursor)).toMatchObject({ how: 'edited', again: { kind: 'program' } });
    expect(entryIn(path)).toEqual(theirs);
  });
});

describe('taking a connection back', () => {
  it('restores the bytes from before the first of several changes', async () => {
    const { connect, undo, home } = await computer();
    const path = write(home, '.cursor/mcp.json', withServer);
    await connect(cursor);
    await connect({ ...cursor, mode: 'direct' });
    await connect({ ...cursor, persona: 'support', take_over: ['x'] });
    expect(Object.keys((JSON.parse(read(path)) as { mcpServers: object }).mcpServers)).toEqual(['pegboard']);
    const undone = await undo(cursor);
    expect([undone.how, undone.put_back]).toEqual(['restored', ['x']]);
    expect(read(path)).toBe(withServer);
  });

  it('takes only the entry out of a file that changed since, and puts back what was taken over', async () => {
    const { connect, undo, home } = await computer();
    const path = write(home, '.cursor/mcp.json', withServer);
    await connect({ ...cursor, take_over: ['x'] });
    writeFileSync(path, read(path).replace('{\n', '{\n  // mine\n  "other": 1,\n'));
    const planned = await undo({ ...cursor, apply: false });
    expect([planned.how, planned.written, read(path).includes('pegboard')]).toEqual(['edited', false, true]);
    expect(planned.diff).not.toContain('planted');
    const undone = await undo(cursor);
    expect([undone.how, undone.put_back]).toEqual(['edited', ['x']]);
    expect(read(undone.backup ?? '')).toBe(withServer);
    expect(read(path)).toMatch(/^\{\n {2}\/\/ mine\n {2}"other": 1,/);
    expect(JSON.parse(read(path).replace('// mine', ''))).toEqual({ other: 1, ...(JSON.parse(withServer) as object) });
  });

  it('puts a table of Codex back too', async () => {
    const { connect, undo, home } = await computer();
    const path = write(home, '.codex/config.toml', '[mcp_servers.x]\ncommand = "x"\n\n[mcp_servers.x.env]\nA = "1"\n');
    await connect({ client: 'codex', take_over: ['x'] });
    writeFileSync(path, `model = "m"\n${read(path)}`);
    expect((await undo({ client: 'codex' })).how).toBe('edited');
    expect(read(path)).toBe('model = "m"\n\n[mcp_servers.x]\ncommand = "x"\n\n[mcp_servers.x.env]\nA = "1"\n');
  });

  it('keeps what the user added to the entry, and leaves an entry that is not of Pegboard alone', async () => {
    const { connect, undo, home } = await computer();
    const path = write(home, '.cursor/mcp.json', '{"mcpServers": {}}');
    await connect(cursor);
    writeFileSync(path, read(path).replace('"command"', '"env": {"TOKEN": "t"}, "autoApprove": ["a"], "command"'));
    await connect({ ...cursor, mode: 'direct' });
    const entry = (JSON.parse(read(path)) as { mcpServers: { pegboard: Record<string, unknown> } }).mcpServers.pegboard;
    expect(entry).toMatchObject({ env: { TOKEN: 't' }, autoApprove: ['a'] });
    expect((await undo(cursor)).how).toBe('edited');
    expect(read(path)).toBe('{"mcpServers": {}}');
    writeFileSync(path, '{"mcpServers": {"pegboard": {"command": "other", "args": []}}}');
    expect((await undo(cursor)).how).toBe('nothing');
    expect(existsSync(path)).toBe(true);
  });
});
