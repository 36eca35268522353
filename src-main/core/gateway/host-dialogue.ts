import { createHash, randomBytes } from 'node:crypto';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { canonicalJson } from '#shared/canonical-json.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { PassedAnswer, PassedDialogue } from '../mcp/pass-request.ts';
import { oneLine } from './one-line.ts';

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
  /** A person's word on a call: in what the host brings, else asked for, where the host can ask. */
  confirm(tool: CatalogTool, args: Record<string, unknown>): Promise<Confirmation>;
  /** The facts about the host for the server behind the gateway, and the host's answers to its questions. */
  readonly passed: PassedDialogue;
  /** An answer of the server as the host gets it: what answers a question in it comes back to this request and to no other. */
  answered(answer: GatewayAnswer): Promise<GatewayAnswer>;
}

/** What comes back with the answer to a question. */
interface AskedState {
  /** A hash of the request that was asked about. */
  readonly request: string;
  readonly asker: 'gateway' | 'server';
  /** The tool that a person agreed to call, or is asked about by the gateway. */
  readonly tool?: string | undefined;
  /** What the server wants to get back. */
  readonly theirs?: string;
}

/** Questions that a server may ask through a host. */
const askable = ['elicitation', 'sampling', 'roots'];
/** Longest arguments that a person is shown before a call, characters. */
const shownArguments = 2_000;

/** The state of a question counts in this process, and for ten minutes. */
const codec = createRequestStateCodec<AskedState>({ key: randomBytes(32) });

/** Refuses the state of a question that is not ours. */
export const verifyAskedState = codec.verify;

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
  let agreed = state?.asker === 'server' ? state.tool : undefined;
  return {
    async confirm(tool, args) {
      if (!canAskPerson(capabilities)) return { kind: 'cannot_ask' };
      if (agreed === tool.name) return { kind: 'agreed' };
      if (state?.asker === 'gateway' && state.tool === tool.name && responses) {
        if (acceptedContent(responses, 'confirm')?.confirm !== true) return { kind: 'refused' };
        agreed = tool.name;
        return { kind: 'agreed' };
      }
      const requestState = await codec.mint({ request, asker: 'gateway', tool: tool.name });
      return { kind: 'ask', answer: { ...inputRequired({ inputRequests: confirmRequest(tool, args), requestState }) } };
    },
    passed: {
      capabilities: Object.fromEntries(Object.entries(capabilities).filter(([name]) => askable.includes(name))),
      answers: {
        ...(state?.asker === 'gateway' || responses === undefined ? {} : { inputResponses: responses }),
        ...(state?.theirs === undefined ? {} : { requestState: state.theirs }),
      },
    },
    async answered(answer) {
      if (answer.kind === 'refusal' || !isQuestion(answer)) return answer;
      const { requestState } = answer.result;
      if (agreed === undefined && requestState === undefined) return answer;
      const theirs = requestState === undefined ? {} : { theirs: String(requestState) };
      const ours = await codec.mint({ request, asker: 'server', tool: agreed, ...theirs });
      return { kind: 'result', result: { ...answer.result, requestState: ours } };
    },
  };
}

/** Whether an answer asks the host something, instead of a result. */
export function isQuestion(answer: GatewayAnswer): boolean {
  return answer.kind === 'result' && answer.result.resultType === 'input_required';
}

function confirmRequest(tool: CatalogTool, args: Record<string, unknown>) {
  return {
    confirm: inputRequired.elicit({
      message: `Run ${tool.name}? Arguments: ${oneLine(JSON.stringify(args), shownArguments)}`,
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
