import type { ExpectationResult, Simulation } from '#shared/domain/simulation.ts';
import type { Task, TaskJudgement } from '#shared/domain/task.ts';
import { equalJson, shortJson } from '../../json/equal-json.ts';
import { checkExpectations } from '../../planner/scenario/expectations.ts';
import { holds } from '../../planner/scenario/scenario-results.ts';
import type { WorldRecords } from '../world/world-state.ts';

/** What a trial came to. */
export interface PlayedTask {
  readonly start: WorldRecords;
  readonly end: WorldRecords;
  readonly simulation: Pick<Simulation, 'traces' | 'answer'>;
}

/** One result for each thing that the task expects, without what a judge model is asked. The task is solved when all passed. */
export function judgeTask(
  { expect }: Pick<Task, 'expect'>,
  { start, end, simulation }: PlayedTask,
): ExpectationResult[] {
  return [
    ...(expect.state ?? []).map((expectation) => judgeState(expectation, end)),
    ...(expect.only_changes === undefined ? [] : [judgeChanges(expect.only_changes, start, end)]),
    ...judgeCalls(expect, simulation),
    ...judgeAnswer(expect, simulation.answer),
  ];
}

type StateExpectation = NonNullable<TaskJudgement['state']>[number];

function judgeState({ in: collection, where, has, count }: StateExpectation, end: WorldRecords): ExpectationResult {
  const records = (Object.hasOwn(end, collection) ? end[collection] : undefined) ?? [];
  const found = records.filter((record) => holds(record, where));
  const wrong = has === undefined ? undefined : found.find((record) => !holds(record, has));
  const isCounted = count === undefined ? found.length > 0 : found.length === count;
  const about = `${collection}${Object.keys(where).length === 0 ? '' : ` with ${shortJson(where)}`}`;
  const expected = count === undefined ? 'at least 1' : String(count);
  const message = !isCounted
    ? `${about}: ${found.length}, expected ${expected}`
    : wrong
      ? `${about}: ${shortJson(wrong)} does not have ${shortJson(has)}`
      : `${about}: ${found.length}${has === undefined ? '' : `, with ${shortJson(has)}`}`;
  return { expectation: 'state', passed: isCounted && !wrong, message };
}

function judgeChanges(allowed: readonly string[], start: WorldRecords, end: WorldRecords): ExpectationResult {
  const names = [...new Set([...Object.keys(start), ...Object.keys(end)])].filter((name) => !allowed.includes(name));
  const changed = names.filter((name) => !equalJson(start[name] ?? [], end[name] ?? []));
  const passed = changed.length === 0;
  const message = passed ? 'nothing else changed' : `also changed: ${changed.join(', ')}`;
  return { expectation: 'only_changes', passed, message };
}

function judgeCalls(
  { called, never_called }: TaskJudgement,
  { traces }: Pick<Simulation, 'traces'>,
): ExpectationResult[] {
  return checkExpectations({ called, never_called }, { traces, tokens: { estimate: 0, o200k: 0 } });
}

function judgeAnswer({ answer_contains, answer_lacks }: TaskJudgement, answer: string | null): ExpectationResult[] {
  const has = (text: string) => answer?.toLowerCase().includes(text.toLowerCase()) ?? false;
  const said = answer === null ? 'there is no answer' : shortJson(answer, 400);
  return [
    ...(answer_contains ?? []).map((text) => ({
      expectation: 'answer_contains',
      passed: has(text),
      message: has(text) ? `the answer has "${text}"` : `"${text}" is not in the answer: ${said}`,
    })),
    ...(answer_lacks ?? []).map((text) => ({
      expectation: 'answer_lacks',
      passed: !has(text),
      message: has(text) ? `the answer has "${text}": ${said}` : `the answer does not have "${text}"`,
    })),
  ];
}
