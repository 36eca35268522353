import type { Services } from '#core/services.ts';
import type {
  ConnectableClient,
  ConnectPlan,
  ConnectRequest,
  DisconnectResult,
  EntryOwner,
} from '#shared/domain/connect.ts';
import { type ClientId, clientIdSchema, clientTitles } from '#shared/domain/discovered-config.ts';
import type { GatewayMode } from '#shared/domain/gateway-config.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withServices, withWorkspace } from '../command-context.ts';
import { describePlan } from '../describe-server-plan.ts';
import { checkEntryName } from '../entry-name.ts';
import { plainText } from '../plain-text.ts';
import { excerpt, table } from '../reporter.ts';
import { importTaken, leftServers, planTakeOver, type TakenServer, type TakeOver } from '../take-over.ts';

export interface ConnectOptions {
  readonly persona?: string | undefined;
  readonly mode?: GatewayMode | undefined;
  readonly project?: boolean | undefined;
  readonly name?: string | undefined;
  readonly takeOver?: boolean | undefined;
  readonly timeout?: number | undefined;
  readonly dryRun?: boolean | undefined;
  readonly undo?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly replace?: boolean | undefined;
}

/**
 * `pegboard connect [client]`: shows the exact change of the client's configuration, asks once, writes it with a backup; `--undo` takes it
 * back. Without a client: lists them. Exit code 1 when a server that was to be taken over stays in the file.
 */
export async function connect(
  context: CommandContext,
  client: string | undefined,
  options: ConnectOptions,
): CommandResult {
  checkOptions(client, options);
  if (client === undefined) return withServices(context, (services) => listClients(context, services));
  const target = {
    client: clientOf(client),
    scope: options.project ? ('project' as const) : ('user' as const),
    project: context.io.cwd,
  };
  if (options.undo)
    return withServices(context, (services) =>
      disconnect(context, services, { ...target, ...named(options) }, options),
    );
  return withWorkspace(context, (services) =>
    connectClient(context, services, { ...target, ...named(options), ...served(options) }, options),
  );
}

type Target = Pick<ConnectRequest, 'client' | 'scope' | 'project' | 'name'>;

async function connectClient(
  context: CommandContext,
  services: Services,
  target: Omit<ConnectRequest, 'take_over'>,
  options: ConnectOptions,
): CommandResult {
  const { io, reporter } = context;
  const alone = await services.connect.plan({ ...target, take_over: [] });
  const taking = options.takeOver ? await planTakeOver(context, services, alone) : null;
  const plan = taking ? await services.connect.plan({ ...target, take_over: taking.wanted }) : alone;
  if (options.dryRun || !plan.changes) {
    const servers = taking ? leftServers(taking.plan) : [];
    report(context, plan, {
      state: plan.changes ? 'planned' : 'unchanged',
      backup: null,
      servers,
      wanted: taking?.wanted ?? [],
    });
    return 0;
  }
  await askForChange(context, { plan, taking }, options);
  const servers = taking ? await importTaken(context, services, taking, options) : [];
  const taken = servers.filter(({ state }) => state === 'taken_over').map(({ name }) => name);
  const request = { ...target, take_over: taken };
  // A server that failed stays in the file: the change is then smaller than the one that was shown.
  const final = taking ? await services.connect.plan(request) : plan;
  if (final.before !== plan.before) {
    throw new PegboardError('file_changed', `${plan.path} changed since its change was shown. It was not written.`, {
      hint: 'Run the same command again. Servers that became sources stay sources.',
      data: { path: plan.path, servers },
    });
  }
  const { backup, written } = await services.connect.apply(
    { request, before: final.before, after: final.after },
    { signal: io.signal },
  );
  report(context, final, { state: written ? 'connected' : 'unchanged', backup, servers, wanted: taken });
  reporter.note(`Start ${clientTitles[target.client]} again: it reads its configuration when it starts.`);
  return taking && servers.some(({ state, name }) => state === 'left' && !isTurnedOff(taking, name)) ? 1 : 0;
}

const isTurnedOff = ({ plan }: TakeOver, name: string) => plan.leftOut.some(({ server }) => server.name === name);

/**
 * Shows everything and asks once. `--yes` alone does not agree to the loss of an entry that is not this workspace's. Error:
 * `confirmation_required` with the difference, where nobody agrees.
 */
