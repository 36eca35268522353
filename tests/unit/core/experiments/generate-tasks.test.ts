import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeTask } from '#core/experiments/tasks/judge-task.ts';
import { readTask } from '#core/experiments/tasks/read-task.ts';
import { schemaExample } from '#core/experiments/tasks/schema-example.ts';
import { WorldState } from '#core/experiments/world/world-state.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { checkArguments } from '#core/json/check-arguments.ts';
import type { Services } from '#core/services.ts';
import { demoWorkspaceFiles } from '#core/workspace/demo/demo-workspace.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { testServices, workspaceFolder, write } from '../../../support/workspace.ts';

async function opened(root: string): Promise<Services> {
  const services = await testServices({ userDataDir: temporaryFolder() });
  await services.workspace.open({ path: root });
  return services;
}

async function demo(): Promise<{ root: string; services: Services }> {
  const root = temporaryFolder();
  await nodeFiles.writeAll(demoWorkspaceFiles(root));
  return { root, services: await opened(root) };
}

describe('tasks made of golden queries', () => {
  it('call the right tool with arguments that fit it, and are solved that way', async () => {
    const { services } = await demo();
    const { tasks } = await services.experiments.generate({ from: 'golden', apply: true });
    expect(tasks).toHaveLength(30);
    const read = tasks.map(({ path, text }) => ({ path, text, ...readTask(text, path) }));
    expect(read.flatMap(({ findings }) => findings)).toEqual([]);
    // Ids with a pattern cannot be made up; such a task has no solution.
    expect(read.filter(({ task }) => task?.solution.length).length).toBeGreaterThan(15);
    const bug = read.find(({ task }) => task?.query.startsWith('file a bug'));
    expect(bug?.task).toMatchObject({
      tags: ['golden'],
      expect: { called: ['github.create_issue'] },
      solution: [{ tool: 'github.create_issue', args: { owner: 'example', repo: 'example', title: 'example' } }],
    });
    const path = bug?.path.replace('tasks/', '') ?? '';
    expect((await services.experiments.task({ path })).findings).toEqual([]);
    const again = await services.experiments.generate({ from: 'golden', apply: false });
    expect(again.tasks).toEqual([]);
    expect(again.findings.filter(({ message }) => message === 'The task is there already.')).toHaveLength(30);
  });

  it('are made once for each query, also where two have nearly the same words', async () => {
    const root = workspaceFolder([{ name: 'a.one' }, { name: 'a.two' }]);
    const line = (query: string, fields: object) => `${JSON.stringify({ query, ...fields })}\n`;
    const one = { relevant: ['a.one'] };
    const lines = [
      line('Do it!', one),
      line('do it?', one),
      line('Do it!', one),
      line('Gone.', { relevant: ['a.no'] }),
    ];
    write(root, 'evals/golden.jsonl', lines.join(''));
    const services = await opened(root);
    const { tasks, findings } = await services.experiments.generate({ from: 'golden', apply: true });
    expect(tasks.map(({ path }) => path)).toEqual(['tasks/golden/do-it.task.yaml', 'tasks/golden/do-it-2.task.yaml']);
    expect(findings.map(({ message }) => message)).toContain('No task was made of it: the workspace has no tool a.no.');
    expect((await services.experiments.generate({ from: 'golden', apply: false })).tasks).toEqual([]);
  });

  it('accept the right tools in any order, and any of those that are equally right', async () => {
    const root = workspaceFolder([{ name: 'a.one' }, { name: 'a.two' }, { name: 'a.three' }]);
    const groups = [['a.one', 'a.two'], ['a.three']];
    write(root, 'evals/golden.jsonl', `${JSON.stringify({ query: 'Do both.', relevant_groups: groups })}\n`);
    const services = await opened(root);
    const { tasks } = await services.experiments.generate({ from: 'golden', apply: false });
    const { task } = readTask(tasks[0]?.text ?? '', 'x');
    if (!task) throw new Error('There is no task.');
    const solved = (...calls: string[]) => {
      const world = new WorldState(task, { now: () => 0 });
      expect(calls.map((tool) => world.answer(tool, {}))).toEqual(
        calls.map(() => ({ kind: 'result', value: { done: true } })),
      );
      const played = { start: world.start, end: world.snapshot(), simulation: { traces: [], answer: 'Done.' } };
      return judgeTask(task, played).every(({ passed }) => passed);
    };
    expect(solved('a.one', 'a.three')).toBe(true);
    expect(solved('a.three', 'a.two')).toBe(true);
    expect(solved('a.one', 'a.two')).toBe(false);
    expect(solved('a.three')).toBe(false);
    expect(task.solution.map(({ tool }) => tool)).toEqual(['a.one', 'a.three']);
  });
});

