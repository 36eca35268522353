import type { CallInput, CallResult } from '#shared/domain/live-source.ts';
import { isPegboardError } from '#shared/errors.ts';
import type { CallLive } from '../../planner/scenario/scenario-results.ts';

/** Calls a tool at its server. */
export type CallTool = (input: CallInput, signal: AbortSignal) => Promise<CallResult>;

/**
 * Calls of live tools in an experiment. Consent is given for the experiment; nobody confirms a single call, so a tool that may destroy something answers with an
 * error. Error: `consent_required`.
 */
export function liveCalls(callTool: CallTool, consent: boolean): CallLive {
  return async ({ tool, args, signal }) => {
    try {
      const asked = { tool: tool.name, args, consent, confirmed: false };
      const { is_error, content, structured_content } = await callTool(asked, signal);
      if (!is_error) return { kind: 'result', value: structured_content ?? content };
      const texts = content.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
      return { kind: 'error', message: texts.join('\n') || 'The tool failed.' };
    } catch (error) {
      if (!isPegboardError(error) || error.code !== 'confirmation_required') throw error;
      return { kind: 'error', message: 'A person must confirm each call of this tool, and an experiment has none.' };
    }
  };
}
