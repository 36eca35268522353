import type { Services } from '#core/services.ts';
import { serverReadiness, type ValueChoices } from '#shared/domain/server-readiness.ts';
import type {
  ImportServersInput,
  ReviewedServer,
  ReviewOrigin,
  ReviewVariable,
  ServerReview,
  ValueChoice,
} from '#shared/domain/server-review.ts';
import { PegboardError } from '#shared/errors.ts';
import { checkSourceName } from '../check-source-name.ts';
import type { CommandContext, CommandResult } from '../command-context.ts';
import { askForConsent, describePlan, type ServerPlan } from '../describe-server-plan.ts';
import { followServers } from '../follow-servers.ts';
import { plainText } from '../plain-text.ts';

export interface ImportServersOptions {
  readonly name?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
  readonly envFromFile?: boolean | undefined;
  readonly keep?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly check?: boolean | undefined;
  readonly timeout?: number | undefined;
  readonly yes?: boolean | undefined;
}

/** The servers to review, and how to name them for people. */
export interface ServersToImport {
  readonly origin: ReviewOrigin;
  /** The file as the user named it, or what else stands for the configurations. */
  readonly title: string;
  /** What the result says beside the servers. */
  readonly value?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Servers of a configuration as sources: prints the plan, asks once, imports four at a time, a line for each. Exit code 1 when
 * a server that was meant did not become a source, or cannot be read. Errors: `usage`, `consent_required`, `cancelled`.
 */
export async function importServers(
  context: CommandContext,
  services: Services,
  { origin, title, value: more = {} }: ServersToImport,
  options: ImportServersOptions,
): CommandResult {
  checkOptions(options);
  const review = await services.discovery.review({ origin }, { signal: context.io.signal });
  const plan = planServers(review, title, options);
  const { reporter } = context;
  if (options.dryRun || plan.ready.length === 0) {
    reporter.result('import-servers/1', { ...planValue(plan), ...more }, () => describePlan(plan, reporter));
    return plan.blocked.length + plan.unreadable.length > 0 ? 1 : 0;
  }
  reporter.note(describePlan(plan, reporter));
  await askForConsent(context, plan, options.yes === true);
  const input = inputOf(plan, origin, options);
  const code = await followServers(context, services, { plan, input, value: { ...planValue(plan), ...more } });
  noteValues(context, plan, options);
  return code;
}

/** The call that imports what a plan starts. */
export function inputOf(
  plan: ServerPlan,
  origin: ReviewOrigin,
  { name, timeout }: Pick<ImportServersOptions, 'name' | 'timeout'>,
): ImportServersInput {
  return {
    origin,
    servers: plan.ready.map(({ server: { id } }) => ({ id, ...(name ? { source: name } : {}) })),
    values: plan.values,
    agreed: Object.fromEntries(plan.ready.map(({ server: { id, runs } }) => [id, runs])),
    ...(timeout === undefined ? {} : { timeout_ms: timeout * 1000 }),
  };
}

/** What would start, what cannot and what is left out, by the options. Error: `usage`. */
export function planServers(review: ServerReview, title: string, options: ImportServersOptions): ServerPlan {
  const { servers, variables } = review;
  checkNames(servers, options);
  if (options.name !== undefined && servers.length !== 1) {
    throw new PegboardError('usage', `--name names one source, and ${title} has ${servers.length} servers.`, {
      hint: 'Leave --name out: each source is named by its server.',
    });
  }
  const values = choices(variables, options);
  const rows = servers.map((server) => ({
    server,
    readiness: serverReadiness(server, { variables, values }),
    left_out: reasonToLeaveOut(server, servers, options),
  }));
  const meant = rows.filter(({ left_out }) => left_out === null);
  const used = new Set(meant.flatMap(({ server }) => server.variables));
  return {
    title,
    review,
    values,
    variables: variables.filter(({ name }) => used.has(name)),
    ready: meant.filter(({ readiness }) => readiness.can_run),
    blocked: meant.filter(({ readiness }) => !readiness.can_run),
    leftOut: rows.filter(({ left_out }) => left_out !== null),
    unreadable: options.only
      ? []
      : review.configs.flatMap(({ findings }) => findings).filter(({ severity }) => severity === 'error'),
  };
}

/** The plan as `pegboard.import-servers/1`: a row for each server, as it is before anything starts. */
function planValue({ title, review, variables, values, blocked, leftOut }: ServerPlan) {
  const states = new Map<ReviewedServer, string>([
    ...blocked.map(({ server }) => [server, 'not_started'] as const),
    ...leftOut.map(({ server }) => [server, 'left_out'] as const),
  ]);
  const rows = [...blocked, ...leftOut];
  const nameOf = (id: string) => review.servers.find((server) => server.id === id)?.name ?? id;
  return {
    file: title,
    servers: review.servers.map((server) => {
      const row = rows.find((one) => one.server === server);
      return {
        name: server.name,
        source: server.source,
        runs: server.runs,
        state: states.get(server) ?? 'ready',
        tools: null as number | null,
        missing: row?.readiness.missing ?? [],
        obstacles: server.obstacles,
        reason: row?.left_out ?? null,
        error: null as unknown,
      };
    }),
    variables: variables.map(({ name, used_by, available }) => ({
      name,
      used_by: used_by.map(nameOf),
      available,
      from: values[name]?.from ?? null,
    })),
    findings: [...review.configs, ...review.servers].flatMap(({ findings }) => findings),
  };
}

/** Where each variable has its value: the file where that is asked for, else what is kept, else the environment. */
function choices(
  variables: readonly ReviewVariable[],
  { envFromFile, keep = false }: ImportServersOptions,
): ValueChoices {
  const choose = ({ available }: ReviewVariable): ValueChoice | undefined => {
    if (envFromFile && available.includes('file')) return { from: 'file', keep };
    const other = available.find((place) => place !== 'file');
    return other === undefined ? undefined : { from: other };
  };
  return Object.fromEntries(
    variables.flatMap((variable) => {
      const choice = choose(variable);
      return choice === undefined ? [] : [[variable.name, choice]];
    }),
  );
}

/** Why a server is not meant; null when it is. Naming it with --only means it in any case. */
function reasonToLeaveOut(
  server: ReviewedServer,
  servers: readonly ReviewedServer[],
  { only, except }: ImportServersOptions,
): string | null {
  if (only) return isNamed(server, only) ? null : 'not in --only';
  if (except && isNamed(server, except)) return 'in --except';
  if (server.obstacles.some(({ code }) => code === 'serves_itself')) return 'starts Pegboard for this workspace';
  if (server.same_as !== null) return `is the source ${server.same_as} already`;
  if (server.disabled) return 'is turned off there';
  const first = servers.find(({ id }) => id === server.repeats);
  return first ? `is the same as ${first.name} in ${first.config_path}` : null;
}

function isNamed({ name, source }: ReviewedServer, names: readonly string[]): boolean {
  return names.includes(name) || names.includes(source);
}

function checkNames(servers: readonly ReviewedServer[], { only = [], except = [] }: ImportServersOptions): void {
  const unknown = [...only, ...except].find((name) => !servers.some((server) => isNamed(server, [name])));
  if (unknown === undefined) return;
  throw new PegboardError('usage', `There is no server "${unknown}" in the configuration.`, {
    hint: `It has ${servers
      .map(({ name }) => name)
      .slice(0, 50)
      .join(', ')}.`,
    data: { server: unknown },
  });
}

function checkOptions({ name, only, except, keep, envFromFile, check }: ImportServersOptions): void {
  const refuse = (message: string, hint: string) => {
    throw new PegboardError('usage', message, { hint });
  };
  if (check) refuse('--check compares captured lists and live sources.', 'Use --dry-run to see the plan.');
  if (only && except) refuse('--only and --except exclude each other.', 'Give one of them.');
  if (keep && !envFromFile) refuse('--keep belongs to --env-from-file.', 'Give both to keep the values of the file.');
  if (name !== undefined) checkSourceName(name);
}

/** What later starts need, when values were taken for this command only. */
function noteValues({ reporter }: CommandContext, plan: ServerPlan, { keep }: ImportServersOptions): void {
  const used = new Set(plan.ready.flatMap(({ server }) => server.variables));
  const taken = [...used].filter((name) => plan.values[name]?.from === 'file');
  if (taken.length === 0 || keep) return;
  reporter.note(
    plainText(
      `Values of ${taken.join(', ')} were used for this command only. Later starts need them: set them in the environment, or keep them with --env-from-file --keep.`,
    ),
  );
}
