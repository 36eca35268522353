import { describe, expect, it } from 'vitest';
import { trialCause } from '../../../../src-main/core/experiments/report/trial-cause.ts';
import type { PlannerEvent } from '../../../../src-shared/domain/event.ts';
import type { SimulatedStep, Simulation } from '../../../../src-shared/domain/simulation.ts';
import { taskSchema } from '../../../../src-shared/domain/task.ts';

const none = { estimate: 0, o200k: 0 };
const builtin = ['tool_search', 'tool_get'];

function step(
  tool: string | null,
  fields: Partial<SimulatedStep> = {},
  args: Record<string, unknown> = {},
): SimulatedStep {
  return {
    index: 1,
    turn: 1,
    visible: builtin,
    blocks: [],
    tokens: none,
    system_tokens: none,
    reply: '',
    action: tool === null ? null : { next_node: tool, args },
    tool,
    outcome: 'result',
    observation: '{"result":null}',
    truncated: false,
    activated: null,
    all_tools_tokens: null,
    cache: [],
    ...fields,
  };
}

const found = (...names: string[]) =>
  step('tool_search', { observation: JSON.stringify({ result: { tools: names.map((name) => ({ name })) } }) });
const answer = step(null, { action: { next_node: 'final_response', args: {} }, outcome: 'final', observation: null });
const close = step('issues.close', {}, { number: 7, note: 'Fixed' });

interface Played {
  readonly failed?: readonly string[];
  readonly reason?: Simulation['reason'];
  readonly events?: PlannerEvent[];
  readonly alwaysVisible?: readonly string[];
  readonly expect?: object;
  readonly solution?: readonly object[];
}

function causeOf(steps: readonly SimulatedStep[], played: Played = {}) {
  const { failed = ['state'], reason = 'answer', events = [], alwaysVisible } = played;
  const task = taskSchema.parse({
    query: 'Close issue 7.',
    expect: played.expect ?? { state: [{ in: 'issues', where: { number: 7 }, has: { state: 'closed' } }] },
    solution: played.solution ?? [{ tool: 'issues.close', args: { number: 7, note: 'fixed' } }],
  });
  const judged = ['state', ...failed].map((expectation) => ({
    expectation,
    passed: !failed.includes(expectation),
    message: '',
  }));
  return trialCause({ task, simulation: { reason, steps: [...steps], events }, judged, alwaysVisible });
}

