import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SecretBox } from '#core/secrets/sign-in-store.ts';
import type { Services } from '#core/services.ts';
import type { ServicesOptions } from '#core/services-options.ts';
import type { CallResult, SourceSummary } from '#shared/domain/live-source.ts';
import { listenForRedirect } from '../../src-main/hosts/listen-for-redirect.ts';
import { browse, oauthServer } from '../support/oauth-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, testServices, write } from '../support/workspace.ts';

async function app(options: Partial<ServicesOptions> = {}) {
  const root = temporaryFolder();
  write(root, 'pegboard.yaml', searchOn);
  const userDataDir = temporaryFolder();
  const open = async () => {
    const services = await testServices({ userDataDir, listenForRedirect, sessionIdleMs: 3_600_000, ...options });
    await services.workspace.open({ path: root });
    return services;
  };
  return { root, open, services: await open(), tokenFile: join(userDataDir, 'oauth-tokens.json') };
}

async function importFrom(services: Services, url: string): Promise<void> {
  const input = { connection: { url }, source: 'web', apply: true, consent: true };
  for await (const _ of services.sources.importMcp(input));
}

/** Signs in as a user with a browser would; the page that the browser ends at. */
async function signIn(services: Services, url?: string): Promise<string> {
  let page = '';
  const target = url === undefined ? { name: 'web' } : { connection: { url } };
  for await (const event of services.sources.signIn(target))
    if (event.type === 'authorize') page = await browse(event.url);
  return page;
}

const echo = (services: Services, message = 'hello'): Promise<CallResult> =>
  services.sources.call({ tool: 'web.echo', args: { message }, consent: false, confirmed: false });

/** A workspace as it comes from git: it names a server that nobody has agreed to. */
function writeSource(root: string, url: string): void {
  write(root, 'sources/web.json', '{"tools": [{"name": "echo", "inputSchema": {}}]}');
  const source = `{name: web, path: sources/web.json, format: tools_list, mcp: {url: "${url}"}}`;
  write(root, 'pegboard.yaml', `sources: [${source}]\n`);
}

const summary = async (services: Services): Promise<SourceSummary | undefined> => (await services.sources.list())[0];

describe('a server behind OAuth', () => {
  it('asks to sign in, is signed in at in the browser, and then works, also after a restart', async () => {
    const server = await oauthServer();
    const { services, open, tokenFile } = await app();
    await expect(importFrom(services, server.url)).rejects.toMatchObject({
      code: 'authentication_required',
      data: { oauth: true, status: 401 },
    });
    expect(await signIn(services, server.url)).toContain('You are signed in');
    await importFrom(services, server.url);
    expect((await echo(services)).content[0]?.text).toContain('hello');
    expect(server.asked).toEqual(['register', 'authorize', 'authorization_code']);
    expect(await summary(services)).toMatchObject({
      sign_in: 'signed_in',
      state: 'running',
      findings: [{ code: 'tokens_unencrypted', severity: 'warning' }],
    });
    expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
    expect((await echo(await open())).content[0]?.text).toContain('hello');
    expect(server.asked).toHaveLength(3);
  });

  it('renews a token that is not accepted any more, silently and once for all calls', async () => {
    const server = await oauthServer();
    const { services, open } = await app();
    await signIn(services, server.url);
    await importFrom(services, server.url);
    const other = await open();
    await echo(other);
    server.expire();
    await Promise.all(Array.from({ length: 5 }, () => echo(services)));
    expect(server.asked.filter((kind) => kind === 'refresh_token')).toHaveLength(1);
    // Another Pegboard finds the token that this one got.
    await echo(other);
    expect(server.asked.filter((kind) => kind === 'refresh_token')).toHaveLength(1);
  });

  it('asks to sign in again when renewing is refused', async () => {
    const server = await oauthServer();
    const { services, tokenFile } = await app();
    await signIn(services, server.url);
    await importFrom(services, server.url);
    server.revoke();
    await expect(echo(services)).rejects.toMatchObject({ code: 'authentication_required', data: { oauth: true } });
    expect(await summary(services)).toMatchObject({
      sign_in: 'needed',
      mcp_problem: { code: 'authentication_required' },
    });
    expect(readFileSync(tokenFile, 'utf8')).not.toContain('planted');
    await signIn(services);
    expect((await echo(services)).content[0]?.text).toContain('hello');
    expect(await summary(services)).toMatchObject({ sign_in: 'signed_in', mcp_problem: null });
  });

  it('signing out deletes the tokens and ends the session', async () => {
    const server = await oauthServer();
    const { services, tokenFile } = await app();
    await signIn(services, server.url);
    await importFrom(services, server.url);
    expect(await services.sources.signOut({ name: 'web' })).toEqual({ signed_out: true });
    expect(readFileSync(tokenFile, 'utf8')).not.toContain('planted');
    expect(await summary(services)).toMatchObject({ sign_in: 'needed', state: 'stopped' });
    await expect(echo(services)).rejects.toMatchObject({ code: 'authentication_required' });
    expect(await services.sources.signOut({ name: 'web' })).toEqual({ signed_out: false });
  });

  it('with a keychain, what is written can be read by nobody else', async () => {
    const server = await oauthServer();
    const box: SecretBox = {
      seal: (text) => Buffer.from(text).toString('hex'),
      open: (sealed) => Buffer.from(sealed, 'hex').toString(),
    };
    const { services, open, tokenFile } = await app({ secretBox: box });
    await signIn(services, server.url);
    await importFrom(services, server.url);
    expect(readFileSync(tokenFile, 'utf8')).not.toMatch(/planted|client_id/);
    expect((await summary(services))?.findings).toEqual([]);
    await echo(await open());
    const broken = readFileSync(tokenFile, 'utf8').replace(/"sign_in": "[^"]*"/, '"sign_in": "00"');
    writeFileSync(tokenFile, broken);
    await expect(echo(await open())).rejects.toMatchObject({ code: 'authentication_required' });
  });
});

