import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { GitCatalog } from '#core/gateway/catalog/git-catalog.ts';
import { gatewayServerSchema } from '#shared/domain/gateway-server.ts';
import { describeWhole, type McpConnection } from '#shared/domain/mcp-connection.ts';
import { startGatewayServer } from '../../src-main/hosts/gateway/server/start-gateway-server.ts';
import { recordingLogger } from '../contract/recording-logger.ts';
import { casesOf } from '../support/depth.ts';
import { modernHeaders, modernMessage, sendRaw } from '../support/gateway-http.ts';
import { type GuardedUpstreams, guardedUpstreams } from '../support/guarded-upstreams.ts';
import { staticToken, teamUrl } from '../support/team-gateway.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testServices, write } from '../support/workspace.ts';

const patience = { timeout: 60_000, interval: 5 };
const git = (cwd: string, ...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.test', ...words], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
const toolsPerSource = 20;

/** A bare repository with a workspace, whose lists all say which version they are, and a clone to push from. */
async function repositoryFor(upstreams: GuardedUpstreams) {
  const [remote, clone] = [join(temporaryFolder(), 'board.git'), temporaryFolder()];
  git(clone, 'init', '--quiet', '--initial-branch=main');
  write(clone, 'pegboard.yaml', 'tool_search: {enabled: true, default_loading_mode: deferred}\n');
  const services = await testServices({ env: { OPERATOR: upstreams.operator } });
  await services.workspace.open({ path: clone });
  const connection = { url: upstreams.url('crm'), headers: { Authorization: 'Bearer ${env:OPERATOR}' } };
  for await (const _ of services.sources.importMcp({ connection, source: 'crm', apply: true, consent: true }));
  const file = await nodeFiles.readText(join(clone, 'pegboard.yaml'));
  git(clone, 'init', '--quiet', '--bare', remote);
  const push = (): string => {
    git(
      clone,
      'add',
      '--all',
      '--',
      'pegboard.yaml',
      'sources',
      ...(readdirSync(clone).includes('pegboard.lock') ? ['pegboard.lock'] : []),
    );
    git(clone, 'commit', '--quiet', '--allow-empty', '-m', 'a version');
    git(clone, 'push', '--quiet', '--force', remote, 'HEAD:refs/heads/main');
    return git(clone, 'rev-parse', 'HEAD');
  };
  /** Pushes a version: two lists that belong together, beside the server. */
  const version = (number: number): string => {
    const lists = ['one', 'two'];
    const sources = lists.map((name) => `  - {name: ${name}, path: sources/${name}.jsonl, format: tools_jsonl}\n`);
    write(clone, 'pegboard.yaml', `gateway: {mode: direct}\n${file.trimEnd()}\n${sources.join('')}`);
    for (const name of lists) {
      const tools = Array.from({ length: toolsPerSource }, (_, i) =>
        JSON.stringify({ name: `${name}_${i}`, description: `Version ${number}.` }),
      );
      write(clone, `sources/${name}.jsonl`, tools.join('\n'));
    }
    return push();
  };
  return { remote, clone, push, version };
}

async function serve(remote: string, upstreams: GuardedUpstreams, more: object = {}, userDataDir = temporaryFolder()) {
  const ada = staticToken('ada');
  const agreed = [`${upstreams.url('crm')} (with the headers Authorization='Bearer \${env:OPERATOR}')`];
  const settings = gatewayServerSchema.parse({
    ...{ public_url: teamUrl, listen: { port: 0 }, operations: { port: 0 }, drain_seconds: 0, tokens: [ada.entry] },
    limits: { requests_per_minute: 1_000_000, concurrent: 1000 },
    catalog: { git: { url: remote, poll_seconds: 86_400, webhook_secret: '${env:HOOK}', agreed, ...more } },
  });
  const env = { ...process.env, HOOK: 'planted-hook', OPERATOR: upstreams.operator };
  const logger = recordingLogger();
  const given = { publicUrl: teamUrl, userDataDir, env, files: nodeFiles, logger, now: Date.now };
  if (!settings.catalog) throw new Error('no catalog');
  const catalog = await GitCatalog.open({ ...given, settings: settings.catalog.git });
  const { agreed: agreedNow } = settings.catalog.git;
  const agreedTo = (connection: McpConnection) => agreedNow.includes(describeWhole(connection));
  const services = await testServices({
    userDataDir,
    env,
    files: catalog.files,
    agreedTo,
    sessionIdleMs: 60_000,
    watch: true,
    warmIndex: false,
  });
  await services.workspace.open({ path: catalog.root });
  const gateway = await services.serveBoard({});
  const settingsNow = async () => settings;
  const server = await startGatewayServer({ gateway, settings, settingsNow, logger, catalog, env });
  catalog.follow(async () => void (await services.workspace.open({ path: catalog.root })));
  const close = async () => {
    await server.close();
    await catalog.close();
    await gateway.close();
  };
  onTestFinished(close);
  const ask = async (method: string, params: Record<string, unknown> = {}) => {
    const name = typeof params.name === 'string' ? params.name : undefined;
    const headers = { ...modernHeaders(ada.token, method, name), host: 'tools.example.test' };
    return (await sendRaw(server.port, { headers, body: modernMessage(method, params) })).body;
  };
  const pushed = (body: string, secret = 'planted-hook') =>
    sendRaw(server.port, {
      path: '/hooks/catalog',
      headers: {
        host: 'tools.example.test',
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
      body,
    });
  const read = async (path: string) => (await sendRaw(server.operationsPort, { path, method: 'GET' })).body;
  const serves = (commit: string) => vi.waitFor(() => expect(catalog.state().commit).toBe(commit), patience);
  return { catalog, logger, ask, pushed, read, serves, close, userDataDir };
}

describe('a catalog from a repository', () => {
  it('is replaced many times under load, and no request sees half of one', async () => {
    const replacements = casesOf(100);
    const upstreams = await guardedUpstreams();
    const { remote, version } = await repositoryFor(upstreams);
    version(0);
    const team = await serve(remote, upstreams);
    let isOver = false;
    const seen = new Set<string>();
    const callers = [1, 2].map(async () => {
      while (!isOver) {
        const versions = [...(await team.ask('tools/list')).matchAll(/"Version (\d+)\."/g)].map(
          ([, number]) => number ?? '',
        );
        expect([versions.length, new Set(versions).size]).toEqual([2 * toolsPerSource, 1]);
        seen.add(versions[0] ?? '');
      }
    });
    // A caller that fails is reported at the end, and not while the catalog is replaced.
    const answered = Promise.allSettled(callers);
    // A call that began with the first catalog ends when that is long gone.
    const held = Promise.withResolvers<void>();
    upstreams.hold = held.promise;
    const slow = team.ask('tools/call', { name: 'crm__whoami', arguments: {} });
    for (let number = 1; number <= replacements; number++) {
      const commit = version(number);
      expect((await team.pushed('{}')).status).toBe(202);
      await team.serves(commit);
      if (number === 5) held.resolve();
    }
    expect(await slow).toContain('I am operator.');
    isOver = true;
    for (const caller of await answered) expect(caller).toMatchObject({ status: 'fulfilled' });
    expect(await team.ask('tools/list')).toContain(`Version ${replacements}.`);
    expect(seen.size).toBeGreaterThan(replacements / 5);
    expect(team.catalog.state()).toMatchObject({ replaced: replacements + 1, refused: 0, problem: null });
    const folders = () => readdirSync(join(team.catalog.root, '../commits')).length;
    await vi.waitFor(() => expect(folders()).toBe(2), patience);
    expect(await team.read('/metrics')).toContain(`pegboard_catalog_replaced_total ${replacements + 1}`);
  });

  it('stays as it is when a commit does not load, and says why', async () => {
    const upstreams = await guardedUpstreams();
    const { remote, clone, push, version } = await repositoryFor(upstreams);
    const good = version(1);
    const team = await serve(remote, upstreams);
    const { served_at: since } = team.catalog.state();
    expect(since).toBeGreaterThan(0);
    const bad: Record<string, () => void> = {
      'config_invalid|policy': () => write(clone, 'pegboard.yaml', 'policy: 7\n'),
      'sources/two.jsonl|Source two': () => write(clone, 'sources/two.jsonl', '{{{'),
      'pegboard.lock': () => write(clone, 'pegboard.lock', '<<<<<<< ours\n'),
    };
    let refused = 0;
    for (const [words, breaks] of Object.entries(bad)) {
      breaks();
      const commit = push();
      await team.pushed('{}');
      await vi.waitFor(() => expect(team.catalog.state().refused).toBe(refused + 1), patience);
      refused++;
      expect(team.catalog.state()).toMatchObject({ commit: good, served_at: since });
      expect(await team.ask('tools/list')).toContain('Version 1.');
      const said = await team.read('/readyz');
      expect(said).toContain(`ready, but: Commit ${commit.slice(0, 12)} is not served`);
      expect(said).toMatch(new RegExp(words));
      expect(await team.read('/metrics')).toContain('pegboard_catalog_current 0');
      version(1);
      git(clone, 'rm', '--quiet', '-f', '--ignore-unmatch', 'pegboard.lock');
    }
    const mended = version(2);
    expect((await team.pushed('{}', 'wrong')).status).toBe(401);
    expect((await team.pushed('{}')).status).toBe(202);
    await team.serves(mended);
    expect(await team.read('/readyz')).toBe('ready\n');
    expect(team.logger.lines.join('\n')).not.toContain('planted-hook');
  });

  it('is served from the last commit when the remote is away, by the same workspace after a restart', async () => {
    const upstreams = await guardedUpstreams();
    const { remote, version } = await repositoryFor(upstreams);
    const commit = version(1);
    const team = await serve(remote, upstreams);
    // Another process of the account has a folder of its own.
    const other = await serve(remote, upstreams, {}, team.userDataDir);
    expect(other.catalog.root).not.toBe(team.catalog.root);
    await team.close();
    renameSync(remote, `${remote}.away`);
    const again = await serve(remote, upstreams, {}, team.userDataDir);
    expect([again.catalog.root, again.catalog.state().commit]).toEqual([team.catalog.root, commit]);
    expect(await again.ask('tools/list')).toContain('Version 1.');
    expect(await again.read('/readyz')).toContain('git fetch failed');
    await expect(serve(remote, upstreams)).rejects.toMatchObject({ code: 'git_refused' });
  });

  it('starts no server that the settings do not name', async () => {
    const upstreams = await guardedUpstreams();
    const { remote, version } = await repositoryFor(upstreams);
    version(1);
    const team = await serve(remote, upstreams, { agreed: [] });
    expect(await team.ask('tools/call', { name: 'crm__whoami', arguments: {} })).toContain('was not agreed to');
    const line = team.logger.lines.find((text) => text.includes('catalog.git.agreed')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      source: 'crm',
      agreed: `${upstreams.url('crm')} (with the headers Authorization='Bearer \${env:OPERATOR}')`,
    });
  });
});
