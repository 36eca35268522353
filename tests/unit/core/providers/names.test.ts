import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNameMap } from '#core/providers/name-map.ts';
import { createSentNames, providers as providerFormats } from '#core/providers/providers.ts';
import { sentKey } from '#core/providers/sent-names.ts';
import { providerNameSchema } from '#shared/domain/payload.ts';
import { namespaceOf } from '#shared/domain/tool.ts';
import { testPayload } from '../../../support/payloads.ts';

const rule = { maximumLength: 64, reserved: new Set(['kept']) };

/** Names that try to be taken for one another. */
const name = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[ab_.-]{1,8}$/) },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 90 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('a.b', 'a__b', 'a b', 'kept', 'tool_search_tool_bm25', 'ä.ö', 'a.b.c', 'a..b'),
  },
);
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 30 });
const named = (list: readonly string[]) => list.map((one) => ({ name: one, namespace: namespaceOf(one) }));

describe('names that an API forbids', () => {
  it('are readable where they can be, and allowed ones stay', () => {
    const long = 'x'.repeat(65);
    const map = createNameMap(['github.create_issue', 'mcp__a__b', 'get-it', 'a b', 'kept', long], rule);
    expect(map.sentOf('github.create_issue')).toBe('github__create_issue');
    expect(map.sentOf('mcp__a__b')).toBe('mcp__a__b');
    expect(map.sentOf('get-it')).toBe('get-it');
    expect(map.sentOf('a b')).toMatch(/^a_b_[0-9a-f]{8}$/);
    expect(map.sentOf('kept')).toMatch(/^kept_[0-9a-f]{8}$/);
    expect(map.sentOf(long)).toHaveLength(64);
    expect(map.findings).toEqual([]);
  });

  it('that come to be another tool’s name are told, and the allowed one keeps it', () => {
    const map = createNameMap(['a.b', 'a__b'], rule);
    expect(map.sentOf('a__b')).toBe('a__b');
    expect(map.sentOf('a.b')).toMatch(/^a_b_[0-9a-f]{8}$/);
    expect(map.findings.map(({ code, path }) => [code, path])).toEqual([['payload_name_collision', 'a.b']]);
    const inside = createSentNames('openai-responses', [
      { name: 'x', namespace: 'a' },
      { name: 'a.x', namespace: 'a' },
    ]);
    expect(inside.sentOf({ name: 'x', namespace: 'a' })).toEqual({ namespace: 'a', name: 'x' });
    expect(inside.sentOf({ name: 'a.x', namespace: 'a' })).toEqual({ namespace: 'a', name: 'a__x' });
    expect(inside.findings.map(({ path }) => path)).toEqual(['a.x']);
  });

  it('are one to one with those that are sent, for every provider and any catalog', () => {
    fc.assert(
      fc.property(names, fc.constantFrom(...providerNameSchema.options), (list, provider) => {
        const map = createSentNames(provider, named(list));
        const { maximumLength, reserved } = providerFormats[provider].name;
        const keys = named(list).map((tool) => {
          const sent = map.sentOf(tool);
          for (const part of [sent.name, ...(sent.namespace === null ? [] : [sent.namespace])]) {
            expect(part).toMatch(new RegExp(`^[a-zA-Z0-9_-]{1,${maximumLength}}$`));
            expect(reserved).not.toContain(part);
          }
          expect(map.nameOf(sent)).toBe(tool.name);
          return sentKey(sent);
        });
        expect(new Set(keys).size).toBe(list.length);
      }),
      { numRuns: 300 },
    );
  });

  it('are sent the same whatever tools come beside them, unless a finding says so', () => {
    fc.assert(
      fc.property(names, names, fc.constantFrom(...providerNameSchema.options), (list, more, provider) => {
        const before = createSentNames(provider, named(list));
        const after = createSentNames(provider, named([...new Set([...list, ...more])]));
        const told = new Set(after.findings.map(({ path }) => path));
        for (const tool of named(list)) {
          if (told.has(tool.name) || told.has(tool.namespace ?? undefined)) continue;
          expect(after.sentOf(tool)).toEqual(before.sentOf(tool));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a request for any catalog', () => {
  const tool = fc.record({
    // Spaces around a name do not get into a catalog.
    name: name.map((one) => one.trim()).filter((one) => one !== ''),
    description: fc.constantFrom('', '…', 'Refund an order.'),
    loading_mode: fc.constantFrom('always', 'deferred'),
  });
  const catalog = fc.uniqueArray(tool, { minLength: 1, maxLength: 15, selector: ({ name: one }) => one });

  it('is valid, and every deferred tool can be found by its search, or a finding says why not', () => {
    fc.assert(
      fc.property(catalog, fc.constantFrom(...providerNameSchema.options), fc.boolean(), (tools, provider, native) => {
        const providers = { anthropic: { native_search: native }, openai_responses: { native_search: native } };
        const payload = testPayload(provider, { tools, providers });
        const codes = payload.findings.map(({ code }) => code);
        expect(codes).not.toContain('payload_invalid');
        const text = JSON.stringify(payload.body);
        const told = new Set(payload.findings.map(({ path }) => path));
        for (const deferred of tools.filter(({ loading_mode }) => loading_mode === 'deferred')) {
          const key = Object.entries(payload.names).find(([, ours]) => ours === deferred.name)?.[0];
          if (!payload.native) {
            expect(key).toBeUndefined();
            expect(text).toContain('"name":"tool_search"');
            continue;
          }
          expect(key).toBeDefined();
          expect(text).toMatch(provider === 'anthropic' ? /tool_search_tool_bm25/ : /"type":"tool_search"/);
          const hasWords =
            /\p{L}/u.test(deferred.description) || /[a-z]/i.test(key?.replace(/_[0-9a-f]{8}$/, '') ?? '');
          if (!hasWords) expect(told).toContain(deferred.name);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('without a search says that nothing can be found', () => {
    const tools = [{ name: 'a', description: 'b' }];
    const without = testPayload('openai-chat', { tools, searchName: 'other' });
    expect(without.findings.map(({ code }) => code)).toEqual(['payload_nothing_findable']);
  });
});