describe('tasks made of scenarios', () => {
  it('take the calls as their solution, and leave searches out', async () => {
    const root = workspaceFolder([{ name: 'a.one' }]);
    write(
      root,
      'scenarios/one.scenario.yaml',
      `query: Do one.
script:
  - {call: tool_search, args: {query: one}}
  - {call: a.one, args: {x: 1}}
  - {answer: It is 7.}
results: {a.one: {value: 7}}
expect: {called: [tool_search, a.one], answer_contains: "7", reason: answer}
`,
    );
    const services = await opened(root);
    const { tasks, findings } = await services.experiments.generate({ from: 'scenarios', apply: true });
    expect(findings).toEqual([]);
    expect(tasks.map(({ path, text }) => readTask(text, path).task)).toMatchObject([
      {
        query: 'Do one.',
        results: { 'a.one': [{ value: 7 }] },
        expect: { called: ['a.one'], answer_contains: ['7'] },
        solution: [{ tool: 'a.one', args: { x: 1 } }],
        answer: 'It is 7.',
      },
    ]);
    expect((await services.experiments.task({ path: 'one.task.yaml' })).findings).toEqual([]);
  });

  it('are not made where a person refuses or a scenario brings tools of its own; a finding says so', async () => {
    const { services } = await demo();
    const { tasks, findings } = await services.experiments.generate({ from: 'scenarios', apply: false });
    expect(tasks.map(({ path }) => path)).toEqual(['tasks/triage.task.yaml']);
    expect(findings.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      expect.stringMatching(/echo.*no tools/),
      expect.stringMatching(/erase.*refuses/),
      expect.stringMatching(/session.*several turns/),
    ]);
    expect(tasks[0]?.text).not.toContain('tool_search');
  });
});

describe('the example of a schema', () => {
  const range = fc
    .tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 0, max: 50 }))
    .map(([minimum, more]) => ({ minimum, maximum: minimum + more }));
  const leaf = fc.oneof(
    range.map((bounds) => ({ type: 'integer', ...bounds })),
    fc.constantFrom('date', 'date-time', 'email', 'uri', 'uuid').map((format) => ({ type: 'string', format })),
    fc.nat({ max: 20 }).map((minLength) => ({ type: 'string', minLength, maxLength: minLength + 3 })),
    fc.array(fc.string(), { minLength: 1, maxLength: 3 }).map((values) => ({ enum: values })),
    fc.constant({ type: ['boolean', 'null'] }),
  );
  const schema = fc.letrec((tie) => ({
    any: fc.oneof({ depthSize: 'small' }, leaf, tie('object'), tie('list')),
    list: fc.record({ type: fc.constant('array'), items: tie('any'), minItems: fc.nat({ max: 3 }) }),
    object: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }).chain((required) =>
      fc.record({
        type: fc.constant('object'),
        properties: fc.record({ a: tie('any'), b: tie('any'), c: tie('any') }),
        required: fc.constant(required),
      }),
    ),
  }));

  it('fits the schema', () => {
    fc.assert(
      fc.property(schema.object, (input_schema) => {
        const made = schemaExample(input_schema);
        // Too deep to be made.
        if (made === undefined) return;
        const tool = { name: 'a', input_schema: input_schema as Record<string, unknown> };
        expect(checkArguments(tool, made as Record<string, unknown>)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('is not made for a pattern, nor for a schema without end', () => {
    expect(schemaExample({ type: 'string', pattern: '^x$' })).toBeUndefined();
    const endless: Record<string, unknown> = { type: 'object', required: ['self'] };
    endless.properties = { self: endless };
    expect(schemaExample(endless)).toBeUndefined();
    expect(schemaExample({ type: 'array', minItems: 1_000_000, items: {} })).toBeUndefined();
    expect(schemaExample({ type: 'integer', exclusiveMinimum: 4, multipleOf: 5 })).toBe(10);
  });
});
