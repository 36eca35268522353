import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contractHashes, contractOf, toolOfContract } from '#core/approval/contract.ts';
import { type Lock, type LockEntry, lockKey, lockText, readLock } from '#core/approval/lock-text.ts';
import { normaliseTool } from '#core/catalog/normalise-tool.ts';
import { sourceSchema } from '#shared/domain/source.ts';

const source = sourceSchema.parse({ name: 'github', path: 'sources/github.json', format: 'tools_list' });

function entryOf(tool: Record<string, unknown> & { name: string }, given: Partial<LockEntry> = {}): LockEntry {
  const contract = contractOf(tool, source);
  return { source: 'github', tool: contract.name, contract, earlier: [], rejected: [], ...given };
}

const texts = fc.string({ unit: 'binary', maxLength: 60 });
const json = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
const tools = fc.record(
  {
    name: fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }),
    title: texts,
    description: fc.array(texts, { maxLength: 4 }).map((lines) => lines.join('\n')),
    inputSchema: json,
    outputSchema: json,
    annotations: fc.oneof(json, fc.constant(null), fc.constant({ readOnlyHint: true, title: 'T' })),
    tags: fc.array(texts, { maxLength: 3 }),
    usage_hint: texts,
    requires_confirmation: fc.boolean(),
    side_effects: fc.constantFrom('pure', 'write', 'nonsense'),
    _meta: json,
  },
  { requiredKeys: ['name'] },
) as fc.Arbitrary<Record<string, unknown> & { name: string }>;

const good = [
  entryOf({ name: 'a', description: 'Adds.\nThen tells.' }),
  entryOf({ name: 'b', description: 'Better.' }),
];

function read(text: string): Extract<Lock, { kind: 'read' }> {
  const lock = readLock(text);
  if (lock.kind !== 'read') throw new Error(`It is ${lock.kind}: ${JSON.stringify(lock)}`);
  return lock;
}

describe('the text of pegboard.lock', () => {
  it('comes back as it was written, whatever the tools say, in the same bytes for every order', () => {
    const hashes = fc.array(fc.stringMatching(/^[0-9a-f]{64}$/), { maxLength: 2 });
    const lists = fc.uniqueArray(fc.record({ tool: tools, earlier: hashes, rejected: hashes }), {
      selector: ({ tool }) => contractOf(tool, source).name,
      maxLength: 5,
    });
    fc.assert(
      fc.property(lists, (list) => {
        const entries = list.map(({ tool, ...given }) => entryOf(tool, given));
        const text = lockText(entries);
        expect(lockText([...entries].reverse())).toBe(text);
        const lock = read(text);
        expect(lock.problems).toEqual([]);
        expect(lockText(lock.entries.values())).toBe(text);
        for (const entry of entries) {
          const again = lock.entries.get(lockKey(entry.source, entry.tool));
          expect(again?.contract && contractHashes(again.contract)).toEqual(
            entry.contract && contractHashes(entry.contract),
          );
        }
      }),
    );
  });

  it('holds everything of a tool that a model or a call can meet', () => {
    fc.assert(
      fc.property(tools, (tool) => {
        const bare = { ...source, inherit_from_schema: false };
        const { annotations, extra, output_schema, ...now } = normaliseTool(tool, bare);
        const {
          annotations: ann,
          extra: ext,
          output_schema: out,
          ...again
        } = toolOfContract(contractOf(tool, bare), bare);
        expect(again).toEqual(now);
        expect(Object.keys(ann ?? {}).length).toBeLessThanOrEqual(Object.keys(annotations ?? {}).length);
        for (const [key, value] of Object.entries(ext)) expect(extra[key]).toEqual(value);
        expect(out ?? {}).toEqual(output_schema ?? {});
      }),
    );
  });

  it('gives null, absent, [] and {} one hash', () => {
    const hash = (tool: Record<string, unknown>) => contractHashes(contractOf({ name: 'a', ...tool }, source));
    const plain = hash({});
    expect(hash({ annotations: null })).toEqual(plain);
    expect(hash({ annotations: {} })).toEqual(plain);
    expect(hash({ annotations: [] })).toEqual(plain);
    expect(hash({ outputSchema: null })).toEqual(plain);
    expect(hash({ outputSchema: {} })).toEqual(plain);
    expect(hash({ tags: [], title: null })).toEqual(plain);
    expect(hash({ annotations: { readOnlyHint: true } })).toMatchObject({ contract: plain.contract, output: null });
    expect(hash({ annotations: { readOnlyHint: true } }).annotations).not.toBeNull();
  });

  it('writes one line of the file for each line of a description', () => {
    expect(lockText(good)).toContain('    "Adds.",\n    "Then tells."\n');
  });

  it('reads the same with the line ends of Windows', () => {
    expect(read(lockText(good).replaceAll('\n', '\r\n')).entries.size).toBe(2);
  });
});

describe('a pegboard.lock that cannot be trusted', () => {
  const text = lockText(good);

  it.each([
    ['an empty file', '', 1],
    ['a file of a later version', text.replace('"version": 2', '"version": 3'), 2],
    ['a file without its end', text.split('--- # github b')[0] ?? '', 0],
    ['a file that is only its end', '... # the end of pegboard.lock\n', 1],
  ])('proves nothing: %s', (_what, given, line) => {
    const lock = readLock(given);
    expect(lock.kind).toBe('damaged');
    if (lock.kind === 'damaged' && line > 0) expect(lock.problem.line).toBe(line);
  });

  it('names the line of a conflict that git left', () => {
    const lines = text.split('\n');
    lines.splice(6, 0, '<<<<<<< HEAD');
    expect(readLock(lines.join('\n'))).toMatchObject({ kind: 'damaged', problem: { line: 7 } });
  });

  it('keeps the other entries when a text does not have its hashes', () => {
    const lock = read(text.replace('Better.', 'Worse.'));
    expect([...lock.entries.keys()]).toEqual([lockKey('github', 'a')]);
    expect([...lock.unproven]).toEqual([lockKey('github', 'b')]);
    expect(lock.isWhole).toBe(true);
    expect(text.split('\n')[(lock.problems[0]?.line ?? 0) - 1]).toBe('--- # github b');
  });

  it('proves no tool with two entries', () => {
    const block = text.slice(text.indexOf('--- # github b'), text.indexOf('... #'));
    const lock = read(text.replace('... #', `${block}... #`));
    expect([...lock.unproven]).toEqual([lockKey('github', 'b')]);
  });

  it('knows that it does not know every tool when a block is not JSON', () => {
    const lock = read(text.replace('"tool": "b",', '"tool": "b"'));
    expect([...lock.entries.keys()]).toEqual([lockKey('github', 'a')]);
    expect(lock.isWhole).toBe(false);
  });

  it('never throws and never invents an approval, whatever is cut or changed', () => {
    const approved = good.map(({ contract }) => JSON.stringify(contract && contractHashes(contract)));
    const edits = fc.record({ at: fc.nat(text.length), length: fc.nat(80), put: fc.string({ maxLength: 20 }) });
    fc.assert(
      fc.property(edits, ({ at, length, put }) => {
        const lock = readLock(text.slice(0, at) + put + text.slice(at + length));
        if (lock.kind !== 'read') return;
        for (const { contract } of lock.entries.values()) {
          if (contract) expect(approved).toContain(JSON.stringify(contractHashes(contract)));
        }
      }),
      { numRuns: 500 },
    );
  });
});
