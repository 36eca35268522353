import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { fixtureServer } from '../support/mcp-servers.ts';
import { isAlive } from '../support/processes.ts';
import { runCli } from '../support/run-cli.ts';
import { tokenHash } from '../support/server-configs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testServices, write } from '../support/workspace.ts';

const [command = '', ...args] = fixtureServer('changing');

/** A workspace with one live source, written by hand. */
function folder(more = '') {
  const root = temporaryFolder();
  write(root, 'sources/c.json', '{"tools": [{"name": "pid", "inputSchema": {"type": "object"}}]}');
  const yaml = `# mine\nsources:\n  - name: c # the one\n    path: sources/c.json\n    format: tools_list\n    mcp:\n      command: ${command}\n      args: ${JSON.stringify(args)}\n      env:\n        MODE: fast\n        API_KEY: planted-literal-1\n${more}search: {} # end\n`;
  write(root, 'pegboard.yaml', yaml);
  return { root, yaml, now: () => readFileSync(join(root, 'pegboard.yaml'), 'utf8') };
}

async function open(root: string) {
  const services = await testServices({ sessionIdleMs: 3_600_000, env: process.env });
  await services.workspace.open({ path: root });
  const start = async (consent: boolean) => {
    for await (const _ of services.sources.importMcp({ source: 'c', apply: true, consent }));
  };
  const set = (connection: object, apply = true) =>
    services.sources.setConnection({ name: 'c', connection, apply } as never);
  return { services, start, set };
}

describe('changing how the server of a source is reached', () => {
  it('ends its session, asks for consent again, keeps every other byte, and is undone to the byte', async () => {
    const { root, now } = folder();
    const { services, start, set } = await open(root);
    await start(true);
    const before = now();
    const pid = Number(
      (await services.sources.call({ tool: 'c.pid', args: {}, consent: false, confirmed: false })).content[0]?.text,
    );
    const { connection } = await services.sources.connection({ name: 'c' });
    expect(JSON.stringify(connection)).not.toContain('planted');
    const result = await set({ ...connection, args: [...args, '--more'] });
    expect(result.written).toBe(true);
    expect(now()).toMatch(/^# mine\n[\s\S]*name: c # the one\n[\s\S]*--more[\s\S]*planted-literal-1[\s\S]* # end\n$/);
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
    await expect(start(false)).rejects.toMatchObject({ code: 'consent_required' });
    await services.config.undo({ undo: result.undo ?? '' });
    expect(now()).toBe(before);
    await start(false);
  });

  it('keeps what was typed as a secret out of the workspace, and uses it at the next start', async () => {
    const { root, now } = folder();
    const { services, start, set } = await open(root);
    const result = await set({ command, args, env: { API_TOKEN: 'planted-typed-2' } });
    expect(result).toMatchObject({
      connection: { env: { API_TOKEN: '${env:API_TOKEN}' } },
      findings: [{ code: 'secrets_externalised' }],
    });
    expect(now()).not.toContain('planted-typed-2');
    await start(true);
    expect(services.sources && (await services.sources.log({ name: 'c' })).text).toContain(
      'started with ${env:API_TOKEN}',
    );
  });

  it('uses the value that was given last, whether it was typed for the connection or kept for the workspace', async () => {
    const { root } = folder();
    const { services, start, set } = await open(root);
    const [program = '', ...words] = fixtureServer('needs-token');
    const which = async () =>
      (await services.sources.call({ tool: 'c.which', args: {}, consent: false, confirmed: false })).content[0]?.text;
    await set({ command: program, args: words, env: { API_TOKEN: 'planted-typed-2' } });
    await start(true);
    expect(await which()).toBe(tokenHash('planted-typed-2'));
    await services.sources.keepValue({ name: 'API_TOKEN', value: 'planted-newer-3' });
    expect(await which()).toBe(tokenHash('planted-newer-3'));
    await set({ command: program, args: [...words, '--more'], env: { API_TOKEN: 'planted-newest-4' } });
    await start(true);
    expect(await which()).toBe(tokenHash('planted-newest-4'));
  });

  it('keeps each secret of the command line that is given back as it was shown, whatever else of the line changes', async () => {
    const root = temporaryFolder();
    write(root, 'sources/c.json', '{"tools": [{"name": "pid", "inputSchema": {"type": "object"}}]}');
    const secrets = ['--token', 'planted-literal-3', '--old', 'x', '--token', 'planted-literal-4'];
    const mcp = { command, args: [...args, ...secrets] };
    const sources = [{ name: 'c', path: 'sources/c.json', format: 'tools_list', mcp }];
    write(root, 'pegboard.yaml', JSON.stringify({ sources }));
    const { services, set } = await open(root);
    const { connection } = await services.sources.connection({ name: 'c' });
    const shown = connection.args ?? [];
    expect(shown.join(' ')).not.toContain('planted');
    expect(shown.at(-1)).not.toBe(shown.at(-5));
    const changed = ['--new', ...shown.filter((word) => word !== '--old' && word !== 'x')];
    const result = await set({ ...connection, args: changed });
    expect(JSON.stringify(result)).not.toContain('planted');
    const line = [...args, ...secrets].filter((word) => word !== '--old' && word !== 'x');
    const file = parse(readFileSync(join(root, 'pegboard.yaml'), 'utf8')) as { sources: { mcp: object }[] };
    expect(file.sources[0]?.mcp).toEqual({ command, args: ['--new', ...line] });
  });

  it('only says what it would do where it is not to be applied', async () => {
    const { root, yaml, now } = folder();
    const { set } = await open(root);
    expect(await set({ url: 'https://h.example/mcp' }, false)).toMatchObject({ written: false, undo: null });
    expect(now()).toBe(yaml);
  });
});

describe('pegboard sources edit', () => {
  it('changes the command, a variable or the address, and leaves what is not given', async () => {
    const { root, now } = folder();
    const run = await runCli(['sources', 'edit', 'c', '--env', 'MORE', '--', 'npx', '-y', 'other'], { cwd: root });
    expect([run.code, run.result.written]).toEqual([0, true]);
    expect(run.result.connection).toMatchObject({
      command: 'npx',
      args: ['-y', 'other'],
      env: { MORE: '${env:MORE}', MODE: 'fast' },
    });
    expect(run.stdout + run.stderr).not.toContain('planted');
    expect(now()).toContain('planted-literal-1');
    const address = await runCli(['sources', 'edit', 'c', '--url', 'https://h.example/mcp'], { cwd: root });
    expect(address.result.connection).toEqual({ url: 'https://h.example/mcp' });
    expect(now()).not.toContain('npx');
  });

  it.each([[['c']], [[]], [['nobody', '--url', 'https://h.example/']], [['c', '--header', 'A: b']]])(
    'refuses %j',
    async (words) => {
      const { root, yaml, now } = folder();
      const run = await runCli(['sources', 'edit', ...words], { cwd: root });
      expect(run.code).toBeGreaterThan(0);
      expect(run.stderr).toContain('pegboard.error/1');
      expect(run.stderr).not.toContain('"internal"');
      expect(now()).toBe(yaml);
    },
  );
});
