import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { rowsOf } from '#core/gateway/credentials/open-credentials.ts';
import { readAdminState } from '#core/gateway/read-admin-state.ts';
import { GatewayStore } from '#core/gateway/store/gateway-store.ts';
import { addToken, hashOfToken } from '#core/gateway/store/stored-tokens.ts';
import { gatewayAdminSchema, mostAdminRows } from '#shared/domain/gateway-admin.ts';
import { recordingLogger } from '../contract/recording-logger.ts';
import { type AdminGateway, adminGateway, adminUrl } from '../support/admin-gateway.ts';
import { casesOf } from '../support/depth.ts';
import { eventually } from '../support/gateway-http.ts';
import { serveGateway, workspaceOf } from '../support/gateway-process.ts';
import { lockOfTools } from '../support/lock.ts';
import { describeWithPostgres } from '../support/postgres.ts';
import { runCli } from '../support/run-cli.ts';
import { staticToken } from '../support/team-gateway.ts';
import { tokenIssuer } from '../support/token-issuer.ts';
import { type TestTool, workspaceFolder, write } from '../support/workspace.ts';

const [ada, ops] = [staticToken('ada'), staticToken('ops')];
const tokens = [ada.entry, ops.entry];
const admin = { tokens: ['ops'] };
const order = { name: 'shop.order', description: 'Orders.' };

describe('the right to read the state of a gateway server', () => {
  const served = (settings: object) => adminGateway({ root: workspaceFolder([order]), settings });

  it('is nobody’s without admin in the settings: the address is not there', async () => {
    const server = await served({ tokens });
    const nothing = await server.state(ops.token, { headers: {} });
    expect(nothing.status).toBe(404);
    expect((await server.state(null)).status).toBe(404);
  });

  it('is of the tokens that admin names, from the next request on until it is taken away', async () => {
    const server = await served({ tokens, admin });
    const statusOf = async (...asked: Parameters<AdminGateway['state']>) => (await server.state(...asked)).status;
    expect(await statusOf(null)).toBe(401);
    expect(await statusOf('wrong')).toBe(401);
    expect(await statusOf(ada.token)).toBe(403);
    const { status, state } = await server.state(ops.token);
    expect(status).toBe(200);
    expect(gatewayAdminSchema.parse(state)).toEqual(state);
    expect(await statusOf(ops.token, { method: 'POST' })).toBe(405);
    expect(await statusOf(ops.token, { headers: { host: '127.0.0.1' } })).toBe(403);
    expect(await statusOf(ops.token, { headers: { origin: 'https://elsewhere.example.test' } })).toBe(403);
    server.change({ tokens, admin: { tokens: ['ada'] } });
    expect([await statusOf(ops.token), await statusOf(ada.token)]).toEqual([403, 200]);
    server.change({ tokens: [{ ...ada.entry, expires_at: '2000-01-01T00:00:00Z' }], admin: { tokens: ['ada'] } });
    expect(await statusOf(ada.token)).toBe(401);
  });

  it('is of access tokens whose claims fit, even where they have no persona', async () => {
    const issuer = await tokenIssuer();
    const rule = { claim: 'realm.roles', value: 'operator' };
    const personas = [{ claim: 'groups', value: 'nobody', persona: null }];
    const server = await served({ oauth: { issuer: issuer.issuer, personas }, admin: { claims: [rule] } });
    const tokenWith = (claims: object) => issuer.token({ aud: `${adminUrl}/mcp`, ...claims });
    expect((await server.state(await tokenWith({ realm: { roles: ['reader', 'operator'] } }))).status).toBe(200);
    expect((await server.state(await tokenWith({ realm: { roles: ['reader'] }, groups: 'operator' }))).status).toBe(
      403,
    );
    // A subject is no name of a token.
    server.change({ oauth: { issuer: issuer.issuer, personas }, tokens: [ops.entry], admin });
    expect((await server.state(await tokenWith({ sub: 'ops' }))).status).toBe(403);
  });

  it('does not lift the limits of a caller', async () => {
    const server = await served({ tokens, admin, limits: { requests_per_minute: 2 } });
    const statuses = [];
    for (const _ of [1, 2, 3]) statuses.push((await server.state(ops.token)).status);
    expect(statuses).toEqual([200, 200, 429]);
    for (const _ of [1, 2, 3]) statuses.push((await server.state(ada.token)).status);
    expect(statuses.slice(3)).toEqual([403, 403, 429]);
  });
});

