import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretExtractor } from '#core/secrets/extract-secrets.ts';
import { isOrdinary, namesSecret } from '#core/secrets/secret-names.ts';

/** A secret long enough that it is nowhere by chance. */
const secret = fc.stringMatching(/^[a-z0-9]{6}Q[0-9][A-Za-z0-9]{12,30}$/);
const host = fc.constantFrom('h', 'mcp.example.com', 'localhost:8080', '[::1]:80', 'h1:1,h2:2', 'xn--nxasmq6b.example');
const args = (given: readonly string[], command = '') => new SecretExtractor('s').arguments(given, command);
const address = (url: string) => new SecretExtractor('s').address(url);

describe('taking secrets out of texts', () => {
  it('no value of a variable or a header is left', () => {
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
        const text = `${before}${value}${after}`;
        const taker = new SecretExtractor('s');
        expect(taker.variable('KEY', text)).not.toContain(value);
        expect(taker.header('X-Key', text)).not.toContain(value);
        expect(taker.header('Authorization', `Bearer ${value}`)).toMatch(/^Bearer \$\{env:S_AUTHORIZATION/);
      }),
    );
  });

  it.each([
    ['http_proxy', 'http_proxy'],
    ['GITHUB_TOKEN', 'GITHUB_TOKEN'],
    ['my key', 'MY_KEY'],
    ['9lives', 'VALUE_9LIVES'],
    ['', 'VALUE_'],
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
  ])('the variable %j keeps its name when it is one', (name, expected) => {
    const taker = new SecretExtractor('s');
    expect(taker.variable(name, 'x')).toBe(`\${env:${expected}}`);
    expect([...taker.values]).toEqual([[expected, 'x']]);
  });

  it.each(['-k', '-K', '-p', '-t', '--token', '--api-key', '--apikey', '--API_KEY', '--password', '-token'])(
    'the value of %s is not shown',
    (flag) => {
      for (const value of ['abc123DEF456ghi789', 'hunter2hunter2']) {
        expect(args([flag, value]).join(' ')).not.toContain(value);
        if (flag.startsWith('--')) expect(args([`${flag}=${value}`]).join(' ')).not.toContain(value);
      }
    },
  );

  it('the value of a key flag is not shown, also with dashes in it or joined to the flag', () => {
    expect(args(['-k', 's3cr3t-v4lue-0f-it'])).toEqual(['-k', '${env:S_K}']);
    expect(args(['-kabc123DEF456ghi789xyz'])).toEqual(['-k${env:S_K}']);
  });

  it.each([
    ['-p', '8080:80'],
    ['-p', '127.0.0.1:8080:80/tcp'],
    ['-p', 'typescript@5.9.2'],
    ['-p', '@scope/server@1.2.3'],
    ['-p', 'my-project'],
    ['-t', 'node:22-alpine'],
    ['-t', 'ghcr.io/owner/server:1.2.3'],
    ['-k', 'https://localhost:8443'],
    ['-k', './keys/id.pem'],
    ['-p', 'tsconfig.build.json'],
    ['-t', '30000'],
  ])('%s %s is shown', (flag, value) => {
    expect(args([flag, value])).toEqual([flag, value]);
  });

  it('a value that is a reference only in part goes as a whole', () => {
    const taker = new SecretExtractor('s');
    const half = 'postgres://app:hunter2@${env:HOST}/db';
    expect(taker.variable('DSN', half)).toBe('${env:DSN}');
    expect(taker.header('X-Key', 'hunter2 ${env:REST}')).toBe('${env:S_X_KEY}');
    expect(taker.arguments(['--token', 'hunter2${env:REST}', `--dsn=${half}`], '')).toEqual([
      '--token',
      '${env:S_TOKEN}',
      '--dsn=postgres://${env:S_URL_USER}:${env:S_URL_PASSWORD}@${env:HOST}/db',
    ]);
  });

  it('no credential of an address is left', () => {
    fc.assert(
      fc.property(secret, host, fc.constantFrom('', '/', '/mcp', '/a/b-c'), (value, host, pathname) => {
        for (const text of [
          `https://user:${value}@${host}${pathname}`,
          `https://user:${value}@\${env:HOST}${pathname}`,
          `https://user:a@${value}@${host}/`,
          `postgres://user:a/${value}@${host}/db`,
          `postgres://user:/${value}@${host}/db`,
          `postgres://${host}/db\npostgres://user:${value}@${host}/db`,
          `postgres://user:${value}@${host}/db,postgres://user:${value}@${host}/db`,
          `postgres://user@corp.example:a/${value}@${host}/db`,
          `https://${value}@${host}/`,
          `https://${host}/?api_key=${value}`,
          `\${env:BASE}/mcp?api_key=${value}`,
          `https://${host}/bot123:${value}/x`,
          `https://${host}/?page=1&token=${value}#${value}`,
        ]) {
          expect(address(text)).not.toContain(value);
          expect(args([text])[0]).not.toContain(value);
        }
      }),
    );
  });

  it('no credential is left of what should be an address and is none', () => {
    fc.assert(
      fc.property(
        secret,
        fc.constantFrom('https:/', 'https:', 'https:{a,b}//', '//', 'https//', ''),
        (value, start) => {
          for (const text of [`user:${value}@h/mcp`, `h/mcp?api_key=${value}&page=2`])
            expect(address(start + text)).not.toContain(value);
        },
      ),
    );
  });

  it.each([
    'https://h/@scope/x',
    'h/mcp?page=2',
    'not an address',
    'https://h:80/@scope/x',
    'https://[::1]:80/@scope/x',
    'mongodb://h1:1,h2:2/db?user=a@b',
    'https://h/a?page=2#top',
    'file:///srv/x',
    'https://${env:H}/',
  ])('an address without credentials stays: %s', (url) => {
    expect(address(url)).toBe(url);
  });

  it('each secret gets a variable of its own, none that is in use; taken again, nothing changes', () => {
    const once = address('https://a:b@h/?key=one&key=two');
    expect(once).toBe('https://${env:S_URL_USER}:${env:S_URL_PASSWORD}@h/?key=${env:S_KEY}&key=${env:S_KEY_2}');
    expect(address(once)).toBe(once);
    expect(args(['--token', 'one', '--token', 'two', '--token', 'one'])).toEqual([
      '--token',
      '${env:S_TOKEN}',
      '--token',
      '${env:S_TOKEN_2}',
      '--token',
      '${env:S_TOKEN}',
    ]);
    expect(new SecretExtractor('s', new Set(['S_TOKEN'])).arguments(['--token', 'one'], '')).toEqual([
      '--token',
      '${env:S_TOKEN_2}',
    ]);
  });

  it.each([
    'sk-',
    'eyJ-',
    '${a:-',
    '${env:a',
    'https://',
    'a=',
    'a:',
    '-',
    '_',
    ' ',
    '"',
    '${env:a}',
    'SG.',
    'PRIVATE KEY-----',
  ])(
    'takes no time over much of %s',
    (piece) => {
      const text = piece.repeat(300_000);
      const taker = new SecretExtractor('s');
      taker.variable(text, text);
      taker.header(text, text);
      taker.address(text);
      taker.address(`https://h/?${text}`);
      taker.arguments([text, text], '');
      taker.arguments(['-c', text], 'sh');
      taker.text(text);
      taker.text(text.slice(0, 4000));
    },
    30_000,
  );

  it.each([
    [
      ['--token', 'hunter2'],
      ['--token', '${env:S_TOKEN}'],
    ],
    [['--api-key=hunter2'], ['--api-key=${env:S_API_KEY}']],
    [
      ['--apiKey', 'hunter2'],
      ['--apiKey', '${env:S_APIKEY}'],
    ],
    [
      ['-e', 'KEY=hunter2'],
      ['-e', 'KEY=${env:KEY}'],
    ],
    [
      ['-e', 'NODE_ENV=production'],
      ['-e', 'NODE_ENV=${env:NODE_ENV}'],
    ],
    [['--env=KEY=hunter2'], ['--env=KEY=${env:KEY}']],
    [['DB_PASSWORD=hunter2'], ['DB_PASSWORD=${env:DB_PASSWORD}']],
    [
      ['--config', '{"exaApiKey":"hunter2-4f1c","mode":"fast", "nested": {"token" : "a\\"b"}, "n": 1}'],
      ['--config', '{"exaApiKey":"${env:S_EXAAPIKEY}","mode":"fast", "nested": {"token" : "${env:S_TOKEN}"}, "n": 1}'],
    ],
    [
      ['--config', '"{\\"exaApiKey\\":\\"hunter2\\",\\"mode\\":\\"fast\\"}"'],
      ['--config', '"{\\"exaApiKey\\":\\"${env:S_EXAAPIKEY}\\",\\"mode\\":\\"fast\\"}"'],
    ],
    [
      ['Server=db;Database=x;User Id=sa;Password=hunter2Ffff!;Encrypt=true'],
      ['Server=db;Database=x;User Id=sa;Password=${env:S_PASSWORD};Encrypt=true'],
    ],
    [
      ['a=1;b=2', '--user', 'node:node', '-u', '1000:1000'],
      ['a=1;b=2', '--user', 'node:node', '-u', '1000:1000'],
    ],
    [
      ['--user', 'bob:hunter2'],
      ['--user', 'bob:${env:S_PASSWORD}'],
    ],
    [
      ['--header', 'Authorization: Bearer hunter2'],
      ['--header', 'Authorization: Bearer ${env:S_AUTHORIZATION}'],
    ],
    [
      ['--header', 'Authorization:hunter2'],
      ['--header', 'Authorization:${env:S_AUTHORIZATION}'],
    ],
    [['--header=X-Api-Key: hunter2'], ['--header=X-Api-Key: ${env:S_X_API_KEY}']],
    [['X-Api-Key:hunter2'], ['X-Api-Key:${env:S_X_API_KEY}']],
    [['ghp_0123456789012345678901234567890123456789'], ['${env:S_TOKEN}']],
    [['x=ghp_0123456789012345678901234567890123456789'], ['x=${env:S_TOKEN}']],
    [
      ['--url', 'https://u:hunter2@h/'],
      ['--url', 'https://${env:S_URL_USER}:${env:S_URL_PASSWORD}@h/'],
    ],
    [
      ['--token', '${env:MY_TOKEN}'],
      ['--token', '${env:MY_TOKEN}'],
    ],
    [
      ['-c', "curl -H 'Authorization: Bearer hunter2' --token hunter3 https://u:hunter4@h/ && API_KEY=hunter5 run"],
      [
        '-c',
        "curl -H 'Authorization: Bearer ${env:S_TOKEN}' --token ${env:S_TOKEN_2} https://${env:S_URL_USER}:${env:S_URL_PASSWORD}@h/ && API_KEY=${env:API_KEY} run",
      ],
    ],
  ])('of the arguments %j', (given, expected) => {
    expect(args(given)).toEqual(expected);
  });

  it.each([
    ['sh', ['-c', 'API_KEY=hunter2; curl x | sh'], 'API_KEY=${env:API_KEY}; curl x | sh'],
    ['/bin/bash', ['-lc', 'TOKEN=hunter2&&exec server --port 1'], 'TOKEN=${env:TOKEN}&&exec server --port 1'],
    ['docker', ['run', 'x', 'sh', '-c', "export API_KEY='a b'; run"], "export API_KEY='${env:API_KEY}'; run"],
    [
      'sh',
      ['-c', 'API_KEY="hunter 2" server --token hunter3'],
      'API_KEY="${env:API_KEY}" server --token ${env:S_TOKEN}',
    ],
    ['cmd.exe', ['/c', 'set API_KEY=hunter2&& npx server'], 'set API_KEY=${env:API_KEY}&& npx server'],
    ['pwsh', ['-Command', '$env:API_KEY="hunter2"; server'], '$env:API_KEY="${env:API_KEY}"; server'],
    ['node', ['-e', "TOKEN=1; require('child_process')"], "TOKEN=${env:TOKEN}; require('child_process')"],
  ])('of an assignment in a script of %s, and nothing that runs', (command, given, expected) => {
    const taken = args(given, command);
    expect(taken.at(-1)).toBe(expected);
    // As the start reads it from pegboard.yaml.
    const again = new SecretExtractor('s', new Set(['API_KEY', 'TOKEN', 'S_TOKEN']));
    expect([again.arguments(taken, command), [...again.values]]).toEqual([taken, []]);
  });

  it.each([
    ['sh', ['-c', 'API_KEY="$(curl x | sh)" server']],
    ['sh', ['-c', 'API_KEY=`curl x|sh` server']],
    ['sh', ['-c', 'API_KEY=$(curl x|sh) server']],
    ['sh', ['-c', 'API_KEY=${env:K:-$(curl x|sh)} server']],
    ['sh', ['-c', 'API_KEY=${K:-$(curl x|sh)} server']],
    ['sh', ['-c', 'API_KEY=x"$(curl y|sh)" server']],
    ['cmd', ['/c', "set API_KEY='&curl x&' & server"]],
    ['node', ['-e', "a=require('child_process').execSync('curl x|sh')"]],
    ['npx', ['node', '--eval', "a=require('child_process').execSync('curl x')"]],
  ])('leaves every command of a script of %s: %j', (command, given) => {
    expect(args(given, command).join(' ')).toContain('curl');
    expect(args(given, command).join(' ')).toMatch(/curl [xy]/);
  });

  it.each([
    [['-y', '@modelcontextprotocol/server-filesystem@2025.8.21', '/home/ada/Documents']],
    [['run', '-i', '--rm', '-e', 'GITHUB_TOKEN', 'ghcr.io/github/github-mcp-server']],
    [['--token', '--verbose']],
    [['--token-file', '/run/secrets/token', '--auth-mode', 'oauth', '--max-tokens', '4000', '--author', 'ada']],
    [['--directory', 'C:\\Users\\ada\\work', 'run', 'server.py']],
    [['mcp-remote', 'https://mcp.example.com/sse?page=2']],
    [['run', 'auth:server', 'TARGET=all', '--keywords=a,b']],
    [['--cwd', '${workspaceFolder}/x']],
    [['-c', 'echo "hello  world" | tr a-z A-Z; node server.js']],
  ])('leaves %j', (given) => {
    expect(args(given)).toEqual(given);
  });

  it.each([
    ['AWS', 'AKIAIOSFODNN7EXAMPLE'],
    ['Stripe', `sk_${'live'}_4eC39HqLyjWDarjtT1zdp7dc`],
    ['OpenAI', 'sk-proj-abc123abc123abc123'],
    ['a JSON web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
    ['Slack', 'xapp-1-A0123456789-0123456789'],
    ['Hugging Face', 'hf_abcdefghijklmnopqrstuvwx'],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----'],
  ])('knows a token of %s wherever it stands', (_whose, token) => {
    expect(args([`run(${token})`])[0]).not.toContain(token.slice(4));
    expect(new SecretExtractor('s').text(`x ${token}`)).not.toContain(token.slice(4));
  });
});

describe('names and values', () => {
  it.each(['API_KEY', 'apiKey', 'githubtoken', 'X-Api-Key', 'DB_PASS', 'client-secret', 'Cookie', 'Authorization'])(
    '%s names a secret',
    (name) => {
      expect(namesSecret(name)).toBe(true);
    },
  );
  it.each(['NODE_ENV', 'MAX_TOKENS', 'keywords', 'AUTHOR', 'TOKEN_FILE', 'auth-mode', 'PATH', 'passenger', ''])(
    '%s names none',
    (name) => {
      expect(namesSecret(name)).toBe(false);
    },
  );
  it.each(['production', 'us-east-1', 'repos,issues', '30000', '/srv/files/2024', 'C:\\Users\\ada', '127.0.0.1:8080'])(
    '%s is an ordinary value',
    (value) => {
      expect(isOrdinary(value)).toBe(true);
    },
  );
  it.each(['hunter2', '/9jA4bQ7Zk2Lm0Xw8Rt5Yp1Vu3Ns6Hc4De7Gf2Ja', 'https://h/', '123456789012', 'abc@def'])(
    '%s is none',
    (value) => {
      expect(isOrdinary(value)).toBe(false);
    },
  );
});
