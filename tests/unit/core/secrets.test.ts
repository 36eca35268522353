import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { externaliseSecrets } from '#core/secrets/externalise-secrets.ts';
import { createMasker } from '#core/secrets/masker.ts';
import { resolveConnection } from '#core/secrets/resolve-connection.ts';
import { type McpConnection, mcpConnectionSchema } from '#shared/domain/mcp-connection.ts';

const reference = (name: string) => `\${env:${name}}`;
const resolve = (connection: McpConnection, env: Readonly<Record<string, string | undefined>>) =>
  resolveConnection(connection, { env, root: '/work', source: 'web' }).connection;

describe('taking secrets out of a connection (architecture §4)', () => {
  it('every value of env, under its own name', () => {
    const { connection, values } = externaliseSecrets({ command: 'x', env: { A: 'one', B: reference('OTHER') } }, 's');
    expect(connection).toEqual({ command: 'x', env: { A: reference('A'), B: reference('OTHER') } });
    expect(values).toEqual({ A: 'one' });
  });

  it('every header, the scheme of a credential left to be read', () => {
    const headers = { Authorization: 'Bearer abc', 'X-Team': 'blue', Cookie: reference('C') };
    const { connection, values } = externaliseSecrets({ url: 'https://x.example/mcp', headers }, 'web');
    expect(connection.headers).toEqual({
      Authorization: `Bearer ${reference('WEB_AUTHORIZATION')}`,
      'X-Team': reference('WEB_X_TEAM'),
      Cookie: reference('C'),
    });
    expect(values).toEqual({ WEB_AUTHORIZATION: 'abc', WEB_X_TEAM: 'blue' });
  });

  it.each([
    ['https://x.example/mcp?page=2', 'https://x.example/mcp?page=2'],
    ['https://me:pw@x.example/', `https://${reference('WEB_URL_USER')}:${reference('WEB_URL_PASSWORD')}@x.example/`],
    ['https://tok@x.example/mcp', `https://${reference('WEB_URL_USER')}@x.example/mcp`],
    ['https://x.example/mcp?api_key=k&q=1#f', `https://x.example/mcp?api_key=${reference('WEB_API_KEY')}&q=1#f`],
    ['https://x.example/s/9f8e7d6c5b4a39281706f5e4/mcp', `https://x.example/s/${reference('WEB_URL_KEY')}/mcp`],
  ])('of the address %s', (url, expected) => {
    const { connection, values } = externaliseSecrets({ url }, 'web');
    expect(connection.url).toBe(expected);
    expect(resolve(connection, values)).toMatchObject({ url });
  });

  it.each([
    [
      ['--api-key', 'v'],
      ['--api-key', reference('S_API_KEY')],
    ],
    [['--token=v'], [`--token=${reference('S_TOKEN')}`]],
    [
      ['-e', 'GITHUB_TOKEN=v'],
      ['-e', `GITHUB_TOKEN=${reference('S_GITHUB_TOKEN')}`],
    ],
    [
      ['--header', 'Authorization: Bearer v'],
      ['--header', `Authorization: Bearer ${reference('S_AUTHORIZATION')}`],
    ],
    [['ghp_abcdefghijklmnopqrstuvwxyz012345'], [reference('S_TOKEN')]],
    [['postgres://u:p@h/db'], [`postgres://${reference('S_URL_USER')}:${reference('S_URL_PASSWORD')}@h/db`]],
    [
      ['-y', '@scope/server', './folder', '--port', '80'],
      ['-y', '@scope/server', './folder', '--port', '80'],
    ],
  ])('of the arguments %j', (args, expected) => {
    const { connection, values } = externaliseSecrets({ command: 'x', args }, 's');
    expect(connection.args).toEqual(expected);
    expect(resolve(connection, values)).toMatchObject({ args });
  });

  it('gives two values never one name, and one value one name', () => {
    const args = ['--token', 'one', '--token', 'two', '--token', 'one'];
    const { connection, values } = externaliseSecrets({ command: 'x', args }, 's');
    expect(Object.keys(values)).toEqual(['S_TOKEN', 'S_TOKEN_2']);
    expect(resolve(connection, values)).toMatchObject({ args });
  });

  it('and filling them in again gives the same connection, whatever they are', () => {
    const text = fc.string({ minLength: 1 }).filter((value) => !value.includes('${'));
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,10}$/).filter((key) => key !== '__proto__');
    fc.assert(
      fc.property(fc.array(text), fc.dictionary(name, text), (args, env) => {
        const { connection, values } = externaliseSecrets({ command: 'x', args, env }, 's');
        expect(mcpConnectionSchema.safeParse(connection).success).toBe(true);
        expect(resolve(connection, values)).toMatchObject({ args, env });
      }),
    );
  });

  it('names every variable that is not set', () => {
    const connection = { url: `https://x.example/?k=${reference('ONE')}`, headers: { A: reference('TWO') } };
    expect(() => resolve(connection, {})).toThrow(/ONE, TWO/);
  });
});

describe('hiding secrets', () => {
  const masker = createMasker([
    { name: 'TOKEN', value: 'Bearer s3cret/value' },
    { name: 'SHORT', value: '1' },
    { name: 'MODE', value: 'production' },
  ]);

  it.each([
    ['as it is', 'x Bearer s3cret/value y'],
    ['its secret part', 'x s3cret/value y'],
    ['URL-encoded', `x ${encodeURIComponent('Bearer s3cret/value')} y`],
    ['base64', `x ${Buffer.from('Bearer s3cret/value').toString('base64')} y`],
  ])('%s', (_what, text) => {
    expect(masker.text(text)).toBe(`x ${reference('TOKEN')} y`);
  });

  it('leaves short values and ordinary words alone', () => {
    expect(masker.text('1 server in production')).toBe('1 server in production');
  });

  it('inside any value, keys included', () => {
    const hidden = masker.value({ list: [{ 's3cret/value': 's3cret/value' }], n: 1 });
    expect(hidden).toEqual({ list: [{ [reference('TOKEN')]: reference('TOKEN') }], n: 1 });
  });

  it('tokens that betray themselves, whoever they belong to', () => {
    const text = 'ghp_abcdefghijklmnopqrstuvwxyz012345 Authorization: Bearer abcdef123456 db://u:pw@h';
    expect(masker.text(text)).toBe('[hidden] Authorization: Bearer [hidden] db://[hidden]@h');
    expect(masker.text('Bearer realm="tools"')).toBe('Bearer realm="tools"');
  });
});
