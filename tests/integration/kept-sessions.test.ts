import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Services } from '#core/services.ts';
import type { ServicesOptions } from '#core/services-options.ts';
import type { CallResult, ImportMcpInput, SourceSummary } from '#shared/domain/live-source.ts';
import { everythingOverHttp, fixtureServer, realServer } from '../support/mcp-servers.ts';
import { isAlive } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, testServices, write } from '../support/workspace.ts';

const hour = 3_600_000;
const patient = { timeout: 20_000, interval: 20 };

/** Services that keep sessions, with an empty workspace, and a file that tells every start of the fixture. */
async function staying(options: Partial<ServicesOptions> = {}) {
  const root = temporaryFolder();
  write(root, 'pegboard.yaml', searchOn);
  const starts = join(temporaryFolder(), 'starts');
  const services = await testServices({
    sessionIdleMs: hour,
    ...options,
    env: { ...process.env, STARTS: starts, ...options.env },
  });
  await services.workspace.open({ path: root });
  /** Process ids of every server that was started, and of its helper. */
  const started = () =>
    existsSync(starts)
      ? readFileSync(starts, 'utf8')
          .trim()
          .split('\n')
          .map((line) =>
            line
              .split(' ')
              .filter((word) => word !== '')
              .map(Number),
          )
      : [];
  return { root, services, started };
}

const changing = (env: Record<string, string> = {}): ImportMcpInput => {
  const [command = '', ...args] = fixtureServer('changing');
  const named = { STARTS: `\${env:STARTS}`, ...env };
  return { connection: { command, args, env: named }, source: 'c', apply: true, consent: true };
};

async function importAll(services: Services, input: ImportMcpInput, signal?: AbortSignal): Promise<void> {
  for await (const _ of services.sources.importMcp(input, { signal }));
}

function call(services: Services, tool: string, args: Record<string, unknown> = {}): Promise<CallResult> {
  return services.sources.call({ tool, args, consent: false, confirmed: false });
}

const textOf = ({ content }: CallResult) => content[0]?.text;

async function summary(services: Services): Promise<SourceSummary | undefined> {
  return (await services.sources.list())[0];
}

describe('in an app that stays, the session with a server stays open', () => {
  it('one process serves the import, every call, and calls at the same time', async () => {
    const { services, started } = await staying();
    await importAll(services, changing());
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(services, 'c.pid')));
    expect(started()).toHaveLength(1);
    expect(new Set(answers.map(textOf))).toEqual(new Set([String(started()[0]?.[0])]));
    await importAll(services, { source: 'c', apply: true, consent: false });
    expect([started().length, await summary(services)]).toEqual([1, expect.objectContaining({ state: 'running' })]);
  });

  it('two first calls start one server', async () => {
    const { services, started } = await staying();
    await importAll(services, changing());
    await services.sources.stop({ name: 'c' });
    await Promise.all([call(services, 'c.pid'), call(services, 'c.pid')]);
    expect(started()).toHaveLength(2);
  });

  it('a plan and its import share one session, also when the user gives it another name', async () => {
    const { services, started } = await staying();
    await importAll(services, { ...changing(), source: undefined, apply: false });
    await importAll(services, { ...changing(), source: 'named' });
    await call(services, 'named.pid');
    expect(started()).toHaveLength(1);
  });

  it('what the user typed is known while its session lasts, and then asked for', async () => {
    const { root, services } = await staying();
    await importAll(services, changing({ API_TOKEN: 'typed-value-4711' }));
    expect(readFileSync(join(root, 'pegboard.yaml'), 'utf8')).not.toContain('typed-value-4711');
    await call(services, 'c.pid');
    expect((await summary(services))?.findings).toEqual([]);
    await services.sources.stop({ name: 'c' });
    await expect(call(services, 'c.pid')).rejects.toMatchObject({ code: 'variable_missing' });
    expect(await summary(services)).toMatchObject({
      state: 'stopped',
      findings: [{ code: 'variable_missing', severity: 'warning' }],
      mcp_problem: { code: 'variable_missing' },
    });
  });

  it('ends by itself when nobody uses it for long', async () => {
    const { services, started } = await staying({ sessionIdleMs: 200 });
    await importAll(services, changing());
    await vi.waitFor(() => expect(started().flat().map(isAlive)).toEqual([false]), patient);
    expect((await summary(services))?.state).toBe('stopped');
  });

  it('outlives the time limit of the import that opened it', async () => {
    const { services, started } = await staying({ mcpLimits: { totalMs: 5_000 } });
    await importAll(services, changing());
    const over = AbortSignal.timeout(5_100);
    await vi.waitFor(() => expect(over.aborted).toBe(true), patient);
    expect(textOf(await call(services, 'c.pid'))).toBe(String(started()[0]?.[0]));
  });
});

