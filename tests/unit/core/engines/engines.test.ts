import { describe, expect, it } from 'vitest';
import { scoredEngines } from '#core/engines/engines.ts';
import { roundedLength } from '#core/engines/lucene-field.ts';
import { luceneWords } from '#core/engines/lucene-words.ts';
import { engineFacts, type ScoredEngineName, searchEngineSchema } from '#shared/domain/engine-facts.ts';
import { engineTool } from '../../../support/engine-tool.ts';

const tools = [
  engineTool({
    name: 'github.create_issue',
    description: 'Create an issue. An issue has a title.',
    input_schema: { type: 'object', properties: { labels: { type: 'string', description: 'Kinds of trouble' } } },
  }),
  engineTool({ name: 'github.listIssues', description: 'List the issues of a repository' }),
  engineTool({ name: 'mail.send', description: 'Send a message about an issue to somebody' }),
];

/** `name score` of each hit. */
async function ask(engine: ScoredEngineName, query: string, given = tools): Promise<string[]> {
  const { hits } = (await scoredEngines[engine](given, {})).search(query, 10);
  return hits.map(({ name, score }) => `${name} ${Number(score.toFixed(6))}`);
}

describe('the emulation of', () => {
  it('pydantic-ai counts distinct words of a–z and 0–9 in name and description together', async () => {
    expect(await ask('pydantic-ai', 'Create issue issue, zażółć')).toEqual(['github.create_issue 2', 'mail.send 1']);
    expect(await ask('pydantic-ai', 'issues')).toEqual(['github.listIssues 1']);
    expect(await ask('pydantic-ai', 'ż?!')).toEqual([]);
  });

  it("Vercel's word match counts 2 in the name and 1 in the description, splits camelCase, and keeps ties in order", async () => {
    expect(await ask('vercel-ai', 'list issues')).toEqual(['github.listIssues 6']);
    expect(await ask('vercel-ai', 'issue Issue')).toEqual(['github.create_issue 3', 'mail.send 1']);
    expect(await ask('vercel-ai', 'an github')).toEqual([
      'github.create_issue 3',
      'github.listIssues 2',
      'mail.send 1',
    ]);
  });

  it("Docker's gateway looks for the whole query: server 100 or 50, tool 90 or 40, description 30", async () => {
    expect(await ask('docker-mcp', ' GitHub ')).toEqual(['github.create_issue 100', 'github.listIssues 100']);
    expect(await ask('docker-mcp', 'hub')).toEqual(['github.create_issue 50', 'github.listIssues 50']);
    expect(await ask('docker-mcp', 'send')).toEqual(['mail.send 90']);
    expect(await ask('docker-mcp', 'issue')).toEqual([
      'github.create_issue 40',
      'github.listIssues 40',
      'mail.send 30',
    ]);
    expect(await ask('docker-mcp', 'create an email')).toEqual([]);
    expect(await ask('docker-mcp', '  ')).toEqual([]);
  });

  it("Spring's Lucene index adds phrase and words of name and description with their boosts", async () => {
    const lucene = [
      engineTool({ name: 'send', description: 'send a message' }),
      engineTool({ name: 'read', description: 'read what was said, a message or several' }),
    ];
    const idf = (documents: number) => Math.log(1 + (2 - documents + 0.5) / (documents + 0.5));
    const part = (frequency: number, length: number, average: number) =>
      frequency / (frequency + 1.2 * (0.25 + (0.75 * length) / average));
    // One word: the phrase is that word. Name 4 + 2, description 1 + 1; lengths 3 and 8.
    const one = 6 * idf(1) * part(1, 1, 1) + 2 * idf(1) * part(1, 3, 5.5);
    expect(await ask('spring-ai', 'Send', lucene)).toEqual([`send ${Number(one.toFixed(6))}`]);
    // The idf of a phrase is the sum of those of its words.
    const both = (idf(2) + idf(2)) * 2 * part(1, 3, 5.5);
    expect(await ask('spring-ai', 'a message', lucene)).toEqual([
      `send ${Number(both.toFixed(6))}`,
      `read ${Number(((idf(2) + idf(2)) * 2 * part(1, 8, 5.5)).toFixed(6))}`,
    ]);
    // Words that are not adjacent are not a phrase; a word that comes twice counts twice.
    const apart = 2 * idf(1) * part(1, 3, 5.5) + 2 * idf(1) * 2 * part(1, 1, 1) + idf(2) * part(1, 3, 5.5);
    expect((await ask('spring-ai', 'message send send', lucene))[0]).toBe(`send ${Number(apart.toFixed(6))}`);
  });

  it("Spring's Lucene index gives nothing below a quarter, and takes a dotted name for one word", async () => {
    const alike = Array.from({ length: 30 }, (_, i) => engineTool({ name: `t${i}`, description: 'common' }));
    expect(await ask('spring-ai', 'common', alike)).toEqual([]);
    expect(await ask('spring-ai', 'github')).toEqual([]);
    expect((await ask('spring-ai', 'github.create_issue'))[0]).toMatch(/^github\.create_issue /);
  });

  it('a plain regex search seeks the query in name, description and arguments, without regard to case', async () => {
    expect(await ask('regex', 'ISSUE')).toEqual(['github.create_issue 3', 'github.listIssues 3', 'mail.send 2']);
    expect(await ask('regex', 'kinds of|^labels$')).toEqual(['github.create_issue 1']);
    expect(await ask('regex', 'create issue')).toEqual([]);
  });

  it('a plain regex search answers a pattern that is none, or too long, with nothing and why', async () => {
    const engine = await scoredEngines.regex(tools, {});
    expect(engine.search('issue(', 5)).toMatchObject({
      hits: [],
      note: expect.stringContaining('The pattern is not valid'),
    });
    expect(engine.search('x'.repeat(201), 5)).toMatchObject({ hits: [], note: expect.stringContaining('200') });
    expect(engine.search('(a+)+$', 5).note).toBeNull();
  });
});

