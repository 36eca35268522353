import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';

/** An observation as the model reads it: a JSON text. */
export interface Observation {
  readonly text: string;
  readonly truncated: boolean;
}

/** The outcome of a call: the text for the model, the tool that ran, and the tools that became visible. */
export type CallOutcome =
  | {
      readonly outcome:
        | 'result'
        | 'invalid_reply'
        | 'tool_not_found'
        | 'invalid_arguments'
        | 'tool_failed'
        | 'tool_timeout';
      readonly observation: Observation;
      readonly tool: string | null;
      readonly activated: string | null;
      /** What a search made visible, with one discovery tool. */
      readonly discovered?: readonly string[];
    }
  | {
      readonly outcome: 'paused' | 'awaits_approval';
      readonly reason: string;
      readonly tool: string;
      readonly activated: string | null;
    };

/** The one answer to a name that is denied, hidden or of nobody (R5.14). */
export function notFoundObservation(discovery: boolean, searchName = 'tool_search'): Observation {
  const hint = discovery ? ` or find one with ${searchName}` : '';
  return errorObservation('tool_not_found', `Tool not found. Call a tool that is listed${hint}.`);
}

/** How to reply, with what was wrong. */
export function invalidReplyObservation(problem: string): Observation {
  return errorObservation(
    'invalid_reply',
    `${problem} Reply with one JSON object: {"next_node": "<name of a tool>", "args": {…}}.`,
  );
}

/** An error; a message of a tool's own may be long, so it is cut as results are. */
export function errorObservation(code: string, message: string, maximumCharacters = 20_000): Observation {
  const truncated = message.length > maximumCharacters;
  const shown = truncated ? `${cut(message, maximumCharacters)}… (cut; ${message.length} characters)` : message;
  return { text: JSON.stringify({ error: { code, message: shown } }), truncated };
}

/** How many characters of a tool's result a model reads: the limit of runs, or that of the tool where it is smaller. */
export function resultLimit(
  tool: Pick<CatalogTool, 'max_result_chars'> | undefined,
  { planner }: Pick<WorkspaceConfig, 'planner'>,
): number {
  return Math.min(planner.max_observation_chars, tool?.max_result_chars ?? Number.POSITIVE_INFINITY);
}

/**
 * The result of a tool as compact JSON. One with more characters than allowed is cut and says so: `{"truncated": {"shown",
 * "of"}, "text"}`. Throws where the value is not JSON.
 */
export function resultObservation(value: unknown, maximumCharacters: number): Observation {
  const json = JSON.stringify(value) ?? 'null';
  if (json.length <= maximumCharacters) return { text: `{"result":${json}}`, truncated: false };
  const text = cut(json, maximumCharacters);
  return { text: JSON.stringify({ truncated: { shown: text.length, of: json.length }, text }), truncated: true };
}

/** The beginning of a text, no character cut in two. */
function cut(text: string, length: number): string {
  const head = text.slice(0, length);
  return /[\uD800-\uDBFF]$/.test(head) ? head.slice(0, -1) : head;
}

/** An observation as a message. */
export function observationMessage(text: string): string {
  return `Observation: ${text}`;
}
