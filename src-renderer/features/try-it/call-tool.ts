import { z } from 'zod';
import { argumentIssueSchema } from '#shared/domain/live-source.ts';
import type { PegboardError } from '#shared/errors.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { consentSubjectOfError } from '../../ui/consent-subject.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { type Arguments, remembered, type Trial } from './try-it-store.ts';

/** What the user has agreed to so far, for exactly these arguments. */
export interface Agreed {
  readonly consent: boolean;
  readonly confirmed: boolean;
}

/** Calls a tool by hand and keeps `update` told how it goes. It goes on while the user looks at something else. */
export async function callTool({
  tool,
  args,
  agreed,
  update,
}: {
  readonly tool: string;
  readonly args: Arguments;
  readonly agreed: Agreed;
  readonly update: (change: (trial: Trial) => Partial<Trial>) => void;
}): Promise<void> {
  const stop = new AbortController();
  update(({ history }) => ({
    call: { kind: 'running', since: performance.now(), stop: () => stop.abort() },
    issues: [],
    history: remembered(history, args),
  }));
  try {
    const result = await thisWindow().client.sources.call(
      { tool, args: { ...args }, ...agreed },
      { signal: stop.signal },
    );
    update(() => ({ call: { kind: 'done', result } }));
  } catch (thrown) {
    if (stop.signal.aborted) update(() => ({ call: { kind: 'none' } }));
    else update(() => afterRefusal(toPegboardError(thrown), args, agreed));
  }
}

/** A refusal that a person can lift becomes a question; what does not fit goes to the fields; the rest is a failure. */
function afterRefusal(error: PegboardError, args: Arguments, agreed: Agreed): Partial<Trial> {
  const { code, data } = error;
  if (code === 'confirmation_required' && !agreed.confirmed) {
    return { call: { kind: 'confirm', args, runs: String(data?.runs ?? ''), consent: agreed.consent } };
  }
  const subject = agreed.consent ? null : consentSubjectOfError(error);
  if (subject) {
    const source = String(data?.source ?? '');
    return { call: { kind: 'consent', args, source, subject, confirmed: agreed.confirmed } };
  }
  const issues = code === 'invalid_arguments' ? z.array(argumentIssueSchema).safeParse(data?.issues).data : undefined;
  return { call: { kind: 'failed', error }, issues: issues ?? [] };
}
