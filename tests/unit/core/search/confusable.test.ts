import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clustersOf } from '#core/search/confusable/find-confusable.ts';
import type { Services } from '#core/services.ts';
import { type ConfusableReport, confusableRequestSchema } from '#shared/domain/confusable.ts';
import { compareRequestSchema } from '#shared/domain/engine-comparison.ts';
import { searchOn, servicesWith, testServices, workspaceFolder, write } from '../../../support/workspace.ts';

const issues = [
  { name: 'github.create_issue', description: 'Create an issue with labels' },
  { name: 'gitlab.create_issue', description: 'Create an issue with labels. Needs a milestone.' },
  { name: 'weather.forecast', description: 'What the sky brings tomorrow' },
];

async function reportOf(services: Services, caller: object = {}): Promise<ConfusableReport> {
  for await (const event of services.search.confusable(confusableRequestSchema.parse({ caller }))) {
    if (event.type === 'done') return event.report;
  }
  throw new Error('There was no report.');
}

describe('confusable tools', () => {
  it('are pairs that the words of their names or their first sentences cannot tell apart, with what they share', async () => {
    const report = await reportOf(await servicesWith(issues));
    expect(report).toMatchObject({ tools: 3, queries: 6, golden_queries: 0, pair_count: 1, cluster_count: 0 });
    const [pair] = report.pairs;
    expect(pair?.tools).toEqual(['github.create_issue', 'gitlab.create_issue']);
    expect(pair?.shared).toEqual(expect.arrayContaining(['create', 'issue', 'labels']));
    expect(pair?.only).toEqual([['github'], expect.arrayContaining(['gitlab', 'milestone'])]);
    expect(pair?.confusions.every(({ share }) => share >= 0.95)).toBe(true);
    expect(pair?.confusions).toContainEqual({
      query: 'create issue',
      kind: 'name',
      right: 'github.create_issue',
      wrong: 'gitlab.create_issue',
      right_rank: expect.any(Number),
      wrong_rank: expect.any(Number),
      share: expect.any(Number),
    });
  });

  it('count by golden queries first, never for a query that finds no right tool', async () => {
    const root = workspaceFolder(issues);
    const golden = [
      { query: 'open a create issue', relevant: ['gitlab.create_issue'] },
      { query: 'labels', relevant: ['weather.forecast'] },
      // The first has nothing to do with the right one.
      { query: 'create an issue with labels in the sky', relevant: ['weather.forecast'] },
      // Both are right: there is nothing to confuse.
      { query: 'issue labels', relevant_groups: [['gitlab.create_issue', 'github.create_issue']] },
    ];
    write(root, 'evals/golden.jsonl', golden.map((line) => JSON.stringify(line)).join('\n'));
    const services = await testServices();
    await services.workspace.open({ path: root });
    const report = await reportOf(services);
    expect(report).toMatchObject({ golden_queries: 4, queries: 10, pair_count: 1 });
    const queries = report.pairs.flatMap(({ confusions }) => confusions).filter(({ kind }) => kind === 'golden');
    expect(queries.map(({ query }) => query)).toEqual(['open a create issue']);
  });

  it('that are many alike make one cluster, and the same catalog the same report', async () => {
    const same = Array.from({ length: 60 }, (_, i) => ({ name: `t${i}.get_record`, description: 'Get the record' }));
    const services = await servicesWith([...same, { name: 'weather.forecast', description: 'What the sky brings' }]);
    const report = await reportOf(services);
    expect(report.clusters).toHaveLength(1);
    expect(report.clusters[0]).toMatchObject({ size: 60, shared: expect.arrayContaining(['record']) });
    expect(report.clusters[0]?.tools).toHaveLength(50);
    expect(await reportOf(services)).toEqual(report);
  });

  it('without any word of their own say so, and those of a hidden tool are nobody’s', async () => {
    const twins = [
      { name: 'copy_1', description: 'The very same' },
      { name: 'copy_one', description: 'The very same' },
      { name: 'secret.copy_1', description: 'The very same thing' },
    ];
    const yaml = `${searchOn}personas:\n  - {name: guest, hidden_tools: ['secret.*'], visible_tools: ['*']}\n`;
    const services = await servicesWith(twins, { yaml });
    expect((await reportOf(services)).tools).toBe(3);
    const report = await reportOf(services, { persona: 'guest' });
    expect(report.tools).toBe(2);
    expect(JSON.stringify(report)).not.toContain('secret');
    expect(report.pairs[0]?.only.flat().sort()).toEqual(['1', 'one']);
  });

  it('are sought among 20,000 tools at most; a persona who sees fewer is answered', async () => {
    const many = Array.from({ length: 20_000 }, (_, i) => ({ name: `many.t${i}` }));
    const yaml = `${searchOn}personas:\n  - {name: guest, visible_tools: ['many.t1', 'one.more']}\n`;
    const root = workspaceFolder(many, yaml);
    write(root, 'sources/more.jsonl', '{"name": "one.more"}');
    appendFileSync(join(root, 'pegboard.yaml'), '  - {name: more, path: sources/more.jsonl, format: tools_jsonl}\n');
    const services = await testServices();
    await services.workspace.open({ path: root });
    await expect(reportOf(services)).rejects.toMatchObject({
      code: 'too_many_tools',
      message: 'The search for confusable tools works with 20,000 tools at most; there are 20,001.',
    });
    expect((await reportOf(services, { persona: 'guest' })).tools).toBe(2);
    // So are the engines of others compared; our own have no such limit.
    const compare = (engines: string[], caller = {}) =>
      services.search.compare(compareRequestSchema.parse({ query: 'more', engines, caller }));
    await expect(compare(['pegboard', 'seed-bm25'])).rejects.toMatchObject({ code: 'too_many_tools' });
    expect((await compare(['pegboard'])).tools).toBe(20_001);
    expect((await compare(['seed-bm25'], { persona: 'guest' })).tools).toBe(2);
  });

  it('are none where every tool has words of its own', async () => {
    const apart = [
      { name: 'weather.forecast', description: 'What the sky brings' },
      { name: 'mail.send', description: 'Write to somebody' },
    ];
    expect(await reportOf(await servicesWith(apart))).toMatchObject({ pairs: [], pair_count: 0, clusters: [] });
    expect(await reportOf(await servicesWith([]))).toMatchObject({ tools: 0, queries: 0, pairs: [] });
  });
});

describe('clusters', () => {
  it('are what links hold together, of three and more, the largest first', () => {
    const links = [
      ['b', 'a'],
      ['x', 'y'],
      ['c', 'd'],
      ['d', 'b'],
      ['k', 'l'],
      ['l', 'm'],
    ] as const;
    expect(clustersOf(links)).toEqual([
      ['a', 'b', 'c', 'd'],
      ['k', 'l', 'm'],
    ]);
  });
});