describe('tokens', () => {
  it('that a server repeats are hidden, in answers and errors, also after a renewal', async () => {
    const server = await oauthServer();
    const { services } = await app();
    await signIn(services, server.url);
    await importFrom(services, server.url);
    for (let i = 0; i < 2; i++) {
      const said = JSON.stringify(await echo(services, 'leak'));
      expect(said).toContain('I know [hidden] [hidden] and [hidden]');
      await expect(echo(services, 'fail')).rejects.toMatchObject({ code: 'server_unreachable' });
      const shown = said + JSON.stringify(await summary(services));
      for (const secret of server.secrets) expect(shown).not.toContain(secret);
      server.expire();
    }
  });

  it('a source that the user agreed to start can be signed in at by its name', async () => {
    const server = await oauthServer();
    const { root, services } = await app();
    writeSource(root, server.url);
    await services.workspace.open({ path: root });
    const agreed = async () => {
      for await (const _ of services.sources.importMcp({ source: 'web', apply: true, consent: true }));
    };
    await expect(agreed()).rejects.toMatchObject({ code: 'authentication_required' });
    expect(await summary(services)).toMatchObject({ sign_in: 'needed', consented: true });
    await signIn(services);
    await agreed();
    expect(await summary(services)).toMatchObject({ sign_in: 'signed_in', state: 'running' });
  });
});

describe('a call that needs more than the user signed in for', () => {
  it('asks to sign in again, for that as well', async () => {
    const server = await oauthServer();
    const { services } = await app();
    await signIn(services, server.url);
    await importFrom(services, server.url);
    await expect(echo(services, 'as admin')).rejects.toMatchObject({
      code: 'authentication_required',
      data: { status: 403, oauth: true },
    });
    expect((await summary(services))?.sign_in).toBe('needed');
    await signIn(services);
    expect((await echo(services, 'as admin')).content[0]?.text).toContain('as admin');
  });
});

it('a page that does not know our state cannot end a sign-in: the wait goes on', async () => {
  const server = await oauthServer();
  const { services } = await app();
  let refused = 0;
  for await (const event of services.sources.signIn({ connection: { url: server.url } })) {
    if (event.type !== 'authorize') continue;
    const redirect = new URL(event.url).searchParams.get('redirect_uri');
    for (const query of ['?state=wrong&code=1', '?error=access_denied', ''])
      refused += (await fetch(`${redirect}${query}`)).status === 400 ? 1 : 0;
    expect(await browse(event.url)).toContain('You are signed in');
  }
  expect(refused).toBe(3);
  await importFrom(services, server.url);
  expect(await summary(services)).toMatchObject({ sign_in: 'signed_in' });
});

it('signing in fails with the field of an answer that is not valid, and its tokens are not kept', async () => {
  const server = await oauthServer({ oddTokens: true });
  const { services, tokenFile } = await app();
  await expect(signIn(services, server.url)).rejects.toMatchObject({
    code: 'sign_in_failed',
    message: expect.stringMatching(/failed: an answer of the authorization server is not valid \(access_token: .+\)$/),
  });
  expect(existsSync(tokenFile)).toBe(false);
});

describe('signing in fails, with a reason and without a token,', () => {
  it.each([
    ['when the user refuses', { authorize: 'denied' }, /refused in the browser/],
    ['when another server answers', { authorize: 'wrong-issuer' }, /issuer/i],
    ['when the page has no https', { authorizationEndpoint: 'http://login.example/authorize' }, /does not use https/],
    ['when we cannot register', { registration: false }, /registration/],
  ] as const)('%s', async (_when, options, words) => {
    const server = await oauthServer(options);
    const { services, tokenFile } = await app();
    const failed = signIn(services, server.url);
    await expect(failed).rejects.toMatchObject({ code: 'sign_in_failed', message: expect.stringMatching(words) });
    expect([existsSync(tokenFile), server.asked.includes('authorization_code')]).toEqual([false, false]);
  });

  it('when nobody comes back in time, or the user gives up; and nothing listens any more', async () => {
    const server = await oauthServer();
    const { services } = await app();
    let page = '';
    const events = services.sources.signIn({ connection: { url: server.url }, timeout_ms: 300 });
    const late = (async () => {
      for await (const event of events) if (event.type === 'authorize') page = event.url;
    })();
    await expect(late).rejects.toMatchObject({
      code: 'sign_in_failed',
      message: expect.stringMatching(/within 0.3 s/),
    });
    await expect(browse(page)).rejects.toThrow();

    const stop = new AbortController();
    const given = services.sources.signIn({ connection: { url: server.url } }, { signal: stop.signal });
    const over = (async () => {
      for await (const event of given) if (event.type === 'authorize') stop.abort();
    })();
    await expect(over).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('when the workspace names an address that the user has not agreed to', async () => {
    const server = await oauthServer();
    const { root, services } = await app();
    writeSource(root, server.url);
    await services.workspace.open({ path: root });
    await expect(signIn(services)).rejects.toMatchObject({ code: 'consent_required' });
    expect(server.asked).toEqual([]);
  });
});
