import { estimateTokens } from '#shared/tokens.ts';
import { inHome, pathsOf } from '../../client-configs/machine-folders.ts';
import { eventOfCall } from './call-event.ts';
import { BrokenLine, type LineReader, type Logged, type LoggedEvent, type LoggedOutcome } from './use-reader.ts';
import { asList, asObject, asText, asTime } from './values.ts';

/**
 * Transcripts of Claude Code: a line for each message, in `projects/` of its folder, subagents included. Calls are `tool_use` blocks of
 * assistants, and their results `tool_result` blocks of users.
 */
export const claudeCodeReader: LineReader = {
  form: 'lines',
  places: ({ machine }) => {
    if (!machine) return [];
    const folder = machine.env.CLAUDE_CONFIG_DIR || inHome(machine, '.claude');
    return [pathsOf(machine).join(folder, 'projects')];
  },
  fileName: /\.jsonl$/,
  begin:
    ({ serverName }) =>
    (value) => {
      const line = asObject(value);
      if (!line) throw new BrokenLine('A line is an object.');
      const blocks = asList(asObject(line.message)?.content).map(asObject);
      const events: LoggedEvent[] = [];
      const outcomes: LoggedOutcome[] = [];
      if (line.type !== 'assistant' && line.type !== 'user') return { events, outcomes };
      const at = asTime(line.timestamp);
      const session = [asText(line.sessionId), line.isSidechain === true ? asText(line.agentId) : null].join(' ');
      for (const block of blocks) {
        if (block?.type !== 'tool_use' && block?.type !== 'tool_result') continue;
        if (at === null) throw new BrokenLine('A line with a tool has a timestamp.');
        if (block.type === 'tool_use') events.push(...callOf(block, { at, session, serverName }));
        else outcomes.push(...resultOf(block, { at, session }));
      }
      return { events, outcomes } satisfies Logged;
    },
};

function callOf(
  { id, name, input }: Readonly<Record<string, unknown>>,
  { at, session, serverName }: { readonly at: number; readonly session: string; readonly serverName: string },
): LoggedEvent[] {
  if (typeof id !== 'string' || typeof name !== 'string') return [];
  const unknown = { ok: null, ms: null, tokens: null, persona: null };
  return [{ ...eventOfCall(name, input, serverName), ...unknown, id, session, at, client: 'claude-code' }];
}

function resultOf(
  { tool_use_id: id, is_error, content }: Readonly<Record<string, unknown>>,
  { at, session }: { readonly at: number; readonly session: string },
): LoggedOutcome[] {
  if (typeof id !== 'string') return [];
  const parts = asList(content).map(asObject);
  const found = parts.flatMap((part) => (part?.type === 'tool_reference' ? (asText(part.tool_name) ?? []) : []));
  const texts = typeof content === 'string' ? [content] : parts.flatMap((part) => asText(part?.text) ?? []);
  const tokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const ok = is_error !== true;
  // A search that found nothing answers with a text alone.
  return [{ id, session, at, ok, ms: null, tokens, found: ok ? found : null }];
}
