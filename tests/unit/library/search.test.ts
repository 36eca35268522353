import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { type CreateSearchOptions, createSearch, type Tool } from '../../../src-main/library/index.ts';

const tools: readonly Tool[] = [
  {
    name: 'github.create_issue',
    description: 'Create an issue in a repository.',
    input_schema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
    aliases: ['new_issue'],
  },
  { name: 'github.list_issues', description: 'List the issues of a repository.', side_effects: 'read' },
  { name: 'mail.send', description: 'Send a mail to a person.', loading_mode: 'always' },
];

function searchOf(given: readonly Tool[] = tools, options: CreateSearchOptions = {}) {
  const search = createSearch(given, options);
  onTestFinished(() => search.close());
  return search;
}

it('finds tools in memory, the best first, and explains each score when asked', async () => {
  const search = searchOf();
  const found = await search.search('create an issue');
  expect(found.tools.map(({ name }) => name)).toEqual(['github.create_issue', 'github.list_issues']);
  expect(found).toMatchObject({ query: 'create an issue', search_type: 'fts', explanation: null });
  const { tools: hits, explanation } = await search.search('create an issue', { explain: true });
  expect(hits).toEqual(found.tools);
  expect(explanation).toMatchObject({ ranking: 'pegboard', candidates: 2 });
  expect(explanation?.hits.map(({ rank, score, arithmetic }) => [rank, score, arithmetic.kind])).toEqual(
    hits.map(({ score }, i) => [i + 1, score, 'pegboard']),
  );
});

it('takes a mode, a limit and the tools that are in the prompt anyway', async () => {
  const search = searchOf();
  expect((await search.search('issue', { limit: 1 })).tools).toHaveLength(1);
  expect((await search.search('^github', { mode: 'regex' })).tools).toHaveLength(2);
  expect((await search.search('mail.send', { mode: 'exact' })).tools).toEqual([]);
  const [mail] = (await search.search('mail.send', { mode: 'exact', includeAlwaysLoaded: true })).tools;
  expect(mail).toMatchObject({ name: 'mail.send', score: 1, loading_mode: 'always' });
});

it('gives tools by name or alias, with what was asked for', async () => {
  const search = searchOf();
  const [issue, ...others] = await search.get(['new_issue', 'nobody']);
  expect([issue?.name, issue?.args_schema, others]).toEqual(['github.create_issue', tools[0]?.input_schema, []]);
  expect((await search.get('mail.send', { schemas: false }))[0]).not.toHaveProperty('args_schema');
});

it('answers the calls of a model with the text that it reads, mistakes too', async () => {
  const search = searchOf();
  expect(search.definitions.map(({ name }) => name)).toEqual(['tool_search', 'tool_get']);
  expect(search.definitions[0]?.input_schema).toMatchObject({ required: ['query'] });
  const found = await search.call('tool_search', { query: 'create an issue', limit: 1 });
  expect([found.is_error, JSON.parse(found.text).tools[0].name]).toEqual([false, 'github.create_issue']);
  const got = await search.call('tool_get', { names: ['github.create_issue'] });
  expect(JSON.parse(got.text).tools[0].args_schema.required).toEqual(['title']);
  const wrong = await search.call('tool_search', { limit: 99 });
  expect(wrong.is_error).toBe(true);
  expect(JSON.parse(wrong.text).error).toMatchObject({ code: 'invalid_arguments', message: /query.*limit/ });
  const unknown = await search.call('mail.send', {});
  expect([unknown.is_error, JSON.parse(unknown.text).error.code]).toEqual([true, 'tool_not_found']);
});

it('keeps what a caller may not use out of results and of texts', async () => {
  const about = { name: 'docs.read', description: 'Read the docs of github.create_issue.' };
  const settings = { personas: [{ name: 'reader', hidden_tools: ['*.create_issue'] }] };
  const denied = searchOf([...tools, about], { policy: { denied_tools: ['github.create_issue'] } });
  const hidden = searchOf([...tools, about], { settings, persona: 'reader' });
  for (const search of [denied, hidden]) {
    expect(await search.get('github.create_issue')).toEqual([]);
    const texts = JSON.stringify(await search.search('create issue docs', { explain: true }));
    expect(texts).toContain('docs.read');
    expect(texts).not.toContain('create_issue');
  }
});

it('takes the tools of providers and MCP servers as they are', async () => {
  const schema = { type: 'object', properties: { city: { type: 'string' } } };
  const search = searchOf([
    { name: 'weather', description: 'Say the weather.', inputSchema: schema },
    { name: 'news', description: 'Say the news.', input_schema: z.toJSONSchema(z.object({ city: z.string() })) },
    { name: 'clock', description: 'Say the time.', parameters: schema },
  ]);
  expect((await search.get(['weather', 'clock'])).map(({ args_schema }) => args_schema)).toEqual([schema, schema]);
});

it('says with a code and a hint what is wrong', async () => {
  const [issue] = tools as [Tool];
  expect(() => createSearch([issue, issue])).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  expect(() => createSearch([{ name: '' }])).toThrow(/empty name/);
  const circle: Record<string, unknown> = {};
  circle.circle = circle;
  expect(() => createSearch([{ ...issue, circle }])).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  expect(() => createSearch([{ ...issue, input_schema: z.object({}) as never }])).toThrow(/z\.toJSONSchema/);
  expect(() => createSearch(tools, { settings: { tool_search: { enabeld: true } } })).toThrow(
    expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining('enabeld') }),
  );
  expect(() => createSearch(tools, { persona: 'nobody' })).toThrow(
    expect.objectContaining({ code: 'unknown_persona' }),
  );
  expect(() => createSearch({} as never)).toThrow(expect.objectContaining({ code: 'usage' }));
  const search = searchOf();
  await expect(search.search('x', { limit: 0 })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('limit'),
    hint: expect.any(String),
  });
  const off = searchOf(tools, { settings: { tool_search: { enabled: false } } });
  await expect(off.search('x')).rejects.toMatchObject({ code: 'tool_search_not_configured' });
});

it('works on an empty list, prints nothing, and refuses work once it is closed', async () => {
  const printed = vi.spyOn(console, 'log');
  const written = vi.spyOn(process.stdout, 'write');
  const search = searchOf([]);
  expect((await search.search('anything')).tools).toEqual([]);
  await search.close();
  await expect(search.search('anything')).rejects.toMatchObject({ code: 'usage' });
  await expect(search.call('tool_search', { query: 'x' })).rejects.toMatchObject({ code: 'usage' });
  expect([printed.mock.calls, written.mock.calls]).toEqual([[], []]);
  printed.mockRestore();
  written.mockRestore();
});
