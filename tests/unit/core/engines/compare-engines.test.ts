import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Services } from '#core/services.ts';
import { type CompareResponse, compareRequestSchema } from '#shared/domain/engine-comparison.ts';
import { searchEngineSchema } from '#shared/domain/engine-facts.ts';
import { searchOn, servicesWith, testServices, workspaceFolder, write } from '../../../support/workspace.ts';

const tools = [
  { name: 'github.create_issue', description: 'Create an issue in a repository' },
  { name: 'github.list_issues', description: 'List the issues of a repository' },
  { name: 'mail.send', description: 'Send a message', tags: ['post'] },
  { name: 'mail.create_draft', description: 'Create a draft of a message', loading_mode: 'always' },
];
const personas = `${searchOn}personas:\n  - {name: mailer, visible_tools: ['mail.*']}\n`;

function compare(services: Services, request: object): Promise<CompareResponse> {
  return services.search.compare(compareRequestSchema.parse(request));
}

const namesOf = ({ columns }: CompareResponse) => columns.map(({ hits }) => hits.map(({ name }) => name));

describe('engines side by side', () => {
  it('answer the same query, each in its column, in the order asked for, with its own scores', async () => {
    const services = await servicesWith(tools);
    const all = await compare(services, { query: 'create issue' });
    expect(all.columns.map(({ engine }) => engine)).toEqual(searchEngineSchema.options);
    const some = await compare(services, { query: 'create issue', engines: ['vercel-ai', 'pegboard', 'rfc-literal'] });
    expect(some.columns.map(({ engine }) => engine)).toEqual(['vercel-ai', 'pegboard', 'rfc-literal']);
    expect(some.columns.map(({ hits }) => hits[0])).toEqual([
      { name: 'github.create_issue', score: 6 },
      { name: 'github.create_issue', score: expect.any(Number) },
      { name: 'github.create_issue', score: 1 },
    ]);
    // S itself, not the score that is normalised to 1.
    expect(some.columns[1]?.hits[0]?.score).toBeGreaterThan(1);
    expect(some.columns[0]).toMatchObject({ matches: 1, note: null });
  });

  it('search the same tools: the deferred ones, or with the always loaded ones', async () => {
    const services = await servicesWith(tools);
    // Vectors always find what is nearest.
    const engines = searchEngineSchema.options.filter((engine) => engine !== 'hybrid' && engine !== 'vector');
    const deferred = await compare(services, { query: 'draft', engines });
    expect(deferred.tools).toBe(3);
    expect(namesOf(deferred).flat()).toEqual([]);
    const all = await compare(services, { query: 'draft', engines, include_always_loaded: true });
    expect(all.tools).toBe(4);
    expect(namesOf(all)).toEqual(engines.map(() => ['mail.create_draft']));
  });

  it('show nothing that the caller may not use, by name, by score or as a right answer', async () => {
    const root = workspaceFolder(tools, personas);
    write(root, 'evals/golden.jsonl', '{"query":"create","relevant":["github.create_issue","mail.create_draft"]}\n');
    const services = await testServices();
    await services.workspace.open({ path: root });
    const request = { query: 'create', include_always_loaded: true };
    // Somebody who sees all asked before: nothing of that is left for the next caller.
    expect(namesOf(await compare(services, request)).flat()).toContain('github.create_issue');
    const mailer = await compare(services, { ...request, caller: { persona: 'mailer' } });
    expect(new Set(namesOf(mailer).flat())).toEqual(new Set(['mail.create_draft']));
    expect(mailer.relevant).toEqual(['mail.create_draft']);
    // As if there were no other tools at all.
    const alone = await compare(await servicesWith(tools.filter(({ name }) => name.startsWith('mail.'))), request);
    expect(mailer.columns.map(({ hits }) => hits)).toEqual(alone.columns.map(({ hits }) => hits));
    await expect(compare(services, { query: 'x', caller: { persona: 'nobody' } })).rejects.toMatchObject({
      code: 'unknown_persona',
    });
  });

  it('mark what golden queries call right for just this query, whatever else their files hold', async () => {
    const root = workspaceFolder(tools);
    const services = await testServices();
    await services.workspace.open({ path: root });
    expect((await compare(services, { query: 'post it' })).relevant).toEqual([]);
    write(root, 'evals/a.jsonl', 'not json\n{"query":"post it","relevant":["mail.send","gone"]}\n');
    write(root, 'evals/b.jsonl', '{"query":"post\\u0020it ","relevant_groups":[["mail.send","github.list_issues"]]}\n');
    appendFileSync(join(root, 'evals/b.jsonl'), '{"query":"post it now","relevant":["mail.create_draft"]}\n');
    expect((await compare(services, { query: ' post it' })).relevant).toEqual(['mail.send', 'github.list_issues']);
  });

  it('say why a pattern ran as nothing, and how many match beyond the limit', async () => {
    const services = await servicesWith(tools);
    const { columns } = await compare(services, { query: 'issue(', engines: ['regex', 'pegboard'], limit: 1 });
    expect(columns[0]).toMatchObject({
      hits: [],
      matches: 0,
      note: expect.stringContaining('The pattern is not valid'),
    });
    expect(columns[1]).toMatchObject({ hits: [{}], matches: 2 });
  });

  it('need tool search to be on, and find nothing for a blank query', async () => {
    const off = await servicesWith(tools, { yaml: 'tool_search: {enabled: false}\n' });
    await expect(compare(off, { query: 'x' })).rejects.toMatchObject({ code: 'tool_search_not_configured' });
    const services = await servicesWith(tools);
    expect(namesOf(await compare(services, { query: ' ' })).flat()).toEqual([]);
  });

  it('follow the catalog when it changes', async () => {
    const root = workspaceFolder(tools);
    const services = await testServices();
    await services.workspace.open({ path: root });
    expect(namesOf(await compare(services, { query: 'parcel', engines: ['vercel-ai'] }))).toEqual([[]]);
    appendFileSync(join(root, 'sources/test.jsonl'), '\n{"name":"parcel_track"}');
    await services.workspace.open({ path: root });
    expect(namesOf(await compare(services, { query: 'parcel', engines: ['vercel-ai'] }))).toEqual([['parcel_track']]);
  });
});
