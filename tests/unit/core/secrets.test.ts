import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { externaliseSecrets } from '#core/secrets/externalise-secrets.ts';
import { createMasker } from '#core/secrets/masker.ts';
import { resolveConnection } from '#core/secrets/resolve-connection.ts';
import { type McpConnection, mcpConnectionSchema } from '#shared/domain/mcp-connection.ts';

const reference = (name: string) => `\${env:${name}}`;
const resolve = (connection: McpConnection, env: Readonly<Record<string, string | undefined>>) =>
  resolveConnection(connection, { env, root: '/work', source: 'web' }).connection;

it('hides secrets in a value of any depth, its order and odd keys kept', () => {
  let deep: unknown = 'planted-4711';
  for (let i = 0; i < 50_000; i++) deep = i % 2 === 0 ? [deep] : { a: deep };
  const masker = createMasker([{ name: 'TOKEN', value: 'planted-4711' }]);
  let found = masker.value(deep);
  while (typeof found === 'object' && found !== null) found = Object.values(found)[0];
  expect(found).toBe(reference('TOKEN'));
  const odd = JSON.parse('{"b": [1, null, "x planted-4711"], "a": {"__proto__": {"planted-4711": true}}, "c": []}');
  const json = JSON.stringify(masker.value(odd));
  expect(json).toBe(JSON.stringify(odd).replaceAll('planted-4711', reference('TOKEN')));
});

describe('taking secrets out of a connection', () => {
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
      ['-e', `GITHUB_TOKEN=${reference('GITHUB_TOKEN')}`],
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
    const name = fc.oneof(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,10}$/), fc.constant('constructor'));
    fc.assert(
      fc.property(fc.array(text), fc.dictionary(name, text), (args, env) => {
        const { connection, values } = externaliseSecrets({ command: 'x', args, env }, 's');
        expect(mcpConnectionSchema.safeParse(connection).success).toBe(true);
        expect(resolve(connection, values)).toMatchObject({ args, env });
      }),
    );
  });

  it.each([
    [{ url: 'https://me:a%40b@x.example/?key=a%2Bb' }],
    [{ command: 'x', args: ['postgres://me:a%40b@h/db', '--url=https://me:a%40b@h/'] }],
    [{ command: 'x', env: { DSN: 'postgres://me:pw@${env:HOST}/db', OTHER: 'a-${env:HOST}-b' } }],
    [{ command: 'x', args: ['--token', 'one', '-e', 'S_TOKEN=${env:S_TOKEN}'] }],
  ])('says the same when filled in again: %j', (connection) => {
    const env = { HOST: 'db.internal', S_TOKEN: 'mine' };
    const { connection: clean, values } = externaliseSecrets(connection, 's');
    expect(JSON.stringify(clean)).not.toMatch(/pw|a%40b|one/);
    expect(resolve(clean, { ...env, ...values })).toEqual(resolve(connection, env));
  });

  it('what an environment has from nobody is not set', () => {
    expect(() => resolve({ command: 'x', args: [reference('constructor')] }, {})).toThrow(/constructor/);
  });

  it('names what somebody wrote into the file by hand, for the masker', () => {
    const { secrets } = resolveConnection(
      { command: 'x', args: ['--token', 'hunter2', 'https://u:hunter3@h/'], env: { KEY: 'hunter4' } },
      { env: {}, root: '/work', source: 'web' },
    );
    expect(secrets.map(({ value }) => value)).toEqual(expect.arrayContaining(['hunter2', 'hunter3', 'hunter4']));
  });

  it('says which variables to set, and nothing where there are none', () => {
    const messages = (connection: McpConnection) =>
      externaliseSecrets(connection, 's').findings.map(({ message }) => message);
    expect(messages({ command: 'x' })).toEqual([]);
    expect(messages({ command: 'x', env: { A: '1' } })).toEqual([
      'pegboard.yaml names a variable instead of a value that may be secret: A.',
    ]);
    expect(messages({ command: 'x', env: { A: '1', B: '2' } })).toEqual([
      'pegboard.yaml names variables instead of values that may be secret: A, B.',
    ]);
  });

  it('names every variable that is not set', () => {
    const connection = { url: `https://x.example/?k=${reference('ONE')}`, headers: { A: reference('TWO') } };
    expect(() => resolve(connection, {})).toThrow(/ONE, TWO/);
    const hintOf = (env: Readonly<Record<string, string>>) => {
      try {
        return resolve(connection, env);
      } catch (error) {
        return (error as { hint?: string }).hint;
      }
    };
    expect(hintOf({})).toMatch(/^Set them in .* \(export ONE=…\), give them in .* or keep them for .* --set ONE$/);
    expect(hintOf({ ONE: '1' })).toMatch(/^Set it in .* \(export TWO=…\), give it in .* or keep it for .* --set TWO$/);
  });
});