it('says why the files of the workspace are not served as they are', async () => {
  const root = workspaceFolder([order]);
  const server = await adminGateway({ root, settings: { tokens, admin } });
  const path = join(root, 'pegboard.yaml');
  write(root, 'pegboard.yaml', `${readFileSync(path, 'utf8')}policy: {denied_tools: [shop.order]}\nbad: [`);
  await eventually(async () => {
    const { state } = await server.state(ops.token);
    expect(state.catalog.problem).toContain(`${path}:`);
    expect(state.process).toMatchObject({ ready: true, problem: state.catalog.problem });
    expect(state.catalog.tools).toBe(1);
  });
});

/** A place for all that a server keeps: files where it is undefined. */
type OpenStore = () => Promise<GatewayStore | undefined>;

const unreachable = 'http://user:planted-password@127.0.0.1:1/mcp?key=planted-query';

/** A workspace with a source that cannot be reached, one tool that nobody approved, and the given descriptions. */
function boardWith(planted: { description: string; waiting: string; skill?: string }): string {
  const approved: TestTool = { ...order, description: planted.description };
  const yaml = `tool_search: {enabled: true, default_loading_mode: deferred}
gateway: {call_tools: single}
approvals: {sources: {test: {new: quarantine}}}
personas: [{name: support, hidden_tools: []}]`;
  const root = workspaceFolder([approved, { name: 'shop.erase', description: planted.waiting }], yaml);
  write(root, 'sources/crm.jsonl', JSON.stringify({ name: 'crm.find', description: planted.description }));
  write(root, 'pegboard.lock', lockOfTools([approved]));
  const source = { name: 'crm', path: 'sources/crm.jsonl', format: 'tools_jsonl' };
  const mcp = { url: unreachable, headers: { Authorization: 'Bearer ${env:UPSTREAM}' } };
  const text = JSON.stringify({ ...source, mcp });
  write(
    root,
    'pegboard.yaml',
    `${yaml}\nsources:\n  - {name: test, path: sources/test.jsonl, format: tools_jsonl}\n  - ${text}\n`,
  );
  return root;
}