describe('Lucene', () => {
  it.each([
    ['create_issue github.create-issue', ['create_issue', 'github.create', 'issue']],
    ["Don't pay 3.50, v1.2!", ["don't", 'pay', '3.50', 'v1.2']],
    ['天気を見る カタカナ', ['天', '気', 'を', '見', 'る', 'カタカナ']],
    ['__ … _', []],
  ])('takes %j apart as Unicode does', (text, words) => {
    expect(luceneWords(text)).toEqual(words);
  });

  it('keeps lengths exact below 40 and four bits of the rest', () => {
    expect([0, 7, 39, 40, 41, 42, 57, 1000].map(roundedLength)).toEqual([0, 7, 39, 40, 40, 42, 56, 984]);
  });
});

describe('every engine', () => {
  it('has facts, and each emulation says what it emulates and what it assumes', () => {
    for (const name of searchEngineSchema.options) {
      const { title, ranks, emulates, assumes } = engineFacts[name];
      expect([name, title !== '', ranks !== '', (emulates === null) === (assumes === null)]).toEqual([
        name,
        true,
        true,
        true,
      ]);
    }
  });

  it.each(Object.keys(scoredEngines) as ScoredEngineName[])('%s answers worst cases with numbers', async (name) => {
    const same = Array.from({ length: 200 }, (_, i) => engineTool({ name: `t${i}`, description: 'the same text' }));
    const engine = await scoredEngines[name]([...same, engineTool({ name: 'empty' })], {});
    for (const query of ['', ' ', '?!', 'the', 'the same text', 'x '.repeat(9000), '(a+)+$', '𝒳 \ud800']) {
      const { hits, matches } = engine.search(query, 3);
      expect(hits.length).toBe(Math.min(3, matches));
      expect(hits.every(({ score }) => score > 0 && Number.isFinite(score))).toBe(true);
    }
    expect((await scoredEngines[name]([], {})).search('anything', 3)).toMatchObject({ hits: [], matches: 0 });
  });
});
