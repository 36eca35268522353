import type { UsageRecord } from '#shared/domain/usage.ts';
import type { GatewayAnswer } from './board-gateway.ts';
import type { OtherRequest } from './mcp-server.ts';
import type { Upstreams } from './upstreams.ts';
import type { GatewayView } from './view.ts';

type OtherRecord = Extract<UsageRecord, { kind: 'resource' | 'prompt' | 'completion' }>;

export interface OtherOutcome {
  readonly answer: GatewayAnswer;
  readonly records: readonly Omit<OtherRecord, 'elapsed_ms' | 'tokens'>[];
}

export async function otherAnswer(_v: GatewayView, _r: OtherRequest, _u: Upstreams): Promise<OtherOutcome> {
  return { answer: { kind: 'refusal', code: -32601, message: 'x', data: undefined }, records: [] };
}
