import { describe, expect, it } from 'vitest';
import { importBenchmark } from '#core/experiments/tasks/benchmarks/import-benchmark.ts';
import { readTask, readWorld } from '#core/experiments/tasks/read-task.ts';

const names = ['maps.geocode', 'maps.find_parking', 'city.find_parking', 'clock-mcp.now', 'clock-mcp.zones', 'plain'];
const read = (value: unknown) => importBenchmark(JSON.stringify(value), 'file.json', { names });
const messages = (value: unknown) => read(value).findings.map(({ message }) => message);

describe('questions with annotated tools', () => {
  const question = (task_id: string, Tools: string, fields: object = {}) => ({
    task_id,
    Question: `Where is ${task_id}?`,
    answers: '',
    category: 'Travel',
    file_name: '',
    'Annotator Metadata': { Steps: '1. look', 'Number of steps': '1', Tools, 'Number of tools': '1' },
    ...fields,
  });

  it('become tasks that expect these tools, where the workspace has each of them once', () => {
    const { tasks, findings } = read([
      question('Lamp One', '1. geocode\n2. plain'),
      question('lamp-one', '1) clock-mcp.now', { answers: 'At noon.' }),
    ]);
    expect(findings).toEqual([]);
    expect(tasks.map(({ path, text }) => [path, readTask(text, path)])).toMatchObject([
      [
        'tasks/benchmark/lamp-one.task.yaml',
        {
          findings: [],
          task: {
            query: 'Where is Lamp One?',
            tags: ['benchmark', 'Travel'],
            expect: { called: ['maps.geocode', 'plain'] },
            results: { 'maps.geocode': [{ value: { done: true } }] },
          },
        },
      ],
      [
        'tasks/benchmark/lamp-one-2.task.yaml',
        {
          findings: [],
          task: { expect: { called: ['clock-mcp.now'], judge: 'Does the answer say the same as this one? At noon.' } },
        },
      ],
    ]);
    expect(readTask(tasks[0]?.text ?? '', 'x').task?.expect.judge).toBeUndefined();
  });

  it('are left out one by one, and findings name the tools', () => {
    const { tasks, findings } = read([
      question('a', '1. geocode\n2. no_such\n3. find_parking'),
      question('b', ''),
      { Question: 7 },
      question('c', '1. geocode'),
    ]);
    expect(tasks.map(({ path }) => path)).toEqual(['tasks/benchmark/c.task.yaml']);
    expect(findings.map(({ message }) => message)).toEqual([
      'a: left out: the workspace has no one tool called no_such, find_parking',
      'b: left out: it names no tools',
      expect.stringMatching(/^entry 3: left out: task_id: /),
    ]);
  });
});

describe('tasks of servers', () => {
  const group = (servers: string[], ...tasks: unknown[]) => ({ server_name: servers.join('+'), servers, tasks });
  const one = { task_id: 'now_1', task_description: 'Tell the time in UTC.', fuzzy_description: 'What time is it?' };

  it('are asked in vague words, judged by the exact ones, and use the tools of their servers', () => {
    const { tasks, findings } = read({ generation_info: {}, server_tasks: [group(['Clock MCP'], one)] });
    expect(findings).toEqual([]);
    expect(readTask(tasks[0]?.text ?? '', 'x')).toMatchObject({
      findings: [],
      task: {
        query: 'What time is it?',
        live_tools: ['clock-mcp.*'],
        expect: { judge: 'Does the answer do all of this? Tell the time in UTC.' },
      },
    });
  });

  it('are left out where a server is not a source', () => {
    const value = { server_tasks: [group(['Clock MCP', 'Tide Tables'], one), group(['Clock MCP'], 7), 8] };
    expect(read(value).tasks).toEqual([]);
    expect(messages(value)).toEqual([
      'now_1: left out: the workspace has no one source called Tide Tables',
      expect.stringMatching(/^Clock MCP, task 1: left out: /),
      expect.stringMatching(/^group 3: left out: /),
    ]);
  });
});

describe('synthetic servers', () => {
  const tool = (name: string, handler: object) => ({ name, description: 'A tool.', inputSchema: {}, handler });

  it('become a world with their fixed answers; the others are named', () => {
    const { tasks, findings } = read({
      clock: {
        server_name: 'Clock-MCP',
        tools: [
          tool('now', { type: 'static_json', response: { time: '12:00' } }),
          tool('zones', { type: 'table_lookup', dataset: 'zones.json' }),
          tool('alarm', { type: 'static_json', response: {} }),
          {},
        ],
      },
      tides: { server_name: 'tides', tools: [] },
    });
    expect(tasks.map(({ path }) => path)).toEqual(['tasks/benchmark/synthetic-servers.world.yaml']);
    expect(readWorld(tasks[0]?.text ?? '', 'x')).toMatchObject({
      findings: [],
      world: { results: { 'clock-mcp.now': [{ value: { time: '12:00' } }] } },
    });
    expect(findings.map(({ message }) => message)).toEqual([
      'synthetic-servers: clock-mcp.zones is left out: its answers (table_lookup) are not in this file',
      'synthetic-servers: clock-mcp.alarm is left out: the workspace has no such tool',
      expect.stringMatching(/clock-mcp, tool 4 is left out: /),
      'synthetic-servers: tides is left out: the workspace has no one source of that name',
    ]);
  });
});

it('another file is refused in words', () => {
  const other = { code: 'invalid_input', message: 'file.json is not a benchmark that Pegboard can read.' };
  expect(() => read({})).toThrow(expect.objectContaining(other));
  expect(() => read([1, null])).toThrow(expect.objectContaining(other));
  expect(() => importBenchmark('{', 'a.json', { names })).toThrow(
    expect.objectContaining({
      code: 'invalid_json',
      message: expect.stringMatching(/^a\.json:1:\d+: not valid JSON/),
      hint: 'Pegboard reads benchmarks as JSON.',
    }),
  );
});
