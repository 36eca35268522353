import { matchesGlob } from '#shared/domain/glob.ts';
import type { Expectations } from '#shared/domain/scenario.ts';
import type { ExpectationResult } from '#shared/domain/simulation.ts';
import type { Resumption, Trace, TraceStep } from '#shared/domain/trace.ts';
import type { TokenCount } from '#shared/tokens.ts';

/** The expectations of the turns of a run, one result for each. A tool counts as called once it ran. */
export function checkExpectations(
  expect: Expectations,
  { traces, tokens }: { traces: readonly Trace[]; tokens: TokenCount },
): ExpectationResult[] {
  const steps = traces.flatMap((trace) => trace.steps);
  const ran = traces.flatMap((trace) => [...(trace.resumptions ?? []), ...trace.steps].flatMap(toolThatRan));
  const activated = steps.flatMap((step) => step.activated ?? []);
  const last = traces.at(-1);
  const results: ExpectationResult[] = [];
  const add = (expectation: string, passed: boolean, message: string) => results.push({ expectation, passed, message });

  if (expect.called) {
    const missing = firstMissing(expect.called, ran);
    const at = missing === undefined ? '' : `${missing} was not called where it was expected; `;
    add('called', missing === undefined, `${at}called: ${listed(ran)}`);
  }
  for (const pattern of expect.never_called ?? []) {
    const called = [...new Set(ran.filter((name) => matchesGlob(pattern, name)))];
    const message = called.length === 0 ? `${pattern} was never called` : `${called.join(', ')} was called`;
    add('never_called', called.length === 0, message);
  }
  if (expect.activated) {
    const same = expect.activated.join('\0') === activated.join('\0');
    add('activated', same, `activated: ${listed(activated)}${same ? '' : `; expected: ${listed(expect.activated)}`}`);
  }
  for (const text of expect.answer_contains ?? []) {
    const answer = last?.answer ?? null;
    const passed = answer?.includes(text) ?? false;
    const message = passed
      ? `the answer has "${text}"`
      : answer === null
        ? `there is no answer that could contain "${text}"`
        : `"${text}" is not in the answer: ${answer}`;
    add('answer_contains', passed, message);
  }
  if (expect.reason) add('reason', last?.reason === expect.reason, `the run ended with ${last?.reason}`);
  for (const estimator of ['estimate', 'o200k'] as const) {
    const most =
      expect.max_tokens && estimator in expect.max_tokens ? limitOf(expect.max_tokens, estimator) : undefined;
    if (most === undefined) continue;
    add('max_tokens', tokens[estimator] <= most, `${tokens[estimator]} tokens (${estimator}), at most ${most}`);
  }
  return results;
}

/** The tool that a step ran: none where its arguments are wrong or somebody has to agree first. */
function toolThatRan({ tool, outcome }: Pick<TraceStep | Resumption, 'tool' | 'outcome'>): string[] {
  return tool === null || outcome === 'invalid_arguments' || outcome === 'awaits_approval' ? [] : [tool];
}

function limitOf(limits: NonNullable<Expectations['max_tokens']>, estimator: 'estimate' | 'o200k'): number | undefined {
  return (limits as Partial<TokenCount>)[estimator];
}

/** The first of the expected names that does not follow those before it. */
function firstMissing(expected: readonly string[], ran: readonly string[]): string | undefined {
  let from = 0;
  for (const name of expected) {
    const at = ran.indexOf(name, from);
    if (at < 0) return name;
    from = at + 1;
  }
  return undefined;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.join(', ');
}
