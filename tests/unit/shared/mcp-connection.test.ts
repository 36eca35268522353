import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '#shared/canonical-json.ts';
import { connectionKind, describeWhole, type McpConnection } from '#shared/domain/mcp-connection.ts';
import { casesOf } from '../../support/depth.ts';

/** Words that could be taken for the parts around them. */
const word = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    ' ',
    "'",
    '(',
    ')',
    'in',
    'with',
    ';',
    ',',
    'A',
    'A=b',
    '${env:A}',
    '${env:A:-b}',
    '(in /x)',
  ),
  fc.string({ maxLength: 6, unit: fc.constantFrom(...' \'"(),;=ab$\\') }),
);
const values = fc.dictionary(fc.constantFrom('A', 'B', 'PATH'), word, { maxKeys: 3, noNullPrototype: true });
const program = fc.record(
  {
    command: fc.constantFrom('a', 'a b', 'http://a'),
    args: fc.array(word, { maxLength: 3 }),
    env: values,
    cwd: fc.constantFrom('/x', '/x; with A', '.'),
  },
  { requiredKeys: ['command'], noNullPrototype: true },
);
const address = fc.record(
  {
    url: fc.constantFrom('http://a', 'http://a (with', 'http://a (with the headers A)', 'https://b/?c'),
    headers: values,
  },
  { requiredKeys: ['url'], noNullPrototype: true },
);
const connection: fc.Arbitrary<McpConnection> = fc.oneof(program, address);

describe('what an agreement is for', () => {
  it('is never the same text for two connections', () => {
    fc.assert(
      fc.property(connection, connection, (one, other) => {
        const isSame = canonicalJson(withoutKind(one)) === canonicalJson(withoutKind(other));
        expect(describeWhole(one) === describeWhole(other)).toBe(isSame);
      }),
      { numRuns: casesOf(20_000) },
    );
  });

  it.each<[McpConnection, McpConnection]>([
    [
      { command: 'a', args: ['(in', '/x)'] },
      { command: 'a', cwd: '/x' },
    ],
    [{ command: 'a', env: { PATH: '/x' } }, { command: 'a' }],
    [
      { command: 'a', env: { B: '${env:B:-c}' } },
      { command: 'a', env: { B: '${env:B}' } },
    ],
    [{ url: 'http://a (with the headers A)' }, { url: 'http://a', headers: { A: '${env:A}' } }],
  ])('tells %j from %j', (one, other) => {
    expect(describeWhole(one)).not.toBe(describeWhole(other));
  });
});

/** Whether it is a program or an address stands beside it. */
function withoutKind(connection: McpConnection) {
  const known = connectionKind(connection);
  if (known.kind === 'http')
    return { words: [known.url], given: Object.entries(known.headers), kind: Object.keys(known.headers).length > 0 };
  const { command, args, env, cwd } = known;
  return { words: [command, ...args], given: Object.entries(env), cwd, kind: false };
}
