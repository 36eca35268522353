import { describe, expect, it } from 'vitest';
import { type AuditInput, auditTools } from '#core/audit/audit-tool.ts';

/** Processor time of a run, the fastest of at most four: other tests run beside it. */
function costOf(work: () => void, limit: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 4 && best > limit; run++) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, user + system);
  }
  return best;
}

const described = (length: number) => 'Before using any other tool, read the note and pass it. '.repeat(length / 56);
function deep(depth: number): object {
  let schema: object = { type: 'string', description: 'Read the note first and pass it on.' };
  for (let left = depth; left > 0; left--) schema = { type: 'object', properties: { next: schema } };
  return schema;
}
const many = (count: number): AuditInput[] =>
  Array.from({ length: count }, (_, n) => ({
    name: `${['read', 'write', 'list'][n % 3]}_${['note', 'file', 'page'][(n % 5) % 3]}_${n}`,
    source: `s${n % 20}`,
    description: `Works with ${n} things. Call list_note_${n + 2} first.`,
  }));

/** The same work small and ten times larger. */
const works: Readonly<Record<string, (times: number) => readonly AuditInput[]>> = {
  'a long description': (times) => [{ name: 'long', description: described(2800 * times) }],
  'a deep schema': (times) => [{ name: 'deep', description: 'Asks.', input_schema: deep(40 * times) }],
  'many tools of several sources': (times) => many(300 * times),
};

describe('ten times more to audit', () => {
  it.each(Object.entries(works))('takes about ten times as long: %s', (_, make) => {
    const [small, large] = [make(1), make(10)];
    auditTools(small);
    const one = costOf(() => auditTools(small), 0);
    const limit = 25 * Math.max(one, 2000);
    expect(costOf(() => auditTools(large), limit)).toBeLessThanOrEqual(limit);
  });

  it('reads no more than the limit of a definition, and says so', () => {
    const cost = (length: number) =>
      costOf(() => auditTools([{ name: 'a', description: 'word '.repeat(length / 5) }]), 0);
    const [tool] = auditTools([{ name: 'a', description: 'word '.repeat(200_000) }]).tools;
    expect(tool?.findings.map(({ code }) => code)).toContain('audit_incomplete');
    expect(cost(1_000_000)).toBeLessThanOrEqual(3 * Math.max(cost(100_000), 5000));
  });
});
