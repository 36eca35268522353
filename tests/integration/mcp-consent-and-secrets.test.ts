import { cpSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliAtTerminal } from '../support/cli-at-terminal.ts';
import { folderContents } from '../support/folder-contents.ts';
import { fixtureServer, httpServer } from '../support/mcp-servers.ts';
import { browse, oauthServer } from '../support/oauth-server.ts';
import { type CliRun, runCli, runCliProcess } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, write } from '../support/workspace.ts';

function emptyWorkspace() {
  const cwd = temporaryFolder();
  write(cwd, 'pegboard.yaml', searchOn);
  return { cwd, env: { PEGBOARD_HOME: temporaryFolder() } };
}

const oldest = ['import', '--mcp', '--name', 'old', '--', ...fixtureServer('oldest')];
const again = ['import', '--source', 'old'];

describe('consent', () => {
  it('a typed command is consent for itself, kept in a 0600 file outside the workspace', async () => {
    const { cwd, env } = emptyWorkspace();
    await runCli(oldest, { cwd, env });
    const file = join(env.PEGBOARD_HOME, 'consent.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await runCli(again, { cwd, env })).code).toBe(0);
    expect(Object.keys(folderContents(cwd)).filter((path) => path.includes('consent'))).toEqual([]);
  });

  it('a cloned workspace, and another user, start nothing', async () => {
    const { cwd, env } = emptyWorkspace();
    await runCli(oldest, { cwd, env });
    const clone = temporaryFolder();
    cpSync(cwd, clone, { recursive: true });
    const before = folderContents(clone);
    for (const run of [
      await runCli(again, { cwd: clone, env }),
      await runCli(['call', 'old.greet'], { cwd: clone, env }),
      await runCli(again, { cwd, env: { PEGBOARD_HOME: temporaryFolder() } }),
    ]) {
      expect([run.code, run.error.code]).toEqual([2, 'consent_required']);
      expect(run.error.message).toContain('oldest.mjs');
      expect(run.error.hint).toContain('--yes');
      expect(run.error.data).toMatchObject({ command: process.execPath, cwd: '.', variables: [] });
    }
    expect(folderContents(clone)).toEqual(before);
    expect((await runCli(['sources'], { cwd: clone, env })).result).toMatchObject({ sources: [{ consented: false }] });
    expect((await runCli([...again, '--yes'], { cwd: clone, env })).code).toBe(0);
    expect((await runCli(again, { cwd: clone, env })).code).toBe(0);
  });

  it.each([
    ['arguments', 'oldest.mjs', 'oldest.mjs --more'],
    ['folder', 'command:', 'cwd: sources\n      command:'],
    ['variables', 'command:', `env: {NODE_OPTIONS: "\${env:PATH}"}\n      command:`],
  ])('other %s ask again', async (_what, from, to) => {
    const { cwd, env } = emptyWorkspace();
    await runCli(oldest, { cwd, env });
    const yaml = readFileSync(join(cwd, 'pegboard.yaml'), 'utf8');
    expect(yaml).toContain(from);
    write(cwd, 'pegboard.yaml', yaml.replace(from, to));
    const run = await runCli(again, { cwd, env });
    expect([run.code, run.error.code]).toEqual([2, 'consent_required']);
  });

  it('an address that the workspace names needs consent too: it would get headers', async () => {
    const { cwd, env } = emptyWorkspace();
    let asked = 0;
    const url = await httpServer((_, response) => {
      asked += 1;
      response.writeHead(401).end();
    });
    const headers = `{Authorization: "Bearer \${env:TOKEN}"}`;
    write(cwd, 'sources/x.json', '{"tools": [{"name": "a", "inputSchema": {}}]}');
    write(
      cwd,
      'pegboard.yaml',
      `sources:\n  - {name: x, path: sources/x.json, format: tools_list, mcp: {url: "${url}", headers: ${headers}}}\n`,
    );
    const run = await runCli(['import', '--source', 'x'], { cwd, env: { ...env, TOKEN: 'a-token-of-mine' } });
    expect([run.code, run.error.code, asked]).toEqual([2, 'consent_required', 0]);
    expect(run.error.message).toContain('Authorization');
    const agreed = await runCli(['import', '--source', 'x', '--yes'], {
      cwd,
      env: { ...env, TOKEN: 'a-token-of-mine' },
    });
    expect([agreed.code, asked > 0, agreed.stderr.includes('a-token-of-mine')]).toEqual([3, true, false]);
  });

  it('opening, listing, searching start nothing', async () => {
    const { cwd, env } = emptyWorkspace();
    write(cwd, 'sources/x.json', '{"tools": [{"name": "a", "inputSchema": {}}]}');
    write(
      cwd,
      'pegboard.yaml',
      `${searchOn}sources:\n  - {name: x, path: sources/x.json, format: tools_list, mcp: {command: touch, args: [started]}}\n`,
    );
    for (const args of [['tools'], ['sources'], ['search', 'a'], ['get', 'x.a'], ['doctor']])
      await runCli(args, { cwd, env });
    expect(Object.keys(folderContents(cwd))).not.toContain('started');
  });
});

describe('secrets', () => {
  const planted = {
    inherited: 'planted-inherited-1f9c',
    given: 'planted-given-77aa/+=',
    argument: 'planted-argument-5d5d',
    header: 'planted-header-9b1e',
    user: 'planted-user-0c0c',
    password: 'planted-password@2e2e',
    query: 'planted-query-4f4f',
    own: 'planted-own-environment-3a3a',
  };
  const forms = Object.values(planted).flatMap((value) => [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64'),
  ]);

  function expectNoSecret(runs: readonly CliRun[], folders: readonly string[]): void {
    const texts = runs.flatMap((run, i) => [
      [`stdout ${i}`, run.stdout],
      [`stderr ${i}`, run.stderr],
    ]);
    for (const folder of folders) texts.push(...Object.entries(folderContents(folder)));
    for (const [place, text] of texts)
      for (const form of forms) expect(text?.includes(form), `${place}: ${form}`).toBe(false);
  }

  it('of env and arguments stay out of every file, output and error', async () => {
    const { cwd, env } = emptyWorkspace();
    const at = { cwd, env: { ...env, API_TOKEN: planted.inherited, UNNAMED_SECRET: planted.own } };
    const named = ['--env', 'API_TOKEN', '--env', `DB_PASSWORD=${planted.given}`];
    const words = ['--api-key', planted.argument];
    const imported = await runCliProcess(
      ['import', '--mcp', '--name', 'calls', ...named, '--', ...fixtureServer('calls'), ...words],
      at,
    );
    expect(imported.code).toBe(0);
    expect(imported.result.findings).toEqual([
      expect.objectContaining({
        code: 'secrets_externalised',
        severity: 'info',
        message: expect.stringContaining('DB_PASSWORD'),
      }),
      expect.objectContaining({ code: 'secrets_in_definitions' }),
    ]);
    const yaml = readFileSync(join(cwd, 'pegboard.yaml'), 'utf8');
    for (const name of ['API_TOKEN', 'DB_PASSWORD', 'CALLS_API_KEY']) expect(yaml).toContain(`\${env:${name}}`);
    expect(readFileSync(join(cwd, 'sources/calls.json'), 'utf8')).toContain(`\${env:API_TOKEN}`);

    const missing = await runCliProcess(['call', 'calls.environment'], at);
    expect([missing.code, missing.error.code]).toEqual([2, 'variable_missing']);
    expect(missing.error.message).toMatch(/DB_PASSWORD.*CALLS_API_KEY|CALLS_API_KEY.*DB_PASSWORD/);
    const set = { ...at.env, DB_PASSWORD: planted.given, CALLS_API_KEY: planted.argument };
    const told = await runCliProcess(['call', 'calls.environment'], { cwd, env: set });
    expect(told.code).toBe(0);
    expect(told.stdout).not.toContain('UNNAMED_SECRET');
    expect(told.stdout).toContain('DB_PASSWORD');

    write(
      cwd,
      'run.scenario.yaml',
      'query: q\nscript: [{call: calls.environment}, {answer: done}]\nlive_tools: [calls.*]\n',
    );
    const traced = await runCliProcess(['simulate', 'run.scenario.yaml', '--update'], { cwd, env: set });
    expect(traced.code).toBe(0);
    expect(readFileSync(join(cwd, 'run.trace.json'), 'utf8')).toContain('DB_PASSWORD');

    const fails = ['import', '--mcp', '--name', 'bad', ...named, '--', ...fixtureServer('exits')];
    const failed = await runCliProcess(fails, at);
    expect([failed.code, failed.stderr.includes('cannot reach the database')]).toEqual([4, true]);
    const human = await runCliProcess([...fails.slice(0, 1), '--format', 'human', ...fails.slice(1)], at);
    const debug = await runCliProcess(fails, { cwd, env: { ...at.env, PEGBOARD_DEBUG: '1' } });
    expectNoSecret([imported, missing, told, traced, failed, human, debug], [cwd, env.PEGBOARD_HOME]);
  });

  it('that somebody wrote into pegboard.yaml are in no list, no progress and no error', async () => {
    const { cwd, env } = emptyWorkspace();
    const words = ['--api-key', planted.argument, '-k', 'planted-short-8c8c'];
    const server = { command: process.execPath, args: [...fixtureServer('calls').slice(1), ...words] };
    const address = `https://${planted.user}:${encodeURIComponent(planted.password)}@mcp.example.com/mcp?token=${planted.query}`;
    const sources = [
      { name: 'calls', format: 'tools_list', path: 'sources/calls.json', mcp: server },
      { name: 'web', format: 'tools_list', path: 'sources/web.json', mcp: { url: address } },
    ];
    write(cwd, 'pegboard.yaml', JSON.stringify({ sources }));
    const at = { cwd, env };
    const runs = [
      await runCli(['sources'], at),
      await runCli(['sources', '--format', 'human'], at),
      await runCli(['import', '--source', 'calls', '--yes', '--format', 'human'], at),
      await runCli(['sources', '--format', 'human'], at),
      await runCli(['import', '--discover'], at),
    ];
    expect(runs[1]?.stdout).toContain('[hidden]');
    expect(runs[2]?.code).toBe(0);
    for (const run of runs) {
      expect(run.stdout + run.stderr).not.toContain('planted-short-8c8c');
      for (const form of forms) expect(`${run.stdout}${run.stderr}`).not.toContain(form);
    }
  });

  it('of headers and addresses stay out as well, and reach the server', async () => {
    const { cwd, env } = emptyWorkspace();
    const seen = new Set<string>();
    const address = new URL(
      await httpServer((request, response) => {
        seen.add(`${request.headers['x-api-key']} ${request.headers.authorization} ${request.url}`);
        response.writeHead(500).end(JSON.stringify({ error: `I know ${request.headers['x-api-key']}` }));
      }),
    );
    address.username = planted.user;
    address.password = encodeURIComponent(planted.password);
    address.searchParams.set('token', planted.query);
    const odd = `X-Api-Key: ${planted.header}\u2603`;
    const args = ['import', '--name', 'web', '--url', address.href, '--header', `X-Api-Key: ${planted.header}`];
    const runs = [
      await runCli(args, { cwd, env }),
      await runCli([...args, '--format', 'human'], { cwd, env }),
      await runCli([...args.slice(0, 5), '--header', 'nonsense'], { cwd, env }),
      await runCli([...args.slice(0, 5), '--header', odd], { cwd, env: { ...env, PEGBOARD_DEBUG: '1' } }),
    ];
    expect(runs.map((run) => run.code)).toEqual([4, 4, 2, 2]);
    const basic = Buffer.from(`${planted.user}:${planted.password}`).toString('base64');
    expect([...seen]).toEqual([`${planted.header} Basic ${basic} /mcp?token=${planted.query}`]);
    expectNoSecret(runs, [cwd, env.PEGBOARD_HOME]);
  });
});

describe('OAuth on the command line', () => {
  it('without a terminal: exit code 3, and how to sign in', async () => {
    const { cwd, env } = emptyWorkspace();
    const server = await oauthServer();
    const run = await runCli(['import', '--url', server.url], { cwd, env });
    expect([run.code, run.error.code, run.error.data]).toEqual([
      3,
      'authentication_required',
      expect.objectContaining({ oauth: true }),
    ]);
    expect(run.error.hint).toMatch(/in a terminal.*--header/);
    expect(server.asked).toEqual([]);
  });

  it('at a terminal: prints the address, opens it, waits, imports; calls and imports after that ask no more', async () => {
    const { cwd, env } = emptyWorkspace();
    const server = await oauthServer();
    const at = { cwd, home: env.PEGBOARD_HOME, openBrowser: browse };
    const imported = await cliAtTerminal(['import', '--url', server.url, '--name', 'web'], at);
    expect(imported.code, imported.stderr).toBe(0);
    expect(imported.stderr).toMatch(/Sign in in your browser.*\n {2}http:\/\/127\.0\.0\.1:\d+\/authorize\?/);
    expect(imported.stderr).toContain('stored unencrypted');
    const called = await runCli(['call', 'web.echo', '--args', '{"message": "hi"}'], { cwd, env });
    expect([called.code, called.stderr]).toEqual([0, '']);
    server.revoke();
    const again = await cliAtTerminal(['call', 'web.echo', '--args', '{"message": "hi"}'], at);
    expect([again.code, again.stderr.includes('/authorize?')]).toEqual([0, true]);
    const out = await runCli(['sources', 'sign-out', 'web'], { cwd, env });
    expect(out.result).toEqual({ schema: 'pegboard.sources-sign-out/1', source: 'web', signed_out: true });
    expect((await runCli(['call', 'web.echo'], { cwd, env })).code).not.toBe(0);
  });

  it('planted tokens appear in no file of the workspace, output or error', async () => {
    const { cwd, env } = emptyWorkspace();
    const server = await oauthServer();
    const at = { cwd, home: env.PEGBOARD_HOME, openBrowser: browse };
    const call = (message: string) => ['call', 'web.echo', '--args', JSON.stringify({ message })];
    const debug = { cwd, env: { ...env, PEGBOARD_DEBUG: '1' } };
    const imported = await cliAtTerminal(['import', '--url', server.url, '--name', 'web'], at);
    const leaked = await runCli(call('leak'), debug);
    const failed = await runCli(call('fail'), debug);
    server.expire();
    const renewed = await runCli(call('leak'), debug);
    server.revoke();
    const refused = await runCli(call('leak'), debug);
    const outputs = [imported, leaked, failed, renewed, refused];
    expect(outputs.map(({ code }) => code)).toEqual([0, 0, 4, 0, 3]);
    expect(leaked.stdout).toContain('I know');
    expect(statSync(join(env.PEGBOARD_HOME, 'oauth-tokens.json')).mode & 0o777).toBe(0o600);
    const { 'oauth-tokens.json': _, ...home } = folderContents(env.PEGBOARD_HOME);
    const texts = [
      ...outputs.flatMap(({ stdout, stderr }, i) => [
        [`stdout ${i}`, stdout] as const,
        [`stderr ${i}`, stderr] as const,
      ]),
      ...Object.entries(folderContents(cwd)),
      ...Object.entries(home),
    ];
    expect(server.secrets.length).toBeGreaterThan(5);
    for (const [place, text] of texts)
      for (const secret of server.secrets)
        for (const form of [secret, Buffer.from(secret).toString('base64')])
          expect(text.includes(form), `${place}: ${form}`).toBe(false);
  });
});

describe('pegboard call', () => {
  async function withCalls() {
    const { cwd, env } = emptyWorkspace();
    await runCli(['import', '--mcp', '--name', 'c', '--', ...fixtureServer('calls')], { cwd, env });
    return (...args: string[]) => runCli(['call', ...args], { cwd, env });
  }

  it('tells a tool that fails from a server that refuses; both exit 5', async () => {
    const call = await withCalls();
    const failed = await call('c.fails');
    expect([failed.code, failed.result.is_error, failed.stderr]).toEqual([5, true, '']);
    const refused = await call('c.refused');
    expect([refused.code, refused.error.code, refused.stdout]).toEqual([5, 'tool_failed', '']);
    expect(refused.error.message).toContain('No such thing.');
  });

  it('checks arguments before it starts anything: types, references, patterns that would freeze others', async () => {
    const call = await withCalls();
    const wrong = await call('c.checks', '--args', '{"count": "three", "inner": {"kind": "z"}, "more": 1}');
    expect([wrong.code, wrong.error.code]).toEqual([2, 'invalid_arguments']);
    expect(wrong.error.message).toMatch(/more: is not an argument/);
    expect(wrong.error.message).toMatch(/count: must be integer/);
    expect(wrong.error.message).toMatch(/inner\.kind: must be one of \["x","y"\]/);
    const slow = await call('c.checks', '--args', JSON.stringify({ count: 1, slow: `${'a'.repeat(50_000)}!` }));
    expect([slow.code, slow.error.code]).toEqual([2, 'invalid_arguments']);
    const fine = await call('c.checks', '--args', '{"count": 3}');
    expect([fine.code, fine.result.structured_content]).toEqual([0, { count: 3 }]);
  });

  it('does not fetch a schema from elsewhere, says so, and lets the server check', async () => {
    const call = await withCalls();
    const run = await call('c.far', '--args', '{"any": 1}');
    expect([run.code, run.error.schema, run.error.code]).toEqual([0, 'pegboard.finding/1', 'schema_not_checked']);
  });

  it.each([
    [['c.nothing'], 'tool_not_found'],
    [['c.destroys'], 'confirmation_required'],
    [['c.checks', '--args', '[1]'], 'usage'],
    [['c.checks', '--args', '{'], 'invalid_json'],
    [['c.checks', '--args', '@nowhere.json'], 'file_not_found'],
  ])('%j is %s', async (args, code) => {
    const call = await withCalls();
    const run = await call(...args);
    expect([run.code, run.error.code]).toEqual([2, code]);
  });

  it('a tool of a captured file has no server to call', async () => {
    const { cwd, env } = emptyWorkspace();
    write(cwd, 'x.json', '{"tools": [{"name": "a", "inputSchema": {}}]}');
    await runCli(['import', 'x.json'], { cwd, env });
    const run = await runCli(['call', 'x.a'], { cwd, env });
    expect([run.code, run.error.code]).toEqual([2, 'source_not_live']);
  });
});
