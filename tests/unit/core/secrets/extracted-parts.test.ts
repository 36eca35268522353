import { describe, expect, it } from 'vitest';
import { SecretExtractor } from '#core/secrets/extract-secrets.ts';
import { shownConnection } from '#core/secrets/shown-connection.ts';

const mixed = (length: number) => 'aB3dE6gH9jK2mN5pQ8'.repeat(10).slice(0, length);
const env = (name: string) => `\${env:${name}}`;
const taking = (take: (taker: SecretExtractor) => unknown, reserved: readonly string[] = []) => {
  const taker = new SecretExtractor('s', new Set(reserved));
  return [take(taker), Object.fromEntries(taker.values)];
};
const address = (text: string, decode?: boolean) =>
  taking((taker) => taker.address(text, decode === undefined ? {} : { decode }));

describe('secrets in an address', () => {
  it.each<[string, string, Record<string, string>]>([
    ['https://h/a?page', 'https://h/a?page', {}],
    [`https://h/a?${mixed(20)}`, `https://h/a?${env('S_URL_KEY')}`, { S_URL_KEY: mixed(20) }],
    [
      'https://h?code=x&sig=y&k=z&q=w',
      `https://h?code=${env('S_CODE')}&sig=${env('S_SIG')}&k=${env('S_K')}&q=w`,
      { S_CODE: 'x', S_SIG: 'y', S_K: 'z' },
    ],
    [`https://h?q=${mixed(20)}=`, `https://h?q=${env('S_Q')}`, { S_Q: `${mixed(20)}=` }],
    ['https://h?token=', 'https://h?token=', {}],
    ['https://h?token=a=b', `https://h?token=${env('S_TOKEN')}`, { S_TOKEN: 'a=b' }],
    ['https://h#part-one', 'https://h#part-one', {}],
    ['https://h#access=1', `https://h#${env('S_URL_FRAGMENT')}`, { S_URL_FRAGMENT: 'access=1' }],
    [
      'https://u:p:q@h/',
      `https://${env('S_URL_USER')}:${env('S_URL_PASSWORD')}@h/`,
      { S_URL_USER: 'u', S_URL_PASSWORD: 'p:q' },
    ],
    ['https://:p@h/', `https://:${env('S_URL_PASSWORD')}@h/`, { S_URL_PASSWORD: 'p' }],
    [`https://${env('U')}:${env('P')}@h/`, `https://${env('U')}:${env('P')}@h/`, {}],
    [
      'db://u:a/b@h:5432/x',
      `db://${env('S_URL_USER')}:${env('S_URL_PASSWORD')}@h:5432/x`,
      { S_URL_USER: 'u', S_URL_PASSWORD: 'a/b' },
    ],
    ['https://h:80/a@b', 'https://h:80/a@b', {}],
    ['https://[::1]:80/a@b', 'https://[::1]:80/a@b', {}],
    [
      'a://u@h,b://v@h',
      `a://${env('S_URL_USER')}@h,b://${env('S_URL_USER_2')}@h`,
      { S_URL_USER: 'u', S_URL_USER_2: 'v' },
    ],
    [`https://h/${mixed(19)}/${mixed(20)}`, `https://h/${mixed(19)}/${env('S_URL_KEY')}`, { S_URL_KEY: mixed(20) }],
  ])('%s', (text, expected, values) => {
    expect(address(text)).toEqual([expected, values]);
  });

  it('are taken decoded where they are encoded again, and as they are where they cannot be', () => {
    expect(address('https://u%40x@h/?key=a%2Bb', true)).toEqual([
      `https://${env('S_URL_USER')}@h/?key=${env('S_KEY')}`,
      { S_URL_USER: 'u@x', S_KEY: 'a+b' },
    ]);
    expect(address('https://u%40x@h/')).toEqual([`https://${env('S_URL_USER')}@h/`, { S_URL_USER: 'u%40x' }]);
    expect(address('https://h/?key=%E0%A4%A', true)[1]).toEqual({ S_KEY: '%E0%A4%A' });
  });

  it('are the whole of one that is too long to be looked into', () => {
    const long = (length: number) => `https://h/${'a/'.repeat(length)}`.slice(0, length);
    expect(address(long(4000))).toEqual([long(4000), {}]);
    expect(address(long(4001))).toEqual([env('S_URL'), { S_URL: long(4001) }]);
    expect(taking((taker) => taker.text('a'.repeat(4001)))).toEqual([env('S_TOKEN'), { S_TOKEN: 'a'.repeat(4001) }]);
    expect(taking((taker) => taker.text('a'.repeat(4000)))).toEqual(['a'.repeat(4000), {}]);
    expect(taking((taker) => taker.argumentAt(0, ['a'.repeat(4001)], ''))).toEqual([
      env('S_TOKEN'),
      { S_TOKEN: 'a'.repeat(4001) },
    ]);
  });
});

