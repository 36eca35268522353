import type { Progress } from '@modelcontextprotocol/client';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { UsageOutcome, UsageRecord } from '#shared/domain/usage.ts';
import { type ErrorCode, isPegboardError } from '#shared/errors.ts';
import { checkArguments } from '../json/check-arguments.ts';
import { readableError } from '../planner/permitted/permitted-catalog.ts';
import { callClass } from './call-class.ts';
import type { CallerIdentity } from './credentials/caller-identity.ts';
import { type GatewayAnswer, type HostDialogue, isQuestion } from './host-dialogue.ts';
import { oneLine } from './one-line.ts';
import { callToolFor, servedCallTools } from './own-tools.ts';
import { readArguments } from './read-arguments.ts';
import type { TraceContext } from './traces/trace-context.ts';
import { troubleWords } from './trouble-words.ts';
import type { AskServer } from './upstreams.ts';
import { type GatewayView, toolNamed } from './view.ts';

/** A call as a host made it. */
export interface HostCall {
  /** The tool of the list. */
  readonly name: string;
  readonly arguments: unknown;
  /** The other metadata of the host, such as a trace; Pegboard itself answers its progress token. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly dialogue: HostDialogue;
  /** Who calls, where callers have credentials of their own. */
  readonly caller: CallerIdentity | null;
  /** The trace that the call belongs to. */
  readonly trace: TraceContext | null;
}

/** What a host is answered, and what the log keeps of it. */
export interface CallOutcome {
  readonly answer: GatewayAnswer;
  /** Null while the host is asked something. */
  readonly record: Pick<CallRecord, 'tool' | 'source' | 'upstream_ms' | 'outcome' | 'error'> | null;
  /** The arguments that the tool got, null when it was not called. */
  readonly args: Record<string, unknown> | null;
}
type CallRecord = Extract<UsageRecord, { kind: 'call' }>;

/** The one answer to a name that is denied, hidden or of nobody. */
const notFoundWords =
  'There is no such tool. tool_search finds tools by what they do; its results have the names to call.';
const notFoundDirect = 'There is no such tool. Call one of the list.';

/**
 * Calls a tool of the list, or the tool that a call tool is given. Whatever is wrong with the call becomes an answer that says so;
 * what the tool itself answers goes through as it is.
 */
export async function callServedTool(view: GatewayView, call: HostCall, upstreams: AskServer): Promise<CallOutcome> {
  const { gateway } = view.config;
  const through = view.mode === 'search' && servedCallTools(gateway.call_tools).includes(call.name);
  const target = through ? namedTarget(call.arguments) : { name: call.name, args: call.arguments };
  if ('problem' in target) return refused(target.problem, 'invalid_arguments');
  const tool = toolNamed(view, target.name);
  const isListed = tool !== undefined && view.listedNames.has(view.names.sentOf(tool.name));
  if (!tool) return unknownName(view);
  const kind = callClass(tool);
  const right = callToolFor(kind, gateway.call_tools);
  const name = view.names.sentOf(tool.name);
  const about = { tool: tool.name, source: tool.source };
  if (!through && !isListed)
    return refused(`${name} is not in the list: call it through ${right}.`, 'wrong_call_tool', 'refused', about);
  if (through && call.name !== right)
    return refused(`${name} is called through ${right}, not ${call.name}.`, 'wrong_call_tool', 'refused', about);
  const read = readArguments(target.args);
  if (read.kind === 'problem') return refused(withSchema(read.message, tool), 'invalid_arguments', 'refused', about);
  const wrong = wrongArguments(tool, read.args);
  if (wrong !== null) return refused(withSchema(wrong, tool), 'invalid_arguments', 'refused', about);
  const given = { ...call, args: read.args };
  const change = view.changeOf(tool);
  const stopped = tool.requires_confirmation ? await confirmed(tool, name, given, change) : null;
  if (stopped) return stopped;
  const answer = await passed(view, tool, { ...given, agreed: false }, upstreams);
  if (!('change' in answer)) return answer;
  return (
    (await confirmed(tool, name, given, answer.change)) ??
    ((await passed(view, tool, { ...given, agreed: true }, upstreams)) as CallOutcome)
  );
}

type GivenCall = HostCall & { readonly args: Record<string, unknown> };

/** Asks a person about a call: null when the person agrees, else what the host is answered. */
async function confirmed(
  tool: CatalogTool,
  name: string,
  { dialogue, args }: GivenCall,
  change: string | null,
): Promise<CallOutcome | null> {
  const about = { tool: tool.name, source: tool.source };
  const word = await dialogue.confirm(tool, args, change);
  switch (word.kind) {
    case 'agreed':
      return null;
    case 'ask':
      return { answer: { kind: 'result', result: word.answer }, record: null, args: null };
    case 'refused':
      return refused(`The user refused to run ${name}.`, 'confirmation_refused', 'refused', about);
    case 'cannot_ask':
      return refused(
        `${change === null ? name : `${name} ${change} It`} runs only when a person agrees, and this host cannot ask one. Ask the user to ${change === null ? '' : 'look at the change, or to '}run it another way.`,
        'confirmation_required',
        'refused',
        about,
      );
  }
}

