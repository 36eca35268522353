import { posix } from 'node:path';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { GoldenQuery } from '#shared/domain/golden-query.ts';
import { type Scenario, turnsOf } from '#shared/domain/scenario.ts';
import { isPegboardError } from '#shared/errors.ts';
import { checkArguments } from '../../json/check-arguments.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { type MadeTask, slug, yamlOf } from './made-task.ts';
import { schemaExample } from './schema-example.ts';

type Made = { readonly task: Record<string, unknown> } | { readonly problem: string };

/** A task made of a scenario: its first turn, its answers of tools, and what it expects. A finding where a task cannot say the same. */
export function taskOfScenario(
  path: string,
  scenario: Scenario,
  { registry }: Pick<LoadedWorkspace, 'registry'>,
): { readonly made: MadeTask | null; readonly findings: readonly Finding[] } {
  const name = posix.basename(path).replace(/\.scenario\.ya?ml$/, '');
  return finished(`tasks/${slug(name)}.task.yaml`, path, ofScenario(scenario, registry));
}

function ofScenario(scenario: Scenario, registry: LoadedWorkspace['registry']): Made {
  const [turn, ...others] = turnsOf(scenario);
  if (turn?.query === undefined || others.some(({ query }) => query !== undefined)) {
    return { problem: 'a task has one query, and the scenario has several turns' };
  }
  if (others.some(({ approve }) => approve === false)) {
    return { problem: 'a person refuses a call in it, and in a task every call is agreed to' };
  }
  if (others.some(({ resume }) => resume !== undefined)) {
    return { problem: 'a tool waits for a person in it, and in a task nobody is there' };
  }
  if (scenario.tools.length > 0 || scenario.history !== undefined) {
    return { problem: 'a task has no tools and no messages of its own' };
  }
  const replies = [turn, ...others].flatMap(({ script }) => script);
  // Branches of a script are ways that a model may go, and a solution is one.
  const hasBranches = replies.some(({ when }) => when !== undefined);
  const calls = hasBranches
    ? []
    : replies.flatMap(({ call, args = {} }) =>
        call !== undefined && registry.has(call) ? [{ tool: call, args }] : [],
      );
  const answer = replies.findLast((reply) => reply.answer !== undefined)?.answer;
  const { called, never_called, answer_contains } = scenario.expect;
  // An agent that has all tools searches for none, so a search is no part of success.
  const wanted = called?.filter((tool) => registry.has(tool)) ?? calls.map(({ tool }) => tool);
  const expect = {
    ...(wanted.length > 0 ? { called: wanted } : {}),
    ...(never_called === undefined ? {} : { never_called }),
    ...(answer_contains === undefined ? {} : { answer_contains }),
  };
  if (Object.keys(expect).length === 0) return { problem: 'it says neither what is called nor what is answered' };
  const { persona, tool_context, results, live_tools, description } = scenario;
  return {
    task: {
      ...(scenario.name === undefined ? {} : { name: scenario.name }),
      ...(description === undefined ? {} : { description }),
      tags: ['scenario'],
      ...(persona === undefined ? {} : { persona }),
      ...(tool_context === undefined ? {} : { tool_context }),
      query: turn.query,
      ...(Object.keys(results).length > 0 ? { results } : {}),
      ...(live_tools.length > 0 ? { live_tools } : {}),
      expect,
      ...(calls.length > 0 ? { solution: calls } : {}),
      ...(typeof answer === 'string' ? { answer } : {}),
    },
  };
}

/** A task made of a golden query: each of its right tools must be called, in any order. A finding where a tool is not in the workspace. */
export function taskOfGolden(
  { query, relevant, file, line }: GoldenQuery,
  { registry }: Pick<LoadedWorkspace, 'registry'>,
): { readonly made: MadeTask | null; readonly findings: readonly Finding[] } {
  const place = `${file}:${line}`;
  const path = `tasks/golden/${slug(query)}.task.yaml`;
  const unknown = relevant.flat().find((tool) => !registry.has(tool));
  if (unknown !== undefined) return finished(path, place, { problem: `the workspace has no tool ${unknown}` });
  const steps = relevant.flatMap((group) => {
    const step = group.flatMap((tool) => {
      const args = argumentsOf(registry.get(tool));
      return args === null ? [] : [{ tool, args }];
    });
    return step.slice(0, 1);
  });
  const [[only, ...twins] = [], ...others] = relevant;
  const isOne = only !== undefined && twins.length === 0 && others.length === 0;
  return finished(path, place, {
    task: {
      tags: ['golden'],
      query,
      ...(isOne
        ? { results: { [only]: { value: answerOf(registry.get(only)) } }, expect: { called: [only] } }
        : noted(relevant)),
      ...(steps.length === relevant.length ? { solution: steps } : {}),
    },
  });
}

/** How many tools are tried for the first task. */
const mostTried = 50;

/** The text of a new task: one call of a tool of the workspace solves it. Without such a tool, an answer does. */
export function newTask({ registry }: Pick<LoadedWorkspace, 'registry'>): string {
  for (const tool of [...registry.values()].slice(0, mostTried)) {
    const args = argumentsOf(tool);
    if (args === null) continue;
    return yamlOf({
      name: 'new',
      query: `Use ${tool.name} for me.`,
      level: 'easy',
      results: { [tool.name]: { value: answerOf(tool) } },
      expect: { called: [tool.name] },
      solution: [{ tool: tool.name, args }],
    });
  }
  const answer = 'I can use the tools of this workspace.';
  return yamlOf({
    name: 'new',
    query: 'What can you do?',
    level: 'easy',
    expect: { answer_contains: 'tools' },
    answer,
  });
}

/** Several right tools: `called` has an order, and takes one tool in each place. So each call notes which group it is of, and each group must be noted. */
function noted(relevant: GoldenQuery['relevant']): Record<string, unknown> {
  const tools = [...new Set(relevant.flat())].map((tool) => {
    const groups = relevant.flatMap((group, i) => (group.includes(tool) ? [i + 1] : []));
    return [tool, groups.map((group) => ({ insert: 'calls', set: { group, done: true }, fields: ['done'] }))] as const;
  });
  const state = relevant.map((_, i) => ({ in: 'calls', where: { group: i + 1 }, has: { done: true } }));
  return { records: { calls: [] }, tools: Object.fromEntries(tools), expect: { state } };
}

type Registered = ReturnType<LoadedWorkspace['registry']['get']>;

/** What the tool answers: by its output schema, else that it is done. */
function answerOf(tool: Registered): unknown {
  const made = tool?.output_schema ? schemaExample(tool.output_schema) : undefined;
  return made ?? { done: true };
}

/** Arguments that the planner would take: those of the tool's own examples, else made by its schema. Null where none are found. */
function argumentsOf(tool: Registered): Record<string, unknown> | null {
  if (!tool) return null;
  const made = schemaExample(tool.input_schema);
  const own = tool.examples.map(({ args }) => args);
  return [...own, ...(isRecord(made) ? [made] : [])].find((args) => fits(tool, args)) ?? null;
}

function fits(tool: NonNullable<Registered>, args: Record<string, unknown>): boolean {
  try {
    return checkArguments(tool, args).length === 0;
  } catch (error) {
    if (isPegboardError(error)) return false;
    throw error;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function finished(path: string, source: string, made: Made) {
  if ('task' in made) return { made: { path, text: yamlOf(made.task) }, findings: [] };
  const message = `No task was made of it: ${made.problem}.`;
  return { made: null, findings: [finding('task_invalid', { severity: 'info', message, path: source })] };
}
