import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serverSettingsOf } from '#core/gateway/server-settings.ts';
import { CallerCounts } from '../../../src-main/hosts/gateway/server/caller-counts.ts';
import { fittingRules } from '../../../src-main/hosts/gateway/server/persona-rules.ts';

const hash = `sha256:${'0'.repeat(64)}`;
const text = `public_url: https://tools.example.test/
tokens:
  - {name: ada, hash: "${hash}", persona: null}
`;

describe('settings of a gateway server', () => {
  it('have defaults that only this computer reaches', () => {
    const settings = serverSettingsOf(text, 'g.yaml');
    expect(settings).toMatchObject({
      workspace: '.',
      public_url: 'https://tools.example.test',
      listen: { host: '127.0.0.1', port: 8080 },
      operations: { host: '127.0.0.1', port: 9464 },
      limits: { requests_per_minute: 600, concurrent: 16 },
      drain_seconds: 30,
    });
  });

  it('take the address of a store with variables in every place', () => {
    for (const url of ['${env:URL}', 'postgres://${env:A}:${env:B}@${env:C}:5432/x', 'postgres://a@db/x'])
      expect(serverSettingsOf(`${text}store: {postgres: {url: "${url}"}}\n`, 'g.yaml').store?.postgres.url).toBe(url);
  });

  it('name the place of every mistake', () => {
    const wrong = [
      [`${text}port: 1\n`, 'g.yaml:4:1: port: there is no such field'],
      [text.replace(hash, 'secret'), /^g\.yaml:3:17: tokens\.0\.hash: Use `sha256:`/],
      [
        `${text}  - {name: ada, hash: "${hash.replace('0', '1')}", persona: x}\n`,
        'g.yaml:4:6: tokens.1.name: another token has this name',
      ],
      ['public_url: https://x.test/mcp\ntokens: []\n', /^g\.yaml:1:1: public_url: give scheme, host and port alone/],
      ['public_url: https://x.test\n', 'give tokens, oauth, or a store with tokens: else nobody can call'],
      [
        `${text}store: {postgres: {url: "postgres://a:secret@db/x"}}\n`,
        /^g\.yaml:4:20: store\.postgres\.url: the file holds no password/,
      ],
      [
        `${text}store: {postgres: {url: x, schema: A-b}}\n`,
        /^g\.yaml:4:28: store\.postgres\.schema: use small letters/,
      ],
      [`${text}admin: {}\n`, 'g.yaml:4:1: admin: give tokens, store_tokens or claims: else nobody may read it'],
      [`${text}admin: {tokens: [bob]}\n`, 'g.yaml:4:18: admin.tokens.0: tokens has no bob'],
      [`${text}admin: {store_tokens: [bob]}\n`, 'admin.store_tokens: give store: there is none'],
      [
        `${text}admin: {tokens: [bob]}\nstore: {postgres: {url: "postgres://127.0.0.1/x"}}\n`,
        'admin.tokens.0: tokens has no bob; name a token of the store in admin.store_tokens',
      ],
      [`${text}admin: {tokens: [ada], personas: []}\n`, 'admin.personas: there is no such field'],
      [`${text}admin: {claims: [{claim: a, value: b}]}\n`, 'admin.claims: give oauth: no token has claims without it'],
      ['public_url: [', /^g\.yaml:1:\d+: /],
    ] as const;
    for (const [broken, message] of wrong) {
      let said = '';
      try {
        serverSettingsOf(broken, 'g.yaml');
      } catch (error) {
        said = (error as Error).message;
      }
      if (typeof message === 'string') expect(said).toContain(message);
      else expect(said).toMatch(message);
    }
  });

  it('take variables of the environment first, and name the one that is wrong', () => {
    const env = {
      PEGBOARD_GATEWAY_PORT: '9000',
      PEGBOARD_GATEWAY_HOST: '0.0.0.0',
      PEGBOARD_GATEWAY_WORKSPACE: '/srv/w',
    };
    expect(serverSettingsOf(text, 'g.yaml', env)).toMatchObject({
      listen: { host: '0.0.0.0', port: 9000 },
      workspace: '/srv/w',
    });
    expect(() => serverSettingsOf(text, 'g.yaml', { PEGBOARD_GATEWAY_PORT: 'x' })).toThrow(
      /PEGBOARD_GATEWAY_PORT: listen\.port: /,
    );
  });
});

describe('the requests of callers', () => {
  const hour = 3_600_000;
  const caller = (holder: string, persona: string | null = null) => ({ holder, persona });
  const message = {};

  it('are counted for a day by name and persona, the last caller first', () => {
    const counts = new CallerCounts();
    const start = 500_000 * hour;
    counts.note({ caller: caller('ada'), message, status: 200 }, start);
    counts.note({ caller: caller('ada'), message, status: null }, start + 2 * hour);
    counts.note({ caller: caller('ada', 'desk'), message, status: 429 }, start + 3 * hour);
    counts.note({ caller: null, message, status: 401 }, start + 4 * hour);
    counts.note({ caller: caller('bob'), message: undefined, status: 200 }, start + 4 * hour);
    const desk = { name: 'ada', persona: 'desk', requests: 1, refused: 1, lastAt: start + 3 * hour };
    const ada = { name: 'ada', persona: null, requests: 2, refused: 1, lastAt: start + 2 * hour };
    expect(counts.list(start + 4 * hour)).toEqual([desk, ada]);
    expect(counts.list(start + 24 * hour)).toEqual([desk, { ...ada, requests: 1 }]);
    expect(counts.list(start + 26 * hour)).toEqual([desk]);
    expect(counts.list(start + 27 * hour)).toEqual([]);
  });

  it('are remembered of a bounded number of callers', () => {
    const counts = new CallerCounts();
    for (let i = 0; i < 6_000; i++) counts.note({ caller: caller(`c${i}`), message, status: 200 }, i);
    const kept = counts.list(6_000);
    expect([kept.length, kept[0]?.name]).toEqual([5_000, 'c5999']);
  });
});

describe('rules for personas', () => {
  const words = fc.constantFrom('a', 'b', 'a b', '__proto__', 'constructor');
  const claims = fc.dictionary(
    fc.constantFrom('groups', 'roles', 'x.y', 'x', '__proto__'),
    fc.oneof(
      words,
      fc.array(words),
      fc.record({ y: fc.oneof(words, fc.array(words)) }),
      fc.constant(null),
      fc.integer(),
    ),
  );
  const rules = fc.array(
    fc.record({
      claim: fc.constantFrom('groups', 'roles', 'x.y', 'toString'),
      value: words,
      persona: fc.constant('p'),
    }),
  );

  it('fit when the claim is the value, has it, or has it as a word; nothing that is inherited counts', () => {
    fc.assert(
      fc.property(rules, claims, (given, about) => {
        const expected = given.flatMap((rule, index) => {
          const own = new Map(Object.entries(about));
          const inner = own.get('x');
          const nested =
            typeof inner === 'object' && inner !== null && !Array.isArray(inner)
              ? (inner as { y: unknown }).y
              : undefined;
          const value = own.get(rule.claim) ?? (rule.claim === 'x.y' && !own.has('x.y') ? nested : undefined);
          const all = [value].flat().filter((one) => typeof one === 'string' || typeof one === 'number');
          const has = Array.isArray(value)
            ? all.includes(rule.value)
            : all.some(
                (one) => String(one) === rule.value || (typeof one === 'string' && one.split(' ').includes(rule.value)),
              );
          return has ? [index] : [];
        });
        expect(fittingRules(given, about).map(({ index }) => index)).toEqual(expected);
      }),
    );
  });
});
