import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  type Server,
  type ServerContext,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/server';
import { canonicalJson } from '#shared/canonical-json.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { PegboardError } from '#shared/errors.ts';
import type { PassedAnswer, PassedDialogue } from '../mcp/pass-request.ts';
import { confirmQuestion } from './confirm-question.ts';

/** A person's word on a call; `ask` is what the host must be answered for that. */
type Confirmation =
  | { readonly kind: 'agreed' | 'refused' | 'cannot_ask' }
  | { readonly kind: 'ask'; readonly answer: Record<string, unknown> };

/** What a host is answered: a result, or the error of the protocol. */
export type GatewayAnswer = PassedAnswer;

/**
 * The questions to a host during one request, until there is an answer: first ours, then those of the server behind the
 * gateway.
 */
export interface HostDialogue {
  /**
   * A person's word on a call: in what the host brings, else asked for, where the host can ask. `change` is a sentence about the
   * approval of the tool, where it is not as it was approved; who was not told of it has not agreed.
   */
  confirm(tool: CatalogTool, args: Record<string, unknown>, change: string | null): Promise<Confirmation>;
  /**
   * Asks the user to sign in where an error says that this is missing: what the host is answered, once for each request; null where the host
   * cannot open an address, or the user was asked.
   */
  signIn(error: PegboardError): Promise<GatewayAnswer | null>;
  /** The facts about the host for the server behind the gateway, and the host's answers to its questions. */
  readonly passed: PassedDialogue;
  /** An answer of the server as the host gets it: what answers a question in it comes back to this request and to no other. */
  answered(answer: GatewayAnswer): Promise<GatewayAnswer>;
}

/** What comes back with the answer to a question. */
interface AskedState {
  /** A hash of the request that was asked about. */
  readonly request: string;
  readonly asker: 'gateway' | 'server' | 'sign_in';
  /** The tool that a person agreed to call, or is asked about by the gateway. */
  readonly tool?: string | undefined;
  /** What the person was told of its approval, empty for nothing. */
  readonly told?: readonly string[] | undefined;
  /** What the server wants to get back. */
  readonly theirs?: string;
}

/** Questions that a server may ask through a host. */
const askable = ['elicitation', 'sampling', 'roots'];
/** The error by which hosts of 2025-11-25 are told to open an address first. */
const urlElicitationRequired = -32042;

type Codec = ReturnType<typeof createRequestStateCodec<AskedState>>;

/** The state of a question counts for ten minutes, and in this process unless others have the same key. */
let codec: Codec = createRequestStateCodec<AskedState>({ key: randomBytes(32) });

/** Lets every process with this key, of 32 bytes, take the answers to the questions of the others. */
export function shareAskedState(key: Buffer): void {
  codec = createRequestStateCodec<AskedState>({ key });
}

/** Refuses the state of a question that is not ours. */
export const verifyAskedState: Codec['verify'] = (...given) => codec.verify(...given);

/** The dialogue about one request, with its parameters as the SDK hands them on: without what belongs to questions. */
export function hostDialogue(
  server: Server,
  { mcpReq }: ServerContext,
  { _meta, ...params }: { readonly _meta?: unknown } = {},
): HostDialogue {
  const capabilities = capabilitiesOf(server, mcpReq.envelope);
  const request = createHash('sha256')
    .update(canonicalJson([mcpReq.method, params]))
    .digest('hex');
  const given = mcpReq.requestState<AskedState>();
  // The answer to a question about another request does not count for this one.
  const state = given?.request === request ? given : undefined;
  const responses = given === state ? mcpReq.inputResponses : undefined;
  let agreed: Pick<AskedState, 'tool' | 'told'> =
    state && state.asker !== 'gateway' ? { tool: state.tool, told: state.told } : {};
  return {
    async confirm(tool, args, change) {
      if (!canAskPerson(capabilities)) return { kind: 'cannot_ask' };
      const about = change ?? '';
      if (agreed.tool !== tool.name && state?.asker === 'gateway' && state.tool === tool.name && responses) {
        if (acceptedContent(responses, 'confirm')?.confirm !== true) return { kind: 'refused' };
        agreed = { tool: tool.name, told: state.told };
      }
      const told = agreed.tool === tool.name ? (agreed.told ?? []) : [];
      if (told.includes(about)) return { kind: 'agreed' };
      const requestState = await codec.mint({ request, asker: 'gateway', tool: tool.name, told: [...told, about] });
      const inputRequests = confirmRequest(confirmQuestion(tool, args, change));
      return { kind: 'ask', answer: { ...inputRequired({ inputRequests, requestState }) } };
    },
    async signIn({ data, message }) {
      const url = data?.sign_in_url;
      if (typeof url !== 'string' || state?.asker === 'sign_in' || !canOpenAddress(capabilities)) return null;
      const words = `Sign in at ${data?.source}.`;
      // Up to 2025-11-25 a request carries no facts about its host, and an error asks for the address.
      if (mcpReq.envelope === undefined) {
        const { elicitations } = new UrlElicitationRequiredError([
          { mode: 'url', elicitationId: randomUUID(), message: words, url },
        ]);
        return { kind: 'refusal', code: urlElicitationRequired, message, data: { elicitations } };
      }
      const inputRequests = { sign_in: inputRequired.elicitUrl({ message: words, url }) };
      const requestState = await codec.mint({ request, asker: 'sign_in', ...agreed });
      return { kind: 'result', result: { ...inputRequired({ inputRequests, requestState }) } };
    },
    passed: {
      capabilities: Object.fromEntries(Object.entries(capabilities).filter(([name]) => askable.includes(name))),
      answers: {
        ...((state && state.asker !== 'server') || responses === undefined ? {} : { inputResponses: responses }),
        ...(state?.theirs === undefined ? {} : { requestState: state.theirs }),
      },
    },
    async answered(answer) {
      if (answer.kind === 'refusal' || !isQuestion(answer)) return answer;
      const { requestState } = answer.result;
      if (agreed.tool === undefined && requestState === undefined) return answer;
      const theirs = requestState === undefined ? {} : { theirs: String(requestState) };
      const ours = await codec.mint({ request, asker: 'server', ...agreed, ...theirs });
      return { kind: 'result', result: { ...answer.result, requestState: ours } };
    },
  };
}

/** Whether an answer asks the host something, instead of a result. */
export function isQuestion(answer: GatewayAnswer): boolean {
  return answer.kind === 'result' && answer.result.resultType === 'input_required';
}

function confirmRequest(message: string) {
  return {
    confirm: inputRequired.elicit({
      message,
      requestedSchema: {
        type: 'object',
        properties: { confirm: { type: 'boolean', title: 'Run it' } },
        required: ['confirm'],
      },
    }),
  };
}

function capabilitiesOf(server: Server, envelope: ServerContext['mcpReq']['envelope']): Record<string, unknown> {
  const given: Readonly<Record<string, unknown>> = envelope ?? {};
  return { ...(given[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()) };
}

/** Whether a host can ask its user with a form; before forms had a name, the capability alone said so. */
function canAskPerson({ elicitation }: Readonly<Record<string, unknown>>): boolean {
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return 'form' in elicitation || !('url' in elicitation);
}

function canOpenAddress({ elicitation }: Readonly<Record<string, unknown>>): boolean {
  return typeof elicitation === 'object' && elicitation !== null && 'url' in elicitation;
}
