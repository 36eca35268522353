import { clientTitles } from '#shared/domain/discovered-config.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { describeGiven, describeWhole } from '#shared/domain/mcp-connection.ts';
import type { ServerReadiness, ValueChoices } from '#shared/domain/server-readiness.ts';
import type { ReviewedServer, ReviewVariable, ServerReview } from '#shared/domain/server-review.ts';
import { sourceNameOf } from '#shared/domain/source-name.ts';
import { PegboardError } from '#shared/errors.ts';
import { joinedSentences } from '#shared/text/joined-sentences.ts';
import type { CommandContext } from './command-context.ts';
import { plainText } from './plain-text.ts';
import { excerpt, type Reporter, table } from './reporter.ts';

/** One server of the plan. */
export interface PlannedServer {
  readonly server: ReviewedServer;
  readonly readiness: ServerReadiness;
  /** Why it is not meant; null when it is. */
  readonly left_out: string | null;
}

/** What a command would do with the servers of a configuration. */
export interface ServerPlan {
  /** The file, for people. */
  readonly title: string;
  readonly review: ServerReview;
  readonly values: ValueChoices;
  /** The variables that servers of the plan need. */
  readonly variables: readonly ReviewVariable[];
  readonly ready: readonly PlannedServer[];
  /** Servers that are meant and cannot run. */
  readonly blocked: readonly PlannedServer[];
  readonly leftOut: readonly PlannedServer[];
  /** Entries and whole files that cannot be read; none where the options name the servers that are meant. */
  readonly unreadable: readonly Finding[];
}

const origins = { file: 'from the file', kept: 'kept', environment: 'from the environment', typed: '', omit: '' };

/** The plan for people: what runs, where values come from, what cannot run and why. */
export function describePlan(plan: ServerPlan, reporter: Reporter): string {
  const { title, review, ready, blocked, leftOut, variables, unreadable } = plan;
  const [config, another] = review.configs;
  const of = config && !another ? ` (${clientTitles[config.client]})` : '';
  const count = review.servers.length + unreadable.filter(isServer).length;
  return [
    `${reporter.paint('bold', plainText(title))}${of}: ${count} ${count === 1 ? 'server' : 'servers'}`,
    ...section(
      'Would start',
      ready.map(({ server }) => [server.source, describeWhole(server.connection)]),
    ),
    ...section('Variables', variables.map(variableRow(plan))),
    ...section(
      'Cannot start',
      blocked.map(({ server, readiness }) => [server.name, whyNot(readiness, plan)]),
    ),
    ...section(
      'Cannot be read',
      unreadable.map((one) => [placeOf(one, plan), joinedSentences(one.message, one.hint)]),
    ),
    ...section(
      'Problems',
      ready.flatMap(({ server: { name, findings } }) =>
        findings.filter(({ severity }) => severity !== 'info').map(({ message }) => [name, message]),
      ),
    ),
    ...section(
      'Notes',
      review.configs
        .flatMap(({ findings }) => findings)
        .filter((one) => !unreadable.includes(one))
        .map((one) => [placeOf(one, plan), one.message])
        .concat(ready.flatMap(({ server }) => renamed(server))),
    ),
    ...section(
      'Left out',
      leftOut.map(({ server, left_out }) => [server.name, left_out ?? '']),
    ),
  ].join('\n');
}

/** Why a server cannot start, and what to do. */
export function whyNot({ missing, obstacles }: ServerReadiness, { variables }: ServerPlan): string {
  const reasons = obstacles.map(({ message, hint }) => joinedSentences(message, hint));
  if (missing.length === 0) return reasons.join(' ');
  const inFile = missing.every((name) =>
    variables.some((variable) => variable.name === name && variable.available.includes('file')),
  );
  const way = inFile
    ? 'The file has it: add --env-from-file.'
    : `Set it in the environment, or keep it: pegboard sources values --set ${missing[0]}`;
  return [...reasons, `needs ${missing.join(', ')}. ${missing.length > 1 ? way.replace(/\bit\b/g, 'them') : way}`].join(
    ' ',
  );
}

/** A server whose name something else has already. */
function renamed({ name, source, same_as }: ReviewedServer): string[][] {
  if (same_as !== null || source === sourceNameOf(name)) return [];
  return [[source, `is the server "${name}" of the file: another source has the name ${sourceNameOf(name)}.`]];
}

/** Whether a finding is about one server, and not about a whole file. */
export function isServer({ code }: Finding): boolean {
  return code === 'server_invalid';
}

/** Where a finding of a configuration is: the file as the user named it, with line and column. */
export function placeOf({ path, range }: Finding, { title }: Pick<ServerPlan, 'title'>): string {
  const file = path === undefined || path.endsWith(title) ? title : path;
  return range ? `${file}:${range.start.line}:${range.start.column}` : file;
}

/** Asks once for everything that would start. Error: `consent_required` with the plan, where nobody agrees. */
export async function askForConsent({ io }: CommandContext, plan: ServerPlan, yes: boolean): Promise<void> {
  const { ready, title } = plan;
  if (yes || ready.every(({ server }) => server.consented)) return;
  const what = ready.length === 1 ? 'this server' : `these ${ready.length} servers`;
  if (io.ask && (await io.ask(`Start ${what} and add ${ready.length === 1 ? 'it' : 'them'} as sources?`))) return;
  throw new PegboardError(
    'consent_required',
    `${title} would start ${ready.length} ${ready.length === 1 ? 'server' : 'servers'}. You have not agreed to that yet; nothing was started.`,
    {
      hint: 'Look at the commands; if you agree, run the same command with --yes.',
      data: {
        servers: ready.map(({ server: { name, source, runs, variables, connection } }) => ({
          ...{ name, source, runs, variables },
          cwd: connection.cwd ?? '.',
          gets: describeGiven(connection),
        })),
        not_started: plan.blocked.map(({ server, readiness }) => ({
          name: server.name,
          reason: whyNot(readiness, plan),
        })),
        variables: plan.variables.map(({ name }) => ({ name, from: plan.values[name]?.from ?? null })),
      },
    },
  );
}

function variableRow({ review, values }: ServerPlan): (variable: ReviewVariable) => string[] {
  const names = new Map(review.servers.map(({ id, name }) => [id, name]));
  return ({ name, available, used_by }) => {
    const choice = values[name];
    const unset = available.includes('file') ? 'not set; the file has a value' : 'not set';
    const users = used_by.map((id) => names.get(id) ?? id).join(', ');
    return [name, choice ? origins[choice.from] : unset, excerpt(users, 60)];
  };
}

function section(head: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const lines = table(rows.map(([name = '', ...rest]) => [`  ${name}`, ...rest]));
  return ['', `${head}:`, lines];
}
