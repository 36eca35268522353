import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { errorNumber } from '../files/file-error.ts';
import type { ResolvedConnection } from '../secrets/resolve-connection.ts';
import type { HttpFacts } from './guarded-fetch.ts';
import { askForLess } from './mcp-limits.ts';
import type { StdioTransport } from './stdio-transport.ts';
import { isTooLarge } from './too-large.ts';

/** A request whose time is over, where the SDK did not notice. */
export class RequestOver extends Error {}

/** What is known when a session fails. */
export interface FailureFacts {
  readonly connection: ResolvedConnection;
  /** How long the server was waited for, milliseconds. */
  readonly elapsedMs: number;
  /** The activity at that moment, such as "starting" or "listing its tools". */
  readonly doing: string;
  readonly stdio: StdioTransport | undefined;
  readonly http: HttpFacts;
  /** Largest answer, bytes. */
  readonly maximumBytes: number;
  /** The time for everything together is over. */
  readonly totalOver: boolean;
}

/** Any failure of a session in our words: what happened, where, and what to do. The caller masks secrets. */
export function mcpFailure(error: unknown, facts: FailureFacts): PegboardError {
  if (isTooLarge(error) || facts.http.tooLarge) return largeAnswer(facts);
  const known = isPegboardError(error) ? error : (facts.stdio?.failure ?? facts.http.failure);
  if (known) return withStderr(known, facts);
  if (facts.http.refusal) return authenticationRequired(facts.http.refusal, facts);
  if (facts.totalOver) return timeout(facts, 'in all');
  const ours = facts.connection.kind === 'stdio' ? processFailure(error, facts) : httpFailure(error, facts);
  return ours ?? protocolFailure(error, facts);
}

/** An answer of more bytes than the limit: of a list, its server must say less; of anything else, the caller must ask for less. */
function largeAnswer(facts: FailureFacts): PegboardError {
  delete facts.http.tooLarge;
  const size = `more than ${facts.maximumBytes / 1024 / 1024} MiB, which is the limit`;
  if (/^(?:calling|answering) /.test(facts.doing)) {
    return new PegboardError('tool_failed', `The answer has ${size}. ${askForLess}`, {
      data: { maximum_bytes: facts.maximumBytes },
    });
  }
  return new PegboardError('server_protocol', `The server answers with ${size}, while ${facts.doing}.`, {
    hint: 'Let the server list fewer tools, or report it to its authors.',
    data: { maximum_bytes: facts.maximumBytes },
  });
}

function processFailure(error: unknown, facts: FailureFacts): PegboardError | undefined {
  const { connection, stdio } = facts;
  if (connection.kind !== 'stdio') return undefined;
  const reason = { ENOENT: 'there is no such program', EACCES: 'it may not be run', EPERM: 'it may not be run' }[
    errorNumber(error) ?? ''
  ];
  if (reason !== undefined) {
    return new PegboardError('server_not_started', `${connection.command} cannot be started: ${reason}.`, {
      hint: 'Check the spelling, and that the program is on the PATH that Pegboard runs with.',
      data: { command: connection.command },
      cause: error,
    });
  }
  if (isTimeout(error)) return undefined;
  if (!stdio?.exit) return undefined;
  const { code, signal } = stdio.exit;
  const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
  const stray =
    stdio.strayLine === undefined ? '' : ` It wrote a line to stdout that is not an MCP message: ${stdio.strayLine}`;
  return new PegboardError('server_failed', `${connection.command} ended ${how} while ${facts.doing}.${stray}`, {
    hint: stdio.stderrTail() === '' ? 'Run the command by hand to see why.' : 'What it wrote to stderr says why.',
    data: { command: connection.command, exit_code: code, signal, ...stderrOf(facts) },
    cause: error,
  });
}

