import { readAdminState } from '#core/gateway/read-admin-state.ts';
import type { GatewayAdminState } from '#shared/domain/gateway-admin.ts';
import { errorTable, PegboardError } from '#shared/errors.ts';
import type { CommandContext, CommandResult } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { table } from '../reporter.ts';

export interface GatewayStatusOptions {
  readonly address: string;
  readonly tokenEnv: string;
}

/**
 * `pegboard gateway status`: what the operator of a gateway server should know. Errors: `variable_missing`, `invalid_input`, `authentication_required`,
 * `server_unreachable`, `server_timeout`, `server_failed`, `server_protocol`.
 */
export async function gatewayStatus(
  { io, reporter }: CommandContext,
  { address, tokenEnv }: GatewayStatusOptions,
): CommandResult {
  const token = io.env[tokenEnv];
  if (!token)
    throw new PegboardError('variable_missing', `The variable ${tokenEnv} is not set.`, {
      hint: 'Set it to a token that admin of the settings names.',
    });
  const { schema: _, ...state } = await readAdminState({ address, token, fetch, signal: io.signal });
  reporter.result('gateway-admin/1', state, () => describe(state));
  return 0;
}

type Described = Omit<GatewayAdminState, 'schema'>;

function describe(state: Described): string {
  const { process, catalog, calls, sign_ins, trail } = state;
  const isReady = process.ready ? 'ready' : 'ending';
  const [at, version] = [moment(process.started_at), `Pegboard ${process.version}`];
  const underWay = `${process.requests_under_way} requests under way`;
  const served = `${catalog.version.slice(0, 12)} from ${catalog.from}, tools: ${catalog.tools}`;
  const parts = [
    [
      plainText(`Process ${process.pid} on ${process.host}: ${version}, ${isReady}, started ${at} UTC.`),
      ...told(process.problem),
      `Store: ${process.store}; ${underWay}.`,
      plainText(`Catalog: ${served}, since ${moment(catalog.since)} UTC.`),
      ...told(catalog.problem),
    ].join('\n'),
    section('Waiting for approval', state.approvals, {
      head: ['name', 'source', 'kind', 'state', 'change', 'served', 'seen (UTC)'],
      row: (one) => [
        ...[one.name, one.source, one.kind, one.state, one.change ?? ''],
        ...[one.action === 'allow' ? 'yes' : one.action === 'ask' ? 'asks' : 'no', moment(one.seen_at)],
      ],
    }),
    section('Upstream servers', state.upstreams, {
      head: ['source', 'state', 'failures', 'paused until (UTC)', 'last error', 'remark'],
      row: (one) => [
        ...[one.source, one.state, String(one.failures), moment(one.paused_until)],
        one.error === null ? '' : errorTable[one.error].title,
        !one.enabled ? 'disabled' : !one.consented ? 'no consent' : one.stale ? 'its list changed' : '',
      ],
    }),
    section(`Requests by persona since ${moment(calls.since)}`, calls.personas, {
      head: ['persona', 'requests', 'failed'],
      row: ({ persona, requests, failed }) => [persona ?? 'no persona', String(requests), String(failed)],
      problem: calls.problem,
    }),
    section('Calls by source and outcome', calls.outcomes, {
      head: ['source', 'outcome', 'requests'],
      row: ({ source, outcome, requests }) => [source, outcome, String(requests)],
    }),
    section('Callers of this process, last 24 hours', state.callers, {
      head: ['name', 'persona', 'requests', 'refused', 'last (UTC)'],
      row: (one) => [
        ...[one.name, one.persona ?? 'no persona', String(one.requests), String(one.refused)],
        moment(one.last_at),
      ],
    }),
    section('Signed in', sign_ins, {
      head: ['source', 'callers'],
      row: ({ source, callers }) => [source, String(callers)],
      problem: sign_ins.problem,
    }),
    section('Audit trail, the newest first', trail, {
      head: ['no.', 'time (UTC)', 'by', 'action', 'subject'],
      row: ({ number, at, by, action, subject }) => [String(number), moment(at), by, action, subject],
      problem: trail.problem,
    }),
  ];
  return parts.join('\n\n');
}

interface Section<Row> {
  readonly head: readonly string[];
  readonly row: (row: Row) => readonly string[];
  readonly problem?: string | null;
}

function section<Row>(
  title: string,
  { items, more }: { readonly items: readonly Row[]; readonly more: number },
  { head, row, problem = null }: Section<Row>,
): string {
  const rows = items.length === 0 ? (problem === null ? ['None.'] : []) : [table([head, ...items.map(row)])];
  return [`${title}:`, ...told(problem), ...rows, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

function told(problem: string | null): string[] {
  return problem === null ? [] : [`Problem: ${plainText(problem)}`];
}

function moment(time: string | null): string {
  return time?.slice(0, 16).replace('T', ' ') ?? '';
}
