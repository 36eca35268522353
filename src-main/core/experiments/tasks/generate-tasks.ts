import { posix } from 'node:path';
import { Document } from 'yaml';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { GoldenQuery } from '#shared/domain/golden-query.ts';
import { type Scenario, turnsOf } from '#shared/domain/scenario.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';

/** A task that is not written yet. */
export interface MadeTask {
  /** From the folder of the workspace. */
  readonly path: string;
  readonly text: string;
}

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
  const wanted = called ?? calls.map(({ tool }) => tool);
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

/** A task made of a golden query: its right tools must be called, and each answers that it is done. A finding where several tools are equally right. */
export function taskOfGolden(
  { query, relevant, file, line }: GoldenQuery,
  { registry }: Pick<LoadedWorkspace, 'registry'>,
): { readonly made: MadeTask | null; readonly findings: readonly Finding[] } {
  const place = `${file}:${line}`;
  const path = `tasks/golden/${slug(query)}.task.yaml`;
  const tools = relevant.flatMap((group) => (group.length === 1 ? group : []));
  if (tools.length < relevant.length) {
    return finished(path, place, { problem: 'several tools are equally right, and a task names one' });
  }
  const unknown = tools.find((tool) => !registry.has(tool));
  if (unknown !== undefined) return finished(path, place, { problem: `the workspace has no tool ${unknown}` });
  const results = Object.fromEntries(tools.map((tool) => [tool, { value: { done: true } }]));
  const needsNothing = tools.every((tool) => isCalledWithNothing(registry.get(tool)?.input_schema));
  return finished(path, place, {
    task: {
      tags: ['golden'],
      query,
      results,
      expect: { called: tools },
      ...(needsNothing ? { solution: tools.map((tool) => ({ tool })) } : {}),
    },
  });
}

function isCalledWithNothing(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null || !('required' in schema)) return true;
  return Array.isArray(schema.required) && schema.required.length === 0;
}

function finished(path: string, source: string, made: Made) {
  if ('task' in made) return { made: { path, text: yamlOf(made.task) }, findings: [] };
  const message = `No task was made of it: ${made.problem}.`;
  return { made: null, findings: [finding('task_invalid', { severity: 'info', message, path: source })] };
}

function yamlOf(task: Record<string, unknown>): string {
  return new Document(task, { aliasDuplicateObjects: false }).toString({ lineWidth: 0 });
}

/** Small letters, digits and hyphens, at most 60. */
function slug(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return words === '' ? 'task' : words;
}