async function askForChange(
  { io, reporter }: CommandContext,
  { plan, taking }: { readonly plan: ConnectPlan; readonly taking: TakeOver | null },
  { yes = false, replace = false }: ConnectOptions,
): Promise<void> {
  const starts = taking?.plan.ready.length ?? 0;
  if (taking && taking.plan.review.servers.length > 0) reporter.note(`${describePlan(taking.plan, reporter)}\n`);
  reporter.note(plainText(plan.diff, { lines: true }));
  const { path, name, replaces } = plan;
  if (replaces) reporter.note(plainText(`${belongs(plan, replaces)} This change replaces it.`));
  if (yes && (replace || !replaces)) return;
  const values = taking
    ? Object.keys(taking.plan.values).filter((name) => taking.plan.values[name]?.from === 'file')
    : [];
  const kept =
    values.length === 0 ? '' : `, keep the values of ${values.join(', ')} for this workspace in your own folder`;
  const start =
    starts === 0
      ? ''
      : `start ${starts === 1 ? 'this server' : `these ${starts} servers`} and add ${starts === 1 ? 'it' : 'them'} as sources${kept}, and `;
  const lost = replaces ? `replace the entry of ${ownerWords(replaces)}, and ` : '';
  const question = `${start}${lost}write this into ${path}?`;
  if (io.ask && (await io.ask(`${question.charAt(0).toUpperCase()}${question.slice(1)}`))) return;
  throw new PegboardError(
    'confirmation_required',
    replaces
      ? `${belongs(plan, replaces)} You have not agreed to replace it; nothing was written.`
      : `${path} would be changed. You have not agreed to that yet; nothing was written.`,
    {
      hint: replaces
        ? `Give this workspace an entry of its own with --name <name>. To replace "${name}", run the same command with --replace --yes.`
        : 'Look at the change with --dry-run; if you agree, run the same command with --yes.',
      data: {
        path,
        diff: plan.diff,
        replaces,
        starts: taking?.plan.ready.map(({ server: { name, runs } }) => ({ name, runs })) ?? [],
      },
    },
  );
}

function belongs({ path, name }: ConnectPlan, owner: EntryOwner): string {
  return `The entry "${name}" in ${path} belongs to ${ownerWords(owner)}.`;
}

function ownerWords(owner: EntryOwner): string {
  if (owner.kind === 'program') return 'another program';
  return owner.workspace === null ? 'the workspace of the current folder' : `the workspace ${owner.workspace}`;
}

interface Reported {
  readonly state: 'planned' | 'unchanged' | 'connected';
  readonly backup: string | null;
  readonly servers: readonly TakenServer[];
  /** Names of the servers that leave the file. */
  readonly wanted: readonly string[];
}

function report({ reporter }: CommandContext, plan: ConnectPlan, { state, backup, servers, wanted }: Reported): void {
  const { client, scope, path, name, diff, replaces } = plan;
  const value = { client, scope, path, name, state, diff, replaces, backup, take_over: wanted, servers };
  reporter.result('connect/1', value, () => {
    const left = servers
      .filter((server) => server.state === 'left')
      .map((server) => `${server.name} stays in the file: ${server.reason}`);
    const title = clientTitles[client];
    const lines = {
      planned: [
        diff.trimEnd(),
        ...(replaces ? [belongs(plan, replaces)] : []),
        `This would be the change to ${path}. Nothing was written.`,
      ],
      unchanged: [`${title} is connected already as "${name}": ${path} was not changed.`],
      connected: [
        `${title} is connected as "${name}" in ${path}.`,
        ...(replaces ? [`It replaced the entry of ${ownerWords(replaces)}, which --undo brings back.`] : []),
        ...(wanted.length === 0 ? [] : [`Taken over: ${wanted.join(', ')}.`]),
        ...(backup === null ? [] : [`Backup of the file: ${backup}`]),
        `Undo it: pegboard connect ${client}${scope === 'project' ? ' --project' : ''} --undo`,
      ],
    }[state];
    return plainText([...lines, ...left].join('\n'), { lines: true });
  });
}