/** What the state says with each store. */
function stateSuite(open: OpenStore): void {
  const support = staticToken('desk');
  const settings = {
    tokens: [...tokens, { ...support.entry, persona: 'support' }],
    admin,
    limits: { requests_per_minute: 100_000 },
    sign_in_keys: [{ id: 'one', key: '${env:KEY}' }],
  };
  const given = async (root: string) => {
    const store = await open();
    return { root, settings, env: { UPSTREAM: 'planted-secret' }, ...(store && { store }) };
  };

  it('says what is served, what fails, who called, what waits and what changed', async () => {
    const root = boardWith({ description: 'Finds orders.', waiting: 'Erases.' });
    const options = await given(root);
    const server = await adminGateway(options);
    const rows = rowsOf({
      ...{ store: options.store, userDataDir: server.userDataDir, files: nodeFiles },
      ...{ now: Date.now, publicUrl: adminUrl },
    });
    for (const caller of ['a', 'b'])
      await rows.put({ caller, source: 'crm', name: caller, sealed: 'planted-sealed', signed_in_at: 1 });
    await server.call(support.token, 'tool_search', { query: 'orders' });
    await server.call(support.token, 'tool_call', { name: 'crm.find', arguments: {} });
    await server.call(ada.token, 'tool_call', { name: 'none.such', arguments: {} });
    const now = async () => (await server.state(ops.token)).state;
    await expect
      .poll(async () => (await now()).calls.personas, { interval: 500 })
      .toEqual({
        items: [
          { persona: 'support', requests: 2, failed: 1 },
          { persona: null, requests: 1, failed: 1 },
        ],
        more: 0,
      });
    const state = await now();
    expect(state).toMatchObject({
      schema: 'pegboard.gateway-admin/1',
      process: { pid: process.pid, version: '1.2.3', ready: true, store: options.store ? 'postgresql' : 'files' },
      catalog: { from: 'folder', tools: 3, problem: null },
      calls: { problem: null, outcomes: { items: [{ source: 'crm', outcome: 'failed', requests: 1 }], more: 0 } },
      sign_ins: { items: [{ source: 'crm', callers: 2 }], more: 0, problem: null },
    });
    expect(state.catalog.version).toMatch(/^[0-9a-f]{64}$/);
    expect(state.upstreams.items).toMatchObject([{ source: 'crm', consented: true, failures: 1 }]);
    expect(state.upstreams.items[0]?.error).toMatch(/^server_/);
    expect(state.callers.items.map(({ name, persona, requests }) => [name, persona, requests])).toEqual([
      ['ada', null, 1],
      ['desk', 'support', 2],
    ]);
    const waiting = state.approvals.items.find(({ name }) => name === 'shop.erase');
    expect(waiting).toMatchObject({
      source: 'test',
      kind: 'tool',
      state: 'pending',
      change: 'new',
      action: 'quarantine',
    });
    await expect
      .poll(async () => (await now()).trail.items.map(({ action, subject }) => [action, subject]), { interval: 500 })
      .toEqual([
        ['began', 'settings'],
        ['began', 'workspace'],
      ]);
  });

  it('lists fifty rows and says how many more there are', async () => {
    const server = await adminGateway(await given(boardWith({ description: 'Finds.', waiting: 'Erases.' })));
    const many = Array.from({ length: mostAdminRows + 7 }, (_, i) => staticToken(`caller-${i}`));
    server.change({ ...settings, tokens: [...settings.tokens, ...many.map(({ entry }) => entry)] });
    for (const { token } of many) await server.call(token, 'tool_search', { query: 'x' });
    const { state } = await server.state(ops.token);
    expect([state.callers.items.length, state.callers.more]).toEqual([mostAdminRows, 7]);
    expect(state.callers.items[0]?.name).toBe(`caller-${mostAdminRows + 6}`);
  });

  it('has no token, secret, query, argument or description, whatever they are', async () => {
    const word = fc.stringMatching(/^[a-z]{12,20}$/);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(word, { minLength: 5, maxLength: 5 }), async (words) => {
        const [description = '', waiting = '', query = '', argument = '', name = ''] = words;
        const server = await adminGateway(await given(boardWith({ description, waiting })));
        await server.call(support.token, 'tool_search', { query });
        await server.call(support.token, 'tool_call', { name: 'crm.find', arguments: { [name]: argument } });
        await server.call(support.token, 'tool_call', { name, arguments: {} });
        let body = '';
        await expect
          .poll(
            async () => {
              const answer = await server.state(ops.token);
              body = answer.body;
              const { calls, trail, upstreams, approvals } = answer.state;
              const [persona] = calls.personas.items;
              return [persona?.requests, trail.items.length, upstreams.items[0]?.failures, approvals.items.length > 0];
            },
            { interval: 500, timeout: 60_000 },
          )
          .toEqual([3, 2, 1, true]);
        const secrets = ['planted-secret', 'planted-password', 'planted-query', ada.token, ops.token, support.token];
        for (const planted of [...words, ...secrets, 'sha256:']) expect(body).not.toContain(planted);
      }),
      { numRuns: casesOf(10), endOnFailure: true },
    );
  }, 300_000);
}

describe('the state of a gateway server with files', () => {
  stateSuite(async () => undefined);
});

describeWithPostgres('the state of a gateway server with a store', (database) => {
  const open = async () => {
    const settings = {
      ...{ url: await database.database(), schema: 'pegboard' },
      ...{ connections: 3, statement_timeout_ms: 5000 },
    };
    const store = await GatewayStore.open({ settings, env: {}, logger: recordingLogger(), now: Date.now });
    onTestFinished(() => store.close());
    return store;
  };
  stateSuite(open);

  it('is for tokens of the store by store_tokens alone, whatever names admin.tokens has', async () => {
    const store = await open();
    const row = (name: string, token: string) => ({
      ...{ name, hash: hashOfToken(token), persona: null, made_at: Date.now(), expires_at: null },
    });
    const [sameName, watcher] = ['s'.repeat(43), 'w'.repeat(43)];
    await addToken(store.postgres, row('ops', sameName), 'ada@host');
    await addToken(store.postgres, row('watcher', watcher), 'ada@host');
    await store.tokens.refresh();
    const root = boardWith({ description: 'Finds.', waiting: 'Erases.' });
    const both = { tokens: ['ops'], store_tokens: ['watcher'] };
    const stored = { postgres: { url: '${env:STORE_URL}' } };
    const server = await adminGateway({ root, store, settings: { tokens, store: stored, admin: both } });
    const statuses = async () => {
      const answers = await Promise.all([ops.token, ada.token, sameName, watcher].map((token) => server.state(token)));
      return answers.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 403, 403, 200]);
    server.change({ tokens, store: stored, admin: { store_tokens: ['ops', 'ada'] } });
    expect(await statuses()).toEqual([403, 403, 200, 403]);
  });

  it('is there while the store is away, and says so', async () => {
    const store = await open();
    const root = boardWith({ description: 'Finds.', waiting: 'Erases.' });
    const server = await adminGateway({ root, store, settings: { tokens, admin } });
    await database.stop();
    onTestFinished(() => database.start());
    await expect
      .poll(
        async () => {
          const { state } = await server.state(ops.token);
          return [state.calls.problem, state.trail.problem, state.process.problem].map((problem) => problem !== null);
        },
        { interval: 500, timeout: 60_000 },
      )
      .toEqual([true, true, true]);
    expect((await server.state(ops.token)).state.catalog.tools).toBe(3);
  }, 180_000);
});

