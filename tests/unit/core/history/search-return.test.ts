import { describe, expect, it } from 'vitest';
import { searchReturn } from '#core/history/search-return.ts';
import { call, done, testCatalog, testPlanner } from '../../../support/planner.ts';

const tools = [
  { name: 'tool_a', description: 'Give the letter a.' },
  { name: 'tool_b', description: 'Give the letter b.' },
];

describe('what a search returns in history mode', () => {
  it('is a message and names with descriptions (R18.10, R18.11)', () => {
    const { catalog } = testCatalog(tools);
    const options = { renderer: null, gate: (text: string) => text, report: () => {} };
    expect(searchReturn('x', catalog, options)).toEqual({ message: 'Found 2 tools.', tools });
    // Without a description there is none, not an empty one.
    const bare = { ...options, renderer: ({ name }: { readonly name: string }) => ({ name }) };
    expect(searchReturn('x', catalog.slice(0, 1), bare)).toEqual({
      message: 'Found 1 tool.',
      tools: [{ name: 'tool_a' }],
    });
    const nameless = { ...options, renderer: () => JSON.parse('{"description":"No name."}') };
    expect(searchReturn('x', catalog.slice(0, 1), nameless).tools).toEqual(tools.slice(0, 1));
    expect(searchReturn('x', [], options)).toEqual({ message: "No tools found for 'x'", tools: [] });
  });

  it('has the shape of a renderer, which can add nothing that was not found (R18.12)', async () => {
    const problems: string[] = [];
    const logger = { info() {}, warn() {}, error: (problem: string) => void problems.push(problem) };
    const options = {
      tools,
      config: { tool_search: { enabled: true, default_loading_mode: 'deferred', history: { enabled: true } } },
      script: [call('tool_search', { query: '^tool_', search_type: 'regex' }), done],
      logger,
    };
    const plain = await (await testPlanner(options)).planner.run({ query: 'q' });
    expect(JSON.parse(plain.steps[0]?.observation ?? '').result.tools).toEqual(tools);
    const planner = await testPlanner({
      ...options,
      toolRenderer: ({ name, description }) => {
        if (name === 'tool_b') return { name: 'tool_c', description };
        return { name, description: `[TOOL] ${description}` };
      },
    });
    const trace = await planner.planner.run({ query: 'q' });
    expect(JSON.parse(trace.steps[0]?.observation ?? '')).toEqual({
      result: {
        message: 'Found 2 tools.',
        tools: [
          { name: 'tool_a', description: '[TOOL] Give the letter a.' },
          { name: 'tool_b', description: 'Give the letter b.' },
        ],
      },
    });
    expect(trace.steps[1]?.visible).toEqual(['tool_search', 'tool_a', 'tool_b']);
    expect(problems).toEqual(['The tool renderer gave tool_b another name, or none.']);
  });
});
