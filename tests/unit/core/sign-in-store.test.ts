import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import { serverAuthorization } from '#core/mcp/oauth/server-authorization.ts';
import { type SignIn, SignInStore } from '#core/secrets/sign-in-store.ts';
import { firstAnswerIsLate } from '../../support/late-answer.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const url = new URL('https://mcp.example/mcp?key=in-the-address');
const signIn = (access_token: string, refresh_token = 'refresh'): SignIn => ({
  tokens: { access_token, token_type: 'Bearer', refresh_token },
  client: { client_id: 'us' },
  authorization_server: 'https://login.example',
  metadata: null,
  resource: null,
});

function store(userDataDir = temporaryFolder(), files = nodeFiles) {
  return {
    path: join(userDataDir, 'oauth-tokens.json'),
    store: new SignInStore({ userDataDir, files, logger: silentLogger, now: () => 0, box: undefined }),
  };
}

describe('stored sign-ins', () => {
  it('are found by the address, whoever is named in it; the address itself is not written', async () => {
    const { store: ours, path } = store();
    await ours.put(url, `https://mcp.example/mcp?key=\${env:KEY}`, signIn('one'));
    expect(
      (await ours.get(new URL('https://ada:secret@mcp.example/mcp?key=in-the-address#x')))?.tokens.access_token,
    ).toBe('one');
    expect(await ours.get(new URL('https://mcp.example/mcp'))).toBeUndefined();
    expect(readFileSync(path, 'utf8')).not.toContain('in-the-address');
  });

  it('of a file that is damaged count as none, and the next one repairs it', async () => {
    const { store: ours, path } = store();
    writeFileSync(path, '{"sign_ins": [');
    expect(await ours.get(url)).toBeUndefined();
    await ours.put(url, 'x', signIn('one'));
    const other = new URL('https://other.example/mcp');
    await ours.put(other, 'x', signIn('two'));
    expect(await ours.forget(url)).toBe(true);
    expect(await ours.forget(url)).toBe(false);
    expect([await ours.get(url), (await ours.get(other))?.tokens]).toEqual([undefined, signIn('two').tokens]);
  });

  it('are sealed where the computer has a keychain, and unreadable without it or by another', async () => {
    const folder = temporaryFolder();
    const sealing = {
      seal: (text: string) => Buffer.from(text).toString('hex'),
      open: (hex: string) => Buffer.from(hex, 'hex').toString(),
    };
    const failing = { ...sealing, open: () => 'not JSON' };
    const withBox = (box: typeof sealing | undefined) =>
      new SignInStore({ userDataDir: folder, files: nodeFiles, logger: silentLogger, now: () => 0, box });
    await withBox(sealing).put(url, 'x', signIn('one'));
    expect(readFileSync(join(folder, 'oauth-tokens.json'), 'utf8')).not.toContain('refresh');
    expect((await withBox(sealing).get(url))?.tokens.access_token).toBe('one');
    expect([await withBox(undefined).get(url), await withBox(failing).get(url)]).toEqual([undefined, undefined]);
    expect(await withBox(sealing).keptIn([url])).toEqual(['keychain']);
  });

  it('stay forgotten when new tokens come while the user signs out', async () => {
    const folder = temporaryFolder();
    await store(folder).store.put(url, 'x', signIn('one'));
    const { store: ours } = store(folder, firstAnswerIsLate('readText'));
    const [, wasThere] = await Promise.all([ours.renew(url, signIn('two')), ours.forget(url)]);
    expect([wasThere, await ours.get(url)]).toEqual([true, undefined]);
    expect(ours.secrets()).toContainEqual({ name: null, value: 'two' });
  });

  it('written at the same time are all there', async () => {
    const { store: ours } = store();
    const urls = Array.from({ length: 8 }, (_, i) => new URL(`https://mcp.example/${i}`));
    await Promise.all(urls.map((each) => ours.put(each, each.href, signIn(each.pathname))));
    expect(await ours.keptIn(urls)).toEqual(urls.map(() => 'file'));
  });
});

describe('a request that is refused', () => {
  const unreachable = () => Promise.reject(new TypeError('fetch failed'));
  const context = { response: new Response(), serverUrl: url, fetchFn: unreachable };

  it('is sent again with the token that somebody else renewed meanwhile, without another renewal', async () => {
    const { store: ours } = store();
    await ours.put(url, 'x', signIn('old'));
    let asked = 0;
    const fetch = () => {
      asked += 1;
      return unreachable();
    };
    const authorization = serverAuthorization(url, { store: ours, fetch });
    expect(await authorization.token()).toBe('old');
    await ours.put(url, 'x', signIn('new', 'newer'));
    await authorization.onUnauthorized?.(context);
    expect([asked, await authorization.token()]).toEqual([0, 'new']);
  });

  it('keeps the tokens when the authorization server cannot be reached', async () => {
    const { store: ours } = store();
    await ours.put(url, 'x', signIn('old'));
    const authorization = serverAuthorization(url, { store: ours, fetch: unreachable });
    await authorization.token();
    await expect(authorization.onUnauthorized?.(context)).rejects.toThrow();
    expect(await authorization.token()).toBe('old');
  });
});