describe('pegboard gateway status', () => {
  it('prints the state of a running server, for people and as JSON', async () => {
    const workspace = await workspaceOf({}, 'tool_search: {enabled: true, default_loading_mode: deferred}\n');
    // Callers come through a proxy, whose port is known before the gateway starts.
    const behind = { port: 0 };
    const proxy = createServer((request, response) => {
      const { method, url: path, headers } = request;
      const asked = httpRequest({ host: '127.0.0.1', port: behind.port, method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      request.pipe(asked);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    onTestFinished(() => {
      proxy.closeAllConnections();
      proxy.close();
    });
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    write(workspace.cwd, 'pegboard-gateway.yaml', JSON.stringify({ public_url: address, tokens, admin }));
    const { port } = await serveGateway(workspace);
    behind.port = port;
    const status = (token: string, ...words: string[]) =>
      runCli(['gateway', 'status', '--address', address, '--token-env', 'OPERATOR', ...words], {
        ...workspace,
        env: { ...workspace.env, OPERATOR: token },
      });
    const json = await status(ops.token, '--format', 'json');
    expect(json.code).toBe(0);
    expect(gatewayAdminSchema.parse(JSON.parse(json.stdout)).catalog.tools).toBe(0);
    const human = await status(ops.token, '--format', 'human');
    expect(human.stdout).toContain('Waiting for approval:\nNone.');
    expect(human.stdout).toMatch(/Process \d+ on \S+: Pegboard \S+, ready/);
    const refused = await status(ada.token);
    expect([refused.code, refused.stdout]).toEqual([3, '']);
    expect(refused.stderr).toContain('does not let this token read its state');
    expect(refused.stderr + json.stderr).not.toContain(ada.token);
    const who = await runCli(['gateway', 'who', '--format', 'json'], { ...workspace, stdin: ops.token });
    expect(JSON.parse(who.stdout)).toMatchObject({ name: 'ops', admin: true });
  });
});

describe('reading the state of a server', () => {
  const answering = (status: number, body: string) => async () => new Response(body, { status });
  const read = (fetch: typeof globalThis.fetch, address = adminUrl, token = 'secret-token') =>
    readAdminState({ address, token, fetch }).then(
      () => 'read',
      (error: { code: string; message: string; hint?: string }) => {
        expect(`${error.message} ${error.hint}`).not.toContain('secret-token');
        return error.code;
      },
    );

  it('names what is wrong', async () => {
    const never = async () => Promise.reject(new Error('never'));
    for (const address of ['http://tools.example.test', 'x', `${adminUrl}/mcp`, 'https://a:b@tools.example.test'])
      expect(await read(never, address), address).toBe('invalid_input');
    expect(await read(never, adminUrl, 'two words')).toBe('invalid_input');
    expect(await read(never)).toBe('server_unreachable');
    expect(await read(answering(401, ''))).toBe('authentication_required');
    expect(await read(answering(403, ''))).toBe('authentication_required');
    expect(await read(answering(404, ''))).toBe('server_protocol');
    expect(await read(answering(503, ''))).toBe('server_failed');
    expect(await read(answering(200, '<html>'))).toBe('server_protocol');
    expect(await read(answering(200, '{"schema":"pegboard.gateway-admin/2"}'))).toBe('server_protocol');
    expect(await read(answering(200, 'x'.repeat(2 * 1024 * 1024)))).toBe('server_protocol');
  });
});
