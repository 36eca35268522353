import type { UsageRecord } from '#shared/domain/usage.ts';
import { isPegboardError } from '#shared/errors.ts';
import type { CallerIdentity } from './credentials/caller-identity.ts';
import { type GatewayAnswer, isQuestion } from './host-dialogue.ts';
import type { OtherRequest } from './mcp-server.ts';
import { type Offer, type OfferMethod, offerLists, offersOf, ownerOf } from './offers.ts';
import { readablePrompt } from './readable-prompt.ts';
import { troubleWords } from './trouble-words.ts';
import type { TimedAnswer, Upstreams } from './upstreams.ts';
import type { GatewayView } from './view.ts';

type OtherRecord = Extract<UsageRecord, { kind: 'resource' | 'prompt' | 'completion' }>;

/** What a host is answered, and what the log keeps of it; lists are not kept. */
export interface OtherOutcome {
  readonly answer: GatewayAnswer;
  readonly record: Omit<OtherRecord, 'elapsed_ms' | 'tokens'> | null;
}

const invalidParams = -32602;
const internalError = -32603;

/** The lists of the servers of a view, as last read: a read or a completion finds its server in them. */
const listed = new WeakMap<GatewayView, Map<OfferMethod, readonly Offer[]>>();

/**
 * Answers a request about resources, prompts or completions by the servers behind: a list of all, anything else from the one server
 * that has it, as it says it; a prompt without the names that the caller may not know.
 */
export async function otherAnswer(
  view: GatewayView,
  request: OtherRequest,
  upstreams: Upstreams,
): Promise<OtherOutcome> {
  const { method, signal, dialogue, caller } = request;
  const context = { upstreams, signal, caller };
  if (method in offerLists) return listAnswer(view, method as OfferMethod, context);
  const target = await targetOf(view, request, context);
  if ('refusal' in target) return { answer: target.refusal, record: null };
  const { kind, source, name, params } = target;
  const record = { kind, source, name };
  try {
    const use = { signal, timeoutMs: view.config.gateway.call_timeout_ms, caller };
    const asked = { method, params, dialogue: dialogue.passed };
    const { elapsedMs: _time, ...said }: TimedAnswer = await upstreams.ask(source, asked, use);
    const given = await dialogue.answered(said);
    const answer = method === 'prompts/get' ? readablePrompt(given, view.gate) : given;
    if (isQuestion(answer)) return { answer, record: null };
    const outcome = answer.kind === 'result' ? 'ok' : 'tool_error';
    return { answer, record: { ...record, outcome, error: answer.kind === 'refusal' ? String(answer.code) : null } };
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    const asking = await dialogue.signIn(error);
    if (asking) return { answer: asking, record: null };
    const answer = refusal(internalError, view.gate.text(troubleWords(source, error)));
    return { answer, record: { ...record, outcome: 'failed', error: error.code } };
  }
}

interface Context {
  readonly upstreams: Upstreams;
  readonly signal: AbortSignal;
  readonly caller: CallerIdentity | null;
}

async function listAnswer(view: GatewayView, method: OfferMethod, context: Context): Promise<OtherOutcome> {
  const { offers, troubles } = await offersOf(view, method, context);
  remember(view, method, offers);
  // With nothing to show, a trouble must not look like a list that is empty.
  if (offers.length === 0 && troubles.length > 0) {
    return { answer: refusal(internalError, troubles.map(({ words }) => words).join(' ')), record: null };
  }
  const result = { [offerLists[method]]: offers.map(({ entry }) => entry) };
  return { answer: { kind: 'result', result }, record: null };
}

type Target =
  | { readonly refusal: GatewayAnswer }
  | {
      readonly kind: OtherRecord['kind'];
      readonly source: string;
      readonly name: string;
      readonly params: Readonly<Record<string, unknown>>;
    };

/** The server that a request is for, and the request as that server knows it. */
async function targetOf(view: GatewayView, { method, params }: OtherRequest, context: Context): Promise<Target> {
  switch (method) {
    case 'resources/read':
      return resourceTarget(view, params, String(params.uri), 'resource', context);
    case 'prompts/get': {
      // Its server may have changed it since it was listed.
      const prompt = (await known(view, 'prompts/list', context, true)).find(({ name }) => name === params.name);
      if (!prompt) return { refusal: refusal(invalidParams, 'There is no such prompt.') };
      return { kind: 'prompt', source: prompt.source, name: prompt.own, params: { ...params, name: prompt.own } };
    }
    default:
      return completionTarget(view, params, context);
  }
}

async function completionTarget(
  view: GatewayView,
  params: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<Target> {
  const ref = params.ref as { type?: unknown; name?: unknown; uri?: unknown } | undefined;
  if (ref?.type === 'ref/resource') return resourceTarget(view, params, String(ref.uri), 'completion', context);
  const prompt = await promptNamed(view, ref?.name, context);
  if (!prompt) return { refusal: refusal(invalidParams, 'There is no such prompt.') };
  const { source, own } = prompt;
  return { kind: 'completion', source, name: own, params: { ...params, ref: { ...ref, name: own } } };
}

async function resourceTarget(
  view: GatewayView,
  params: Readonly<Record<string, unknown>>,
  uri: string,
  kind: OtherRecord['kind'],
  context: Context,
): Promise<Target> {
  const find = async (again: boolean) =>
    ownerOf(
      uri,
      await known(view, 'resources/list', context, again),
      await known(view, 'resources/templates/list', context, again),
    );
  // A list that was read earlier lacks what a server added since.
  const source = (await find(false)) ?? (await find(true));
  if (source !== undefined) return { kind, source, name: uri, params };
  return { refusal: { kind: 'refusal', code: invalidParams, message: 'There is no such resource.', data: { uri } } };
}

async function promptNamed(view: GatewayView, name: unknown, context: Context): Promise<Offer | undefined> {
  const find = async (again: boolean) =>
    (await known(view, 'prompts/list', context, again)).find((prompt) => prompt.name === name);
  return (await find(false)) ?? (await find(true));
}

async function known(
  view: GatewayView,
  method: OfferMethod,
  context: Context,
  again: boolean,
): Promise<readonly Offer[]> {
  const before = listed.get(view)?.get(method);
  if (before && !again) return before;
  const { offers } = await offersOf(view, method, context);
  remember(view, method, offers);
  return offers;
}

function remember(view: GatewayView, method: OfferMethod, offers: readonly Offer[]): void {
  const lists = listed.get(view) ?? new Map<OfferMethod, readonly Offer[]>();
  listed.set(view, lists.set(method, offers));
}

function refusal(code: number, message: string): GatewayAnswer {
  return { kind: 'refusal', code, message, data: undefined };
}
