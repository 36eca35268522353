import type { Services } from '#core/services.ts';
import type { ImportServersEvent, ImportServersInput } from '#shared/domain/server-review.ts';
import { type ErrorValue, fromErrorValue, isPegboardError } from '#shared/errors.ts';
import { joinedSentences } from '#shared/text/joined-sentences.ts';
import type { CommandContext } from './command-context.ts';
import type { ServerPlan } from './describe-server-plan.ts';
import { isServer, placeOf, whyNot } from './describe-server-plan.ts';
import { plainText } from './plain-text.ts';
import { inSeconds, StartingServers } from './starting-servers.ts';
import { withSignIn } from './with-sign-in.ts';

export interface ServersAtWork {
  readonly plan: ServerPlan;
  readonly input: ImportServersInput;
  /** The plan as it is written as JSON; what happened is added to its rows. */
  readonly value: { readonly servers: readonly { readonly name: string }[] };
}

/** How one server ended. */
export interface Outcome {
  readonly state: 'imported' | 'unchanged' | 'failed' | 'cancelled';
  readonly tools: number | null;
  readonly error: ErrorValue | null;
  readonly elapsed_ms: number | null;
}

/** Lines of stderr that are shown of a server that failed. */
const shownStderr = 5;

/** How often people hear of the servers that are still starting, milliseconds. */
const tellEveryMs = 10_000;

const cancelled: Outcome = { state: 'cancelled', tools: null, error: null, elapsed_ms: null };

/** Imports the servers, a line for each as it finishes, and reports all. Exit code 1 when one failed or cannot be read. Error: `cancelled`. */
export async function followServers(
  context: CommandContext,
  services: Services,
  { plan, input, value }: ServersAtWork,
): Promise<number> {
  const outcomes = new Map<string, Outcome>();
  const report = () => reportOutcomes(context, { plan, value, outcomes });
  try {
    await importAll(context, services, { plan, input, outcomes });
  } catch (error) {
    if (isPegboardError(error) && error.code === 'cancelled') report();
    throw error;
  }
  report();
  const failed = [...outcomes.values()].some(({ state }) => state === 'failed');
  return failed || plan.blocked.length + plan.unreadable.length > 0 ? 1 : 0;
}

export interface Batch {
  readonly plan: ServerPlan;
  readonly input: ImportServersInput;
  /** Filled as servers end, by their ids. */
  readonly outcomes: Map<string, Outcome>;
}

/** Imports the servers, a line for each as it finishes, and reports nothing else. Error: `cancelled`. */
export async function importAll(context: CommandContext, services: Services, batch: Batch): Promise<void> {
  await importOnce(context, services, batch);
  await signInAndRetry(context, services, batch);
}

async function importOnce(context: CommandContext, services: Services, { input, outcomes }: Batch): Promise<void> {
  const { io, reporter } = context;
  const total = input.servers.length;
  const starting = new StartingServers(() => performance.now());
  const note = (line: string) => reporter.note(plainText(line));
  const timer = setInterval(() => starting.waiting().forEach(note), tellEveryMs);
  let ended = 0;
  try {
    for await (const event of services.sources.importServers(input, { signal: io.signal })) {
      const { progress, source } = event;
      if (progress.type === 'starting' && starting.add(source, progress.limit_ms)) {
        const limit = progress.limit_ms === undefined ? '' : `, for at most ${inSeconds(progress.limit_ms)}`;
        note(`${ended} of ${total} done: starting ${source}${limit} …`);
      }
      if (progress.type === 'starting' && progress.downloading) note(`downloading ${source} …`);
      if (progress.type === 'stderr') starting.newLines(source, progress.text).forEach(note);
      const outcome = outcomeOf(event);
      if (!outcome) continue;
      ended += 1;
      starting.end(source);
      outcomes.set(event.server, outcome);
      if (reporter.format === 'human') io.stdout.write(`${describeOutcome(source, outcome)}\n`);
    }
  } finally {
    clearInterval(timer);
  }
}

