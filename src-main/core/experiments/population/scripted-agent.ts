import type { Habit } from '#shared/domain/experiment.ts';
import type { Task } from '#shared/domain/task.ts';
import type { Action } from '#shared/domain/trace.ts';
import { parseReply } from '../../history/parse-reply.ts';
import type { ModelClient, ModelMessage } from '../../planner/models/model-client.ts';

type Step = Task['solution'][number];

/** The names under which an agent may be offered its search. */
const searchNames = ['tool_search', 'pai_tool_search_tool'] as const;

/** Words that say little about any tool. */
const vagueWords = 'help me with this';

/** What an agent says when it stops before the end. */
const gaveUp = 'I could not do this.';

/**
 * An agent with a habit in place of a model. It knows the solution of the task, but calls only a tool whose name it has read: in its prompt, or in
 * what a search answered. It looks at the messages alone, so the same messages always give the same reply.
 */
export function scriptedAgent(task: Pick<Task, 'solution' | 'answer'>, habit: Habit): ModelClient {
  const steps = habit === 'gives_up' ? task.solution.slice(0, -1) : task.solution;
  return {
    complete: async ({ messages, on_stream_chunk }) => {
      const { next_node, args } = nextAction(steps, { messages, habit, answer: task.answer });
      const reply = JSON.stringify({ next_node, args });
      on_stream_chunk?.(reply, false);
      on_stream_chunk?.('', true);
      return reply;
    },
  };
}

function nextAction(
  steps: readonly Step[],
  { messages, habit, answer }: { messages: readonly ModelMessage[]; habit: Habit; answer: string },
): Action {
  const { calls, searches } = doneIn(messages);
  const step = steps[calls];
  if (!step) return final(habit === 'gives_up' ? gaveUp : answer);
  const read = messages.filter(({ role }) => role !== 'assistant').map(({ content }) => content);
  const { mistaken_for: twin } = step;
  if (habit === 'mixes_up_twins' && twin !== undefined && isNamed(twin, read)) return call(twin, step.args);
  if (isNamed(step.tool, read)) {
    return call(step.tool, habit === 'wrong_arguments' ? distorted(step.args) : step.args);
  }
  const search = searchNames.find((name) => isNamed(name, read));
  const query = queriesFor(step, habit)[searches];
  if (habit === 'never_searches' || search === undefined || query === undefined) return final(gaveUp);
  return call(search, { query });
}

/** What an agent searches for, in turn: its own words, then those of the name. */
function queriesFor({ tool, ask }: Step, habit: Habit): string[] {
  if (habit === 'searches_badly') return [vagueWords];
  const words = tool.split(/[^\p{L}\p{N}]+/u).join(' ');
  return ask === undefined ? [words] : [ask, words];
}

/** Calls so far, and searches since the last one. */
function doneIn(messages: readonly ModelMessage[]): { readonly calls: number; readonly searches: number } {
  let [calls, searches] = [0, 0];
  for (const { role, content } of messages) {
    if (role !== 'assistant') continue;
    const parsed = parseReply(content);
    const name = 'action' in parsed ? parsed.action.next_node : '';
    if (searchNames.some((search) => search === name)) searches += 1;
    else [calls, searches] = [calls + 1, 0];
  }
  return { calls, searches };
}

/** Whether a text has the name, and not only as a part of a longer one. */
export function isNamed(name: string, texts: readonly string[]): boolean {
  return texts.some((text) => {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      const [before, after] = [text[at - 1] ?? '', text.slice(at + name.length, at + name.length + 2)];
      if (!/[\w.-]/.test(before) && !/^(?:[\w-]|\.\w)/.test(after)) return true;
    }
    return false;
  });
}

/** The arguments with the first one another: a changed text or number, or left out. */
function distorted(args: Step['args']): Step['args'] {
  const [first] = Object.entries(args);
  if (!first) return args;
  const [name, value] = first;
  const { [name]: _left, ...rest } = args;
  if (typeof value === 'string') return { [name]: `${value}-x`, ...rest };
  if (typeof value === 'number') return { [name]: value + 1, ...rest };
  return rest;
}

function call(next_node: string, args: Action['args']): Action {
  return { next_node, args };
}

function final(answer: string): Action {
  return { next_node: 'final_response', args: { answer } };
}