describe('hiding secrets', () => {
  const masker = createMasker([{ name: 'TOKEN', value: 'Bearer s3cret/value' }]);

  const secret = 'Bearer s3cret/value';
  it.each([
    ['as it is', 'Bearer s3cret/value'],
    ['its secret part', 's3cret/value'],
    ['URL-encoded', encodeURIComponent(secret)],
    ['URL-encoded in lower case', encodeURIComponent(secret).replace('%2F', '%2f')],
    ['URL-encoded as a form', encodeURIComponent(secret).replace('%20', '+')],
    ['URL-encoded, its slash left', encodeURI(secret)],
    ['base64', Buffer.from(secret).toString('base64')],
    ['base64 without padding', Buffer.from(secret).toString('base64url')],
  ])('%s', (_what, form) => {
    expect(masker.text(`x ${form} y`)).toBe(`x ${reference('TOKEN')} y`);
  });

  it('in JSON inside JSON', () => {
    const quoted = createMasker([{ name: 'PASSWORD', value: 'a"b\\c\nd1' }]);
    const once = JSON.stringify({ p: 'a"b\\c\nd1' });
    for (const text of [once, JSON.stringify({ once })]) expect(quoted.text(text)).not.toMatch(/b\\*c/);
    expect(quoted.text(once)).toBe(JSON.stringify({ p: reference('PASSWORD') }));
  });

  it('in base64 behind any user, wherever it starts', () => {
    const word = 'sesame-0pen!';
    const hiding = createMasker([{ name: 'PASSWORD', value: word }]);
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (before, after) => {
        const text = Buffer.from(`${before}${word}${after}`).toString('base64');
        expect(Buffer.from(hiding.text(text), 'base64').toString('latin1')).not.toContain('same-0pe');
        expect(hiding.text(text)).toContain(reference('PASSWORD'));
      }),
    );
  });

  it('whatever other secrets are: none is looked for in the name of another', () => {
    const several = createMasker([
      { name: 'TOKEN_secret1', value: 'planted-1' },
      { name: 'OTHER_KEY', value: 'secret1' },
    ]);
    expect(several.text('planted-1 secret1')).toBe(`${reference('TOKEN_secret1')} ${reference('OTHER_KEY')}`);
  });

  it('leaves short values, ordinary words, numbers and paths alone, or texts would get holes', () => {
    const harmless = createMasker([
      { name: 'TOOLS', value: 'search' },
      { name: 'AWS_REGION', value: 'us-east-1' },
      { name: 'LIMIT', value: '100000' },
      { name: 'ROOT', value: '/srv/files' },
      { name: 'USE_KEY', value: 'true' },
      { name: 'KEY', value: 'abc' },
      { name: 'KEY_MODE', value: 'production' },
    ]);
    const text = 'search in us-east-1, 100000 of /srv/files, true abc production';
    expect(harmless.text(text)).toBe(text);
  });

  it('follows tokens that are renewed, and calls a value of no variable hidden', () => {
    let token = 'first-t0ken';
    const signedIn = createMasker([{ name: null, value: 'letters' }], () => [{ name: null, value: token }]);
    expect(signedIn.text('letters first-t0ken other-t0ken')).toBe('[hidden] [hidden] other-t0ken');
    token = 'other-t0ken';
    expect(signedIn.text('first-t0ken other-t0ken')).toBe('first-t0ken [hidden]');
  });

  it('hides a word when the name of its variable says that it is a secret', () => {
    expect(createMasker([{ name: 'DB_PASSWORD', value: 'letmein' }]).text('it is letmein')).toBe(
      `it is ${reference('DB_PASSWORD')}`,
    );
  });

  it('inside any value, keys included', () => {
    const hidden = masker.value({ list: [{ 's3cret/value': 's3cret/value' }], n: 1 });
    expect(hidden).toEqual({ list: [{ [reference('TOKEN')]: reference('TOKEN') }], n: 1 });
  });

  it('turned about: in hexadecimal, reversed, in other letters', () => {
    const value = 'Sesame-0pen-Door';
    const hiding = createMasker([{ name: 'PASSWORD', value }]);
    const hex = Buffer.from(value).toString('hex');
    const turned = [...value].reverse().join('');
    for (const form of [hex, hex.toUpperCase(), turned, value.toUpperCase(), value.toLowerCase()])
      expect(hiding.text(`it is ${form}!`)).toBe(`it is ${reference('PASSWORD')}!`);
    const word = createMasker([{ name: 'DB_PASSWORD', value: 'production-like' }]);
    expect(word.text('PRODUCTION-LIKE')).toBe('PRODUCTION-LIKE');
  });

  it('tokens that betray themselves, whoever they belong to', () => {
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    const text = `ghp_abcdefghijklmnopqrstuvwxyz012345 Authorization: Bearer abcdef123456 db://u:pw@h ${jwt}`;
    expect(masker.text(text)).toBe('[hidden] Authorization: Bearer [hidden] db://[hidden]@h [hidden]');
    expect(masker.text('Bearer realm="tools"')).toBe('Bearer realm="tools"');
    expect(masker.text(`db://${reference('U')}:${reference('P')}@h Bearer ${reference('T')}`)).not.toContain(
      '[hidden]',
    );
  });

  it('a credential behind its scheme, and no word of a sentence there', () => {
    const pair = Buffer.from('user:pass').toString('base64');
    expect(masker.text(`curl -H "Authorization: Basic ${pair}"; basic ${pair}.`)).toBe(
      'curl -H "Authorization: Basic [hidden]"; basic [hidden]',
    );
    expect(masker.text('{"Authorization":"Bearer hunter-two"} authorization=bearer secretword')).toBe(
      '{"Authorization":"Bearer [hidden]"} authorization=bearer [hidden]',
    );
    expect(masker.text('it sent bearer 9f8e7d6c5b4a')).toBe('it sent bearer [hidden]');
    const honest =
      'Supports basic formatting. Basic authentication, bearer authentication, Basic usage. A bearer token_type; basic two-factor-authentication; Basic HTTP/1.1';
    expect(masker.text(honest)).toBe(honest);
  });

  it.each(['eyJ-', 'sk-', 'a://b:', 'Bearer ', 'authorization: ', '-----BEGIN ', 'SG.a', 'é'])(
    'takes no time over much of %s',
    (piece) => {
      const many = Array.from({ length: 200 }, (_, i) => ({ name: `TOKEN_${i}`, value: `planted-${i}-secret` }));
      createMasker(many).text(piece.repeat(300_000));
    },
    30_000,
  );
});