/** Servers that want the user to sign in are tried once more after that, one by one; only where somebody sits in front. */
async function signInAndRetry(context: CommandContext, services: Services, batch: Batch): Promise<void> {
  const { plan, input, outcomes } = batch;
  if (!context.io.openBrowser) return;
  for (const { server } of plan.ready) {
    const error = outcomes.get(server.id)?.error;
    if (error?.data?.oauth !== true) continue;
    let isFirst = true;
    const work = async () => {
      if (isFirst) {
        isFirst = false;
        throw fromErrorValue(error);
      }
      const servers = input.servers.filter(({ id }) => id === server.id);
      await importOnce(context, services, { plan, outcomes, input: { ...input, servers } });
    };
    try {
      await withSignIn(context, services, { connection: server.connection }, work);
    } catch (failure) {
      if (!isPegboardError(failure) || failure.code !== 'sign_in_failed') throw failure;
      const { code, message, hint } = failure;
      outcomes.set(server.id, { ...cancelled, state: 'failed', error: { code, message, ...(hint ? { hint } : {}) } });
    }
  }
}

function outcomeOf({ progress }: ImportServersEvent): Outcome | undefined {
  if (progress.type === 'failed')
    return { state: 'failed', tools: null, error: progress.error, elapsed_ms: Math.round(progress.elapsed_ms) };
  if (progress.type !== 'done') return undefined;
  const { sources, written } = progress.result;
  const tools = sources.reduce((sum, one) => sum + one.added.length + one.changed.length + one.unchanged, 0);
  const state = written ? 'imported' : 'unchanged';
  return { state, tools, error: null, elapsed_ms: Math.round(progress.elapsed_ms) };
}

function describeOutcome(source: string, { state, tools, error, elapsed_ms }: Outcome): string {
  const time = elapsed_ms === null ? '' : ` (${(elapsed_ms / 1000).toFixed(1)} s)`;
  if (!error) return plainText(`${state.padEnd(9)}  ${source}: ${tools} ${tools === 1 ? 'tool' : 'tools'}${time}`);
  const stderr = typeof error.data?.stderr === 'string' ? error.data.stderr.trim().split('\n').slice(-shownStderr) : [];
  return [`failed     ${source}: ${error.message}${time}`, ...stderr.map((line) => `             stderr: ${line}`)]
    .map((line) => plainText(line))
    .join('\n');
}

function reportOutcomes(
  { reporter }: CommandContext,
  {
    plan,
    value,
    outcomes,
  }: { plan: ServerPlan; value: ServersAtWork['value']; outcomes: ReadonlyMap<string, Outcome> },
): void {
  const ids = new Set(plan.ready.map(({ server }) => server.id));
  const servers = plan.review.servers.map((server, i) => {
    const row = value.servers[i];
    return ids.has(server.id) ? { ...row, ...(outcomes.get(server.id) ?? cancelled) } : row;
  });
  const all = [...ids].map((id) => outcomes.get(id) ?? cancelled);
  const count = (...states: readonly Outcome['state'][]) => all.filter(({ state }) => states.includes(state)).length;
  reporter.result('import-servers/1', { ...value, servers }, () => {
    const blocked = plan.blocked.map(
      ({ server, readiness }) => `not started ${server.name}: ${whyNot(readiness, plan)}`,
    );
    const unread = plan.unreadable.map(
      (one) => `cannot read ${placeOf(one, plan)}: ${joinedSentences(one.message, one.hint)}`,
    );
    const entries = plan.unreadable.filter(isServer).length;
    const total = ids.size + blocked.length + entries;
    const hints = plan.ready.flatMap(({ server }) => {
      const error = outcomes.get(server.id)?.error;
      return error?.hint === undefined ? [] : [`  ${server.source}: ${error.hint.split('\n', 1)[0]}`];
    });
    const parts = [
      `${count('imported', 'unchanged')} of ${total} ${total === 1 ? 'server' : 'servers'} imported`,
      count('failed') > 0 && `${count('failed')} failed`,
      blocked.length > 0 && `${blocked.length} not started`,
      entries > 0 && `${entries} cannot be read`,
      count('cancelled') > 0 && `${count('cancelled')} stopped`,
    ].filter(Boolean);
    return [...blocked, ...unread, `${parts.join(', ')}.`, ...hints].map((line) => plainText(line)).join('\n');
  });
}