describe('secrets in a script of one argument', () => {
  const script = (text: string) => taking((taker) => taker.text(text));
  it.each<[string, string, Record<string, string>]>([
    [
      'curl -H "Authorization: Bearer abc.def" x',
      `curl -H "Authorization: Bearer ${env('S_TOKEN')}" x`,
      { S_TOKEN: 'abc.def' },
    ],
    ['say Bearer authentication', 'say Bearer authentication', {}],
    ['say Bearer abcdefghijklmnop', `say Bearer ${env('S_TOKEN')}`, { S_TOKEN: 'abcdefghijklmnop' }],
    ['echo "X-Api-Key: abc" ok', `echo "X-Api-Key: ${env('S_TOKEN')}" ok`, { S_TOKEN: 'abc' }],
    ['echo Authorization: Token', 'echo Authorization: Token', {}],
    ['run --token abc  --port 80', `run --token ${env('S_TOKEN')}  --port 80`, { S_TOKEN: 'abc' }],
    ['run (--password=abc);', `run (--password=${env('S_PASSWORD')});`, { S_PASSWORD: 'abc' }],
    [`key: ${env('A')} x`, `key: ${env('A')} x`, {}],
  ])('%s', (text, expected, values) => {
    expect(script(text)).toEqual([expected, values]);
  });
});

describe('secrets behind a flag', () => {
  const behind = (before: string, argument: string) =>
    taking((taker) => taker.argumentAt(1, [before, argument], ''))[0];
  it('of one letter are told by themselves, but behind -k', () => {
    const taken = (name: string) => env(`S_${name}`);
    expect([behind('-k', 'a1b2c3'), behind('-K', 'a1b2c3'), behind('-k', 'abcdef')]).toEqual([
      taken('K'),
      taken('K'),
      'abcdef',
    ]);
    expect([behind('-p', 'a1b2c3d4'), behind('-p', 'a1b2c3d'), behind('-p', '8080:80')]).toEqual([
      taken('P'),
      'a1b2c3d',
      '8080:80',
    ]);
    expect([behind('-t', mixed(20)), behind('-x', mixed(20)), behind('-k', '-a1b2c')]).toEqual([
      taken('T'),
      mixed(20),
      '-a1b2c',
    ]);
    expect([behind('-k', 'a1/b2/c3'), behind('-k', 'a1b2c.json'), behind('-k', 'a1b2c')]).toEqual([
      'a1/b2/c3',
      'a1b2c.json',
      'a1b2c',
    ]);
    expect([behind('', `-p${mixed(20)}`), behind('', '-pabcdefg'), behind('', `-x${mixed(20)}`)]).toEqual([
      ...[`-p${taken('P')}`, '-pabcdefg', `-x${mixed(20)}`],
    ]);
  });

  it('of a header are its value, or the whole where it has no name', () => {
    for (const flag of ['-H', '--header', '--headers']) {
      expect(behind(flag, 'X-Team: blue')).toBe(`X-Team: ${env('S_X_TEAM')}`);
      expect(behind(flag, 'blue')).toBe(env('S_HEADER'));
    }
    expect([
      behind('', 'Authorization:x'),
      behind('', 'Cookie:x'),
      behind('', 'auth:server'),
      behind('', 'auth: x'),
    ]).toEqual([
      ...[`Authorization:${env('S_AUTHORIZATION')}`, `Cookie:${env('S_COOKIE')}`],
      ...['auth:server', `auth: ${env('S_AUTH')}`],
    ]);
  });

  it('of variables have the names of these', () => {
    expect([
      behind('-e', 'MODE=x'),
      behind('--env', 'MODE=x'),
      behind('', '--env=MODE=x'),
      behind('-x', 'MODE=x'),
    ]).toEqual([...[`MODE=${env('MODE')}`, `MODE=${env('MODE')}`, `--env=MODE=${env('MODE')}`, 'MODE=x']]);
    expect([behind('', 'A_TOKEN=x'), behind('', 'a-token=x'), behind('', `MODE=${mixed(20)}`)]).toEqual([
      ...[`A_TOKEN=${env('A_TOKEN')}`, `a-token=${env('S_A_TOKEN')}`, `MODE=${env('MODE')}`],
    ]);
    const value = (name: string, given: string) => taking((taker) => taker.variable(name, given))[0];
    expect([
      value('PATH', '/bin:/x'),
      value('PATH', mixed(20)),
      value('EDITOR', 'vi'),
      value('EDITOR', `vi --token x`),
    ]).toEqual([...['/bin:/x', env('PATH'), 'vi', `vi --token ${env('S_TOKEN')}`]]);
    expect([value('my key', 'x'), value('A', env('B')), value('A', '')]).toEqual([env('MY_KEY'), env('B'), env('A')]);
  });

  it('never get a name that is in use', () => {
    expect(
      taking(
        (taker) => taker.arguments(['--token', 'a', '--token', 'b', '--token', 'a'], ''),
        ['S_TOKEN', 'S_TOKEN_3'],
      ),
    ).toEqual([
      ['--token', env('S_TOKEN_2'), '--token', env('S_TOKEN_4'), '--token', env('S_TOKEN_2')],
      { S_TOKEN_2: 'a', S_TOKEN_4: 'b' },
    ]);
  });

  it('are not shown in one line about a connection', () => {
    expect(shownConnection({ command: 'run', args: ['--token', 'a', env('HIDDEN_TOKEN'), '--token', 'b'] })).toBe(
      `run --token [hidden] ${env('HIDDEN_TOKEN')} --token [hidden]`,
    );
    expect(shownConnection({ url: 'https://u:p@h/?key=1' })).toBe('https://[hidden]:[hidden]@h/?key=[hidden]');
  });
});