describe('a session is never used for another connection', () => {
  it.each([
    ['arguments', 'changing.mjs', 'changing.mjs\n        - --more'],
    ['variables', 'env:', 'env:\n        MORE: "1"'],
  ])('changed %s start a new server, and the old one is gone', async (_what, from, to) => {
    const { root, services, started } = await staying({ watch: true });
    await importAll(services, changing());
    const yaml = readFileSync(join(root, 'pegboard.yaml'), 'utf8');
    expect(yaml).toContain(from);
    // In one step: half a file would be another workspace, without the source.
    renameSync(write(temporaryFolder(), 'pegboard.yaml', yaml.replace(from, to)), join(root, 'pegboard.yaml'));
    await vi.waitFor(() => expect(started().flat().map(isAlive)).toEqual([false]), patient);
    await expect(call(services, 'c.pid')).rejects.toMatchObject({ code: 'consent_required' });
    await importAll(services, { source: 'c', apply: true, consent: true });
    expect(started().flat().map(isAlive)).toEqual([false, true]);
  });
});

describe('a session ends, with everything that its server started,', () => {
  it.each<[string, (services: Services, root: string) => Promise<unknown>]>([
    [
      'when it is stopped',
      async (services) => expect(await services.sources.stop({ name: 'c' })).toEqual({ stopped: true }),
    ],
    ['when its source is removed', (services) => services.sources.remove({ name: 'c' })],
    ['when its source is renamed', (services) => services.sources.rename({ name: 'c', to: 'd', apply: true })],
    ['when its source is turned off', (services) => services.sources.setEnabled({ name: 'c', enabled: false })],
    ['when another workspace is opened', (services) => services.workspace.openDemo()],
    ['when Pegboard ends', (services) => services.close()],
  ])('%s', async (_when, end) => {
    const { root, services, started } = await staying();
    await importAll(services, changing({ HELPER: '1' }));
    const pids = started().flat();
    expect(pids.map(isAlive)).toEqual([true, true]);
    await end(services, root);
    await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false]), patient);
  });

  it('and a call under way is told so', async () => {
    const { services } = await staying();
    await importAll(services, changing());
    const waiting = call(services, 'c.wait');
    const failed = expect(waiting).rejects.toMatchObject({
      code: 'cancelled',
      message: expect.stringContaining('c was'),
    });
    await call(services, 'c.pid');
    await services.sources.stop({ name: 'c' });
    await failed;
    expect(await summary(services)).toMatchObject({ state: 'stopped', mcp_problem: null });
  });
});

describe('a server that dies', () => {
  it('is noticed, with what it wrote, and the next use starts it anew', async () => {
    const { services, started } = await staying();
    await importAll(services, changing());
    const [pid = 0] = started().flat();
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(
      async () =>
        expect(await summary(services)).toMatchObject({
          state: 'stopped',
          mcp_problem: { code: 'server_failed', data: { stderr: 'started with nothing' } },
        }),
      patient,
    );
    expect(textOf(await call(services, 'c.pid'))).toBe(String(started()[1]?.[0]));
    expect(await summary(services)).toMatchObject({ state: 'running', mcp_problem: null });
  });

  it('in the middle of a call fails that call with its reason', async () => {
    const { services } = await staying();
    await importAll(services, changing());
    await expect(call(services, 'c.die')).rejects.toMatchObject({
      code: 'server_failed',
      message: expect.stringContaining('exit code 7'),
    });
    expect(await summary(services)).toMatchObject({ state: 'stopped', mcp_problem: { code: 'server_failed' } });
  });
});

describe('cancelling', () => {
  it('a call leaves the session open', async () => {
    const { services, started } = await staying();
    await importAll(services, changing());
    const stop = new AbortController();
    const waiting = services.sources.call(
      { tool: 'c.wait', args: {}, consent: false, confirmed: false },
      { signal: stop.signal },
    );
    const failed = expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    await call(services, 'c.pid');
    stop.abort();
    await failed;
    expect(textOf(await call(services, 'c.pid'))).toBe(String(started()[0]?.[0]));
  });

  it('an import before the server answers leaves no process', async () => {
    const { services } = await staying();
    const pids = join(temporaryFolder(), 'pids');
    const [command = '', ...args] = fixtureServer('hangs');
    const stop = new AbortController();
    const input = { connection: { command, args, env: { PIDS: pids } }, source: 'h', apply: true, consent: true };
    const failed = expect(importAll(services, input, stop.signal)).rejects.toMatchObject({ code: 'cancelled' });
    const read = () => readFileSync(pids, 'utf8').split(' ').map(Number);
    await vi.waitFor(() => expect(read()).toHaveLength(2), patient);
    stop.abort();
    await failed;
    await vi.waitFor(() => expect(read().map(isAlive)).toEqual([false, false]), patient);
  });
});

describe('a removal that is undone', () => {
  it('brings the last import and the consent back as well', async () => {
    const { services, started } = await staying();
    await importAll(services, changing());
    const before = await summary(services);
    const { undo } = await services.sources.remove({ name: 'c' });
    expect(await services.sources.list()).toEqual([]);
    await services.sources.restore({ undo: undo ?? '' });
    expect(await summary(services)).toEqual({ ...before, state: 'stopped' });
    await call(services, 'c.pid');
    expect(started()).toHaveLength(2);
  });
});