/** Sends a call to its server; `change` when its server changed the tool and a person must agree first. */
async function passed(
  view: GatewayView,
  tool: CatalogTool,
  { args, meta, signal, onProgress, dialogue, agreed, caller, trace }: GivenCall & { readonly agreed: boolean },
  upstreams: AskServer,
): Promise<CallOutcome | { readonly change: string }> {
  const { progressToken: _ours, ...rest } = meta;
  const about = { tool: tool.name, source: tool.source };
  const params = {
    name: tool.upstream_name,
    arguments: args,
    ...(Object.keys(rest).length > 0 ? { _meta: rest } : {}),
  };
  try {
    const { call_timeout_ms: timeoutMs } = view.config.gateway;
    const use = { signal, timeoutMs, onProgress, caller, trace, called: { tool, agreed } };
    const request = { method: 'tools/call', params, inputSchema: tool.input_schema, dialogue: dialogue.passed };
    const { elapsedMs, ...said } = await upstreams.ask(tool.source, request, use);
    const answer = await dialogue.answered(said);
    return { answer, record: isQuestion(answer) ? null : { ...about, ...outcomeOf(said, elapsedMs) }, args };
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    const change = error.data?.change;
    if (error.code === 'confirmation_required' && typeof change === 'string' && !agreed) return { change };
    // A model must not learn that there is a tool that it may not use.
    if (error.code === 'approval_required') return unknownName(view);
    const asked = await dialogue.signIn(error);
    if (asked) return { answer: asked, record: null, args: null };
    const outcome = error.code === 'cancelled' ? 'cancelled' : 'failed';
    return refused(readableError(troubleWords(tool.source, error), view), error.code, outcome, about);
  }
}

function outcomeOf(answer: GatewayAnswer, upstream_ms: number): Pick<CallRecord, 'outcome' | 'error' | 'upstream_ms'> {
  if (answer.kind === 'refusal') return { outcome: 'tool_error', error: String(answer.code), upstream_ms };
  return { outcome: answer.result.isError === true ? 'tool_error' : 'ok', error: null, upstream_ms };
}

/** The name and the arguments that a call tool is given; a whole call written as a text is read too. */
function namedTarget(given: unknown): { name: string; args: unknown } | { problem: string } {
  const read = readArguments(given);
  if (read.kind === 'problem') return { problem: read.message };
  const { name, arguments: args, ...others } = read.args;
  // A field that is dropped would call the tool with other arguments than were meant.
  const strange = otherFields(Object.keys(others));
  if (typeof name !== 'string' || name === '')
    return {
      problem: `Give "name", the name of the tool as tool_search has it, and "arguments", an object.${strange}`,
    };
  if (strange !== '')
    return { problem: `Nothing was called.${strange} Put every argument of the tool into "arguments", an object.` };
  return { name, args };
}

/** Most names of wrong fields in a refusal, and the longest of them, characters. */
const shownFields = 5;
const shownField = 60;

/** The fields of a call tool that it does not have, as a sentence; empty without one. */
function otherFields(names: readonly string[]): string {
  if (names.length === 0) return '';
  const shown = names.slice(0, shownFields).map((name) => JSON.stringify(oneLine(name, shownField)));
  const more = names.length > shownFields ? ` and ${names.length - shownFields} more` : '';
  return ` There is no field ${shown.join(', ')}${more} beside "name" and "arguments".`;
}

/** What is wrong with arguments, or null. */
function wrongArguments(tool: CatalogTool, args: Record<string, unknown>): string | null {
  try {
    checkArguments(tool, args);
    return null;
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    return error.message;
  }
}

/** Longest schema in a refusal, characters. */
const shownSchema = 4_000;

function withSchema(message: string, { input_schema }: CatalogTool): string {
  return `${message}\nIts arguments: ${oneLine(JSON.stringify(input_schema), shownSchema)}`;
}

function unknownName({ mode }: GatewayView): CallOutcome {
  return refused(mode === 'search' ? notFoundWords : notFoundDirect, 'tool_not_found', 'not_found');
}

function refused(
  text: string,
  error: ErrorCode | 'wrong_call_tool' | 'confirmation_refused',
  outcome: UsageOutcome = 'refused',
  about: { readonly tool: string; readonly source: string } | null = null,
): CallOutcome {
  return {
    answer: { kind: 'result', result: { content: [{ type: 'text', text }], isError: true } },
    record: { tool: about?.tool ?? null, source: about?.source ?? null, upstream_ms: null, outcome, error },
    args: null,
  };
}
