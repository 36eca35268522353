import type { Services } from '#core/services.ts';
import type { ConnectPlan } from '#shared/domain/connect.ts';
import type { ReviewOrigin } from '#shared/domain/server-review.ts';
import type { CommandContext } from './command-context.ts';
import { inputOf, planServers } from './commands/import-servers.ts';
import { type ServerPlan, whyNot } from './describe-server-plan.ts';
import { importAll, type Outcome } from './follow-servers.ts';

/** The servers of a client's file that are to become sources. */
export interface TakeOver {
  readonly origin: ReviewOrigin;
  readonly plan: ServerPlan;
  /** Names of the servers that would leave the file when all goes well. */
  readonly wanted: readonly string[];
}

/** A server of the file, and what became of it. */
export interface TakenServer {
  readonly name: string;
  readonly source: string | null;
  readonly state: 'taken_over' | 'left';
  /** Why it stays in the file. */
  readonly reason: string | null;
}

/** Reads what would be taken over of a client's file; starts nothing. Values that are in the file are kept for the workspace. */
export async function planTakeOver(
  context: CommandContext,
  services: Services,
  { path, scope, name }: Pick<ConnectPlan, 'path' | 'scope' | 'name'>,
): Promise<TakeOver> {
  const { io } = context;
  const origin = { kind: 'discovered' as const, project: io.cwd };
  const places = await services.connect.clients({ project: io.cwd });
  const ours = new Set(
    places.flatMap((place) => (place.path === path ? place.connections.map((one) => one.name) : [])),
  );
  const review = await services.discovery.review({ origin }, { signal: io.signal });
  const servers = review.servers
    .filter((server) => server.config_path === path && server.scope === scope)
    .filter((server) => server.name !== name && !ours.has(server.name))
    // The same server in another file does not stand for this one.
    .map((server) => ({ ...server, repeats: null }));
  const only = servers.filter(({ disabled }) => !disabled).map((server) => server.name);
  const plan = planServers({ ...review, servers }, path, { only, envFromFile: true, keep: true });
  return { origin, plan, wanted: plan.ready.map(({ server }) => server.name) };
}

/** Imports the servers; each that did not become a source stays where it is. Error: `cancelled`. */
export async function importTaken(
  context: CommandContext,
  services: Services,
  { origin, plan }: TakeOver,
  options: { readonly timeout?: number | undefined },
): Promise<readonly TakenServer[]> {
  const outcomes = new Map<string, Outcome>();
  if (plan.ready.length > 0)
    await importAll(context, services, { plan, input: inputOf(plan, origin, options), outcomes });
  return [
    ...plan.ready.map(({ server: { id, name, source } }): TakenServer => {
      const { state, error } = outcomes.get(id) ?? { state: 'cancelled', error: null };
      const isTaken = state === 'imported' || state === 'unchanged';
      const reason = isTaken ? null : (error?.message ?? 'was stopped');
      return { name, source: isTaken ? source : null, state: isTaken ? 'taken_over' : 'left', reason };
    }),
    ...leftServers(plan),
  ];
}

/** The servers that stay in the file whatever happens, and why. */
export function leftServers(plan: ServerPlan): TakenServer[] {
  const left = (name: string, reason: string) => ({ name, source: null, state: 'left' as const, reason });
  return [
    ...plan.blocked.map(({ server, readiness }) => left(server.name, whyNot(readiness, plan))),
    ...plan.leftOut.map(({ server }) => left(server.name, 'is turned off there')),
  ];
}