describe('trialCause', () => {
  it('has no cause where all came true, and still counts wrong tools', () => {
    const steps = [found('issues.close', 'issues.list'), step('issues.list'), close, answer];
    expect(causeOf(steps, { failed: [] })).toEqual({ cause: null, wrong_tools: 1 });
  });

  it('model_failed: the model could not be asked', () => {
    expect(causeOf([], { reason: 'model_failed', failed: [] }).cause).toBe('model_failed');
  });

  it('forbidden: before any other cause', () => {
    expect(causeOf([answer], { failed: ['never_called', 'state'] }).cause).toBe('forbidden');
    expect(causeOf([answer], { failed: ['only_changes'] }).cause).toBe('forbidden');
  });

  it('not_searched: the tool was in no prompt, and no search was made', () => {
    expect(causeOf([answer])).toEqual({ cause: 'not_searched', wrong_tools: 0 });
    expect(causeOf([step('issues.list'), answer])).toEqual({ cause: 'not_searched', wrong_tools: 1 });
  });

  it('not_found: no search had it; a longer name that contains it is another tool', () => {
    expect(causeOf([found('issues.list'), answer]).cause).toBe('not_found');
    expect(causeOf([found('issues.close_all', 'my.issues.close', 'issues.close.now'), answer]).cause).toBe('not_found');
    expect(causeOf([step('tool_search', { outcome: 'tool_failed' }), answer]).cause).toBe('not_found');
  });

  it('wrong_tool: it was known, and another was called in its place', () => {
    expect(causeOf([found('issues.close', 'issues.lock'), step('issues.lock'), answer])).toEqual({
      cause: 'wrong_tool',
      wrong_tools: 1,
    });
    const all = [...builtin, 'issues.close', 'issues.lock'];
    expect(causeOf([step('issues.lock', { visible: all }), answer]).cause).toBe('wrong_tool');
  });

  it('not_called: known by the prompt, the second of two searches, tool_get, a hint, a gateway, or a search that was cut', () => {
    const asText = step('tool_search', { observation: '{"result":"1. issues.close(number): closes an issue"}' });
    const cutOff = step('tool_search', {
      observation: '{"truncated":{},"text":"{\\"name\\":\\"issues.close\\",\\"de"}',
    });
    const get = step('tool_get', { observation: '{"result":{"tools":[{"name":"issues.close"}]}}' });
    const known = [
      [step(null, { visible: ['issues.close'] })],
      [found('issues.list'), found('issues.close')],
      [get],
      [asText],
      [cutOff],
      [step('tool_search', { discovered: ['issues.close'] })],
    ];
    for (const steps of known) expect(causeOf([...steps, answer]).cause).toBe('not_called');
    const hint: PlannerEvent = {
      event_type: 'tool_hints_generated',
      ts: 0,
      payload: { search_type: 'fts', tools: ['issues.close'] },
    };
    expect(causeOf([answer], { events: [hint] }).cause).toBe('not_called');
    expect(causeOf([answer], { alwaysVisible: ['issues.close'] }).cause).toBe('not_called');
    // A result of another tool that has the name is not a list of tools.
    expect(causeOf([step('issues.list', { observation: 'issues.close' }), answer]).cause).toBe('not_searched');
  });

  it('wrong_arguments: the tool did not take them, or they are not those of the solution', () => {
    const refused = step('issues.close', { outcome: 'invalid_arguments' });
    expect(causeOf([found('issues.close'), refused, answer]).cause).toBe('wrong_arguments');
    expect(causeOf([step('issues.close', {}, { number: 8, note: 'fixed' }), answer]).cause).toBe('wrong_arguments');
    expect(causeOf([step('issues.close', {}, { number: 7 }), answer]).cause).toBe('wrong_arguments');
  });

  it('looks at the first tool that is missing of a solution with several', () => {
    const solution = [{ tool: 'issues.find' }, { tool: 'issues.close', args: { number: 7 } }];
    const first = [found('issues.find'), step('issues.find')];
    expect(causeOf([...first, answer], { solution }).cause).toBe('not_found');
    expect(causeOf([...first, found('issues.close'), answer], { solution }).cause).toBe('not_called');
    expect(causeOf([...first, found('issues.close'), step('issues.lock'), answer], { solution }).cause).toBe(
      'wrong_tool',
    );
    expect(causeOf([step('issues.lock'), ...first, found('issues.close')], { solution }).cause).toBe('not_called');
  });

  it('asks for a tool as often as the solution has it', () => {
    const solution = [
      { tool: 'issues.close', args: { number: 7 } },
      { tool: 'issues.close', args: { number: 8 } },
    ];
    expect(causeOf([found('issues.close'), close, answer], { solution }).cause).toBe('not_called');
  });

  it('step_limit: all was called, and the run did not end', () => {
    expect(causeOf([close], { reason: 'step_limit' }).cause).toBe('step_limit');
  });

  it('wrong_answer: all was called, and only the answer is wrong', () => {
    for (const expectation of ['answer_contains', 'answer_lacks', 'judge']) {
      expect(causeOf([close, answer], { failed: [expectation] }).cause).toBe('wrong_answer');
    }
  });

  it('other: all was called as the solution has it, and the records differ', () => {
    expect(causeOf([close, answer]).cause).toBe('other');
  });

  it('knows the right tools from `called` where no solution is, and else only what was judged', () => {
    const expected = { expect: { called: ['issues.close'] }, solution: [], failed: ['called'] };
    expect(causeOf([found('issues.list'), answer], expected).cause).toBe('not_found');
    expect(causeOf([found('issues.close'), step('issues.lock'), answer], expected)).toEqual({
      cause: 'wrong_tool',
      wrong_tools: 1,
    });
    const unknown = { expect: { answer_contains: 'closed' }, solution: [] };
    expect(causeOf([step('issues.lock'), answer], unknown)).toEqual({ cause: 'other', wrong_tools: 0 });
    expect(causeOf([answer], { ...unknown, failed: ['answer_contains'] }).cause).toBe('wrong_answer');
  });
});