describe('tools/list_changed', () => {
  it.each(['old', 'modern'])('marks the source as stale until it is imported again (%s protocol)', async (ERA) => {
    const { root, services } = await staying();
    await importAll(services, changing({ ERA }));
    expect(await summary(services)).toMatchObject({ stale: false, state: 'running' });
    expect((await summary(services))?.last_import?.protocol_version).toBe(
      ERA === 'modern' ? '2026-07-28' : '2025-06-18',
    );

    const stop = new AbortController();
    const stale = (async () => {
      for await (const [source] of services.sources.watch({ signal: stop.signal })) if (source?.stale) return source;
      return undefined;
    })();
    await call(services, 'c.grow');
    expect(await stale).toMatchObject({ name: 'c', stale: true, tools: 6 });
    stop.abort();

    const other = await testServices();
    await other.workspace.open({ path: root });
    expect(await summary(other)).toMatchObject({ stale: true, state: 'stopped' });
    await importAll(services, { source: 'c', apply: false, consent: false });
    expect((await summary(services))?.stale).toBe(true);
    await importAll(services, { source: 'c', apply: true, consent: false });
    expect(await summary(services)).toMatchObject({ stale: false, tools: 7 });
  });
});

describe('a change of the skills of a server', () => {
  it.each(['old', 'modern'])('marks the source as stale until it is imported again (%s protocol)', async (ERA) => {
    const { services } = await staying();
    await importAll(services, changing({ ERA, SKILLS: 'yes' }));
    expect(await summary(services)).toMatchObject({ stale: false, state: 'running' });
    const stop = new AbortController();
    const stale = (async () => {
      for await (const [source] of services.sources.watch({ signal: stop.signal })) if (source?.stale) return source;
      return undefined;
    })();
    await call(services, 'c.grow');
    expect(await stale).toMatchObject({ name: 'c', stale: true, tools: 6 });
    stop.abort();
    await importAll(services, { source: 'c', apply: true, consent: false });
    expect(await summary(services)).toMatchObject({ stale: false, tools: 6 });
  });
});

describe('the real everything server', () => {
  it.each(['stdio', 'HTTP'])('stays open over %s, and is not stale for what it adds while it starts', async (kind) => {
    const { services } = await staying();
    const [command = '', ...args] = realServer('everything');
    const connection = kind === 'HTTP' ? { url: await everythingOverHttp() } : { command, args };
    await importAll(services, { connection, source: 'every', apply: true, consent: true });
    for (const message of ['one', 'two']) {
      const answer = await services.sources.call({
        tool: 'every.echo',
        args: { message },
        consent: false,
        confirmed: false,
      });
      expect(textOf(answer)).toBe(`Echo: ${message}`);
    }
    expect(await summary(services)).toMatchObject({ state: 'running', stale: false, mcp_problem: null });
  });
});

describe('a call by an alias', () => {
  it('calls the tool of that alias; what the policy denies is as unknown by its alias as by its name (R1.23)', async () => {
    const { root, services, started } = await staying();
    await importAll(services, changing());
    const yaml = readFileSync(join(root, 'pegboard.yaml'), 'utf8');
    const aliased = `${yaml}overlays: {c.pid: {aliases: [who]}}\n`;
    write(root, 'pegboard.yaml', aliased);
    await services.workspace.open({ path: root });
    expect(await call(services, 'who')).toMatchObject({
      tool: 'c.pid',
      content: [{ text: String(started()[0]?.[0]) }],
    });
    expect((await services.catalog.get({ name: 'who' }))?.tool.name).toBe('c.pid');
    write(root, 'pegboard.yaml', `${aliased}policy: {denied_tools: [c.pid]}\n`);
    await services.workspace.open({ path: root });
    for (const name of ['c.pid', 'who', 'c.pit'])
      await expect(call(services, name)).rejects.toMatchObject({
        code: 'tool_not_found',
        message: `There is no tool "${name}" in the catalog.`,
        hint: expect.not.stringContaining('c.pid'),
      });
  });
});

describe('the log of a server', () => {
  it('is the end of what it wrote to stderr, secrets masked, and stays readable after its end', async () => {
    const { services } = await staying({ env: { API_TOKEN: 'planted-in-the-log-55' } });
    await importAll(services, changing({ API_TOKEN: `\${env:API_TOKEN}` }));
    expect(await services.sources.log({ name: 'c' })).toEqual({
      text: 'started with ${env:API_TOKEN}\n',
      truncated: false,
    });
    for (let i = 0; i < 20; i++) await call(services, 'c.log', { line: `${i} ${'x'.repeat(8_000)}` });
    await call(services, 'c.log', { line: 'the last line' });
    await vi.waitFor(
      async () => expect((await services.sources.log({ name: 'c' })).text).toContain('the last line'),
      patient,
    );
    const { text, truncated } = await services.sources.log({ name: 'c' });
    expect([truncated, text.length <= 64 * 1024, /^\d+ x/.test(text)]).toEqual([true, true, true]);
    await services.sources.stop({ name: 'c' });
    expect((await services.sources.log({ name: 'c' })).text).toContain('the last line');
  });
});