function httpFailure(error: unknown, { connection, http, doing }: FailureFacts): PegboardError | undefined {
  if (connection.kind !== 'http') return undefined;
  if (error instanceof SdkHttpError) {
    return new PegboardError(
      'server_unreachable',
      `${connection.url} answers with HTTP ${error.status} while ${doing}.`,
      {
        hint: 'Check the address: it must be the MCP endpoint itself, often ending in /mcp.',
        data: { url: connection.url, status: error.status },
        cause: error,
      },
    );
  }
  if (http.networkError === undefined || isTimeout(error)) return undefined;
  return new PegboardError(
    'server_unreachable',
    `${connection.url} cannot be reached: ${networkReason(http.networkError)}.`,
    {
      hint: 'Check that the server runs, the address and its port, and the network.',
      data: { url: connection.url },
      cause: error,
    },
  );
}

function protocolFailure(error: unknown, facts: FailureFacts): PegboardError {
  if (isTimeout(error)) return timeout(facts, `while ${facts.doing}`);
  const place = placeOf(facts);
  if (error instanceof ProtocolError) {
    return new PegboardError(
      'server_protocol',
      `${place} answers with an error while ${facts.doing}: ${error.message}`,
      {
        hint: 'The message is the server’s own.',
        data: { rpc_code: error.code, ...stderrOf(facts) },
        cause: error,
      },
    );
  }
  const message = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '').slice(0, 300) : String(error);
  return new PegboardError(
    'server_protocol',
    `${place} does not follow the MCP protocol while ${facts.doing}: ${message}`,
    {
      hint: 'Check that it is an MCP server; Pegboard supports the protocol from 2024-11-05 on.',
      data: stderrOf(facts),
      cause: error,
    },
  );
}

/** `doing` before a session is open: its time limit is that of connecting. */
export const startingWords = 'starting';

function timeout(facts: FailureFacts, when: string): PegboardError {
  const stray = facts.stdio?.strayLine;
  const rubbish = stray === undefined ? '' : ` It writes text to stdout that is not an MCP message, first: ${stray}`;
  return new PegboardError(
    'server_timeout',
    `${placeOf(facts)} gave no answer within ${seconds(facts.elapsedMs)} s ${when}.${rubbish}`,
    {
      hint: 'Check that it is an MCP server and does not wait for input. --timeout <seconds> gives it more time.',
      data: { elapsed_ms: Math.round(facts.elapsedMs), ...stderrOf(facts) },
    },
  );
}

/** Whole seconds; below one, tenths. */
function seconds(milliseconds: number): number {
  return milliseconds < 950 ? Math.max(1, Math.round(milliseconds / 100)) / 10 : Math.round(milliseconds / 1000);
}

function authenticationRequired(
  { status, challenge }: NonNullable<HttpFacts['refusal']>,
  facts: FailureFacts,
): PegboardError {
  const oauth = facts.http.oauth === true;
  const realm = challenge === null ? '' : ` It asks for: ${challenge.slice(0, 500)}`;
  return new PegboardError(
    'authentication_required',
    status === 401
      ? `${placeOf(facts)} needs authentication (HTTP 401).${realm}`
      : `${placeOf(facts)} refuses these credentials (HTTP 403).${realm}`,
    {
      hint: `${oauth ? 'Sign in: run the command in a terminal, or open the app. Or pass' : 'Pass'} a token: --header "Authorization: Bearer <token>". Pegboard does not write it to pegboard.yaml.`,
      data: { status, www_authenticate: challenge, oauth },
    },
  );
}

function placeOf({ connection }: FailureFacts): string {
  return connection.kind === 'http' ? connection.url : connection.command;
}

function stderrOf({ stdio }: FailureFacts): { stderr?: string } {
  const stderr = stdio?.stderrTail().trim() ?? '';
  return stderr === '' ? {} : { stderr };
}

function withStderr(error: PegboardError, facts: FailureFacts): PegboardError {
  const { code, message, hint, data, cause } = error;
  return new PegboardError(code, message, { hint, data: { ...data, ...stderrOf(facts) }, cause });
}

function isTimeout(error: unknown): boolean {
  if (error instanceof RequestOver) return true;
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

const networkReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name cannot be looked up',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'no answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time',
  UND_ERR_SOCKET: 'the connection was cut',
};

function networkReason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const number = errorNumber(cause) ?? errorNumber(error);
  if (number !== undefined) return networkReasons[number] ?? number;
  return cause instanceof Error ? cause.message : error instanceof Error ? error.message : 'the request failed';
}