async function disconnect(
  context: CommandContext,
  services: Services,
  target: Target,
  { yes, dryRun }: ConnectOptions,
): CommandResult {
  const { io, reporter } = context;
  const planned = await services.connect.undo({ ...target, apply: false });
  const isNothing = planned.how === 'nothing';
  if (!dryRun && !isNothing && !yes) {
    reporter.note(plainText(planned.diff, { lines: true }));
    if (planned.workspace !== null) reporter.note(plainText(`This takes back the connection of ${planned.workspace}.`));
    if (!io.ask || !(await io.ask(`Write this into ${planned.path}?`))) {
      throw new PegboardError(
        'confirmation_required',
        `${planned.path} would be changed. You have not agreed to that yet; nothing was written.`,
        {
          hint: 'Look at the change with --undo --dry-run; if you agree, run the same command with --yes.',
          data: { path: planned.path, workspace: planned.workspace, diff: planned.diff },
        },
      );
    }
  }
  const done = dryRun ? planned : await services.connect.undo({ ...target, name: planned.name, apply: true });
  reporter.result('disconnect/1', { ...done }, () => plainText(describeUndo(done), { lines: true }));
  return 0;
}

function describeUndo({ how, path, name, workspace, written, ...more }: DisconnectResult): string {
  const { diff, put_back, again, backup } = more;
  if (how === 'nothing') return `${path} has no entry "${name}" that Pegboard wrote. It was not changed.`;
  const sources =
    put_back.length === 0 ? [] : [`${put_back.join(', ')}: in the file again, and still sources of the workspace.`];
  const what = {
    restored: `${path} has its original bytes again.`,
    removed: `${path} was deleted: Pegboard had created it.`,
    edited: `${path} was changed since it was connected, so only the entry "${name}" was ${again ? 'changed' : 'removed'}.`,
  }[how];
  const whose = workspace === null ? [] : [`The workspace ${workspace} is no longer connected as "${name}".`];
  const former = again ? [`The entry "${name}" is that of ${ownerWords(again)} again.`] : [];
  const kept = backup === null ? [] : [`Backup of the file: ${backup}`];
  return written
    ? [...whose, what, ...former, ...sources, ...kept].join('\n')
    : `${diff.trimEnd()}\nNothing was written.`;
}

/** The clients, where each keeps its servers, and whether it is connected. */
async function listClients({ io, reporter }: CommandContext, services: Services): CommandResult {
  const clients = await services.connect.clients({ project: io.cwd });
  reporter.result('connect-clients/1', { clients }, () => {
    const rows = clients.map((one) => [one.client, one.scope, stateOf(one), one.path]);
    return `${table([['client', 'scope', 'state', 'file'], ...rows])}\n\nConnect one: pegboard connect <client>`;
  });
  if (reporter.format === 'human') reporter.findings(clients.flatMap(({ findings }) => findings));
  return 0;
}

function stateOf({ found, connections, servers, findings }: ConnectableClient): string {
  if (findings.length > 0) return 'cannot be changed';
  if (!found) return 'not found';
  const count = `${servers.length} ${servers.length === 1 ? 'server' : 'servers'}`;
  const ours = connections.map(({ name, workspace }) => `${name} → ${workspace ?? 'the current folder'}`).join(', ');
  return excerpt(ours === '' ? count : `connected (${ours}), ${count}`, 80);
}

const named = ({ name }: ConnectOptions) => (name === undefined ? {} : { name });

function served({ persona, mode }: ConnectOptions): Pick<ConnectRequest, 'persona' | 'mode'> {
  return { ...(persona === undefined ? {} : { persona }), ...(mode === undefined ? {} : { mode }) };
}

function clientOf(name: string): ClientId {
  const known = clientIdSchema.options.filter((id) => id !== 'generic');
  const client = known.find((id) => id === name);
  if (client !== undefined) return client;
  throw new PegboardError('usage', `There is no client "${name}".`, { hint: `Choose one of ${known.join(', ')}.` });
}

function checkOptions(client: string | undefined, options: ConnectOptions): void {
  const refuse = (message: string, hint: string) => {
    throw new PegboardError('usage', message, { hint });
  };
  const { undo, takeOver, persona, mode, name, timeout } = options;
  if (client === undefined && Object.keys(options).some((key) => key !== 'workspace' && key !== 'format'))
    refuse('Without a client, connect takes no options.', 'Name a client: pegboard connect <client>.');
  if (undo && (takeOver || persona !== undefined || mode !== undefined))
    refuse('--undo removes the whole connection.', 'Leave --take-over, --persona and --mode out.');
  if (timeout !== undefined && !takeOver) refuse('--timeout belongs to --take-over.', 'Leave it out.');
  checkEntryName(name);
}
