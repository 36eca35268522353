import type { Services } from '#core/services.ts';
import type {
  ExportDecision,
  ExportDone,
  ExportFile,
  ExportPlan,
  ExportRequest,
  LossGroup,
} from '#shared/domain/export-plan.ts';
import { PegboardError } from '#shared/errors.ts';
import type { CommandContext } from './command-context.ts';
import { plainText } from './plain-text.ts';

/** Options of every command that writes an export. */
export interface WriteOptions {
  readonly dryRun?: boolean | undefined;
  readonly keep?: readonly string[] | undefined;
  readonly yes?: boolean | undefined;
  readonly branch?: string | undefined;
  readonly message?: string | undefined;
}

/** Shows the plan of an export, asks about what people changed, and writes it. Returns the exit code. */
export async function runExport(
  context: CommandContext,
  services: Services,
  request: ExportRequest,
  options: WriteOptions,
): Promise<number> {
  const { io, reporter } = context;
  const call = { signal: io.signal };
  if (options.message !== undefined && options.branch === undefined) {
    throw new PegboardError('usage', '--message is for the commit that --branch makes.', {
      hint: 'Name a branch too, or leave --message out.',
    });
  }
  const plan = await services.exports.plan(request, call);
  reporter.findings(plan.findings);
  refuseStray(plan, options.keep);
  if (options.dryRun) {
    reporter.result('export/1', { ...plan, written: false }, () => describe(plan, false));
    return 0;
  }
  const decisions = await decide(context, plan, options);
  const commit =
    options.branch === undefined
      ? null
      : { branch: options.branch, message: options.message ?? `Export to ${options.branch}` };
  const done = await services.exports.apply({ request, revision: plan.revision, decisions, commit }, call);
  reporter.result('export/1', { ...plan, ...done }, () =>
    [
      describe({ ...plan, files: done.files }, done.written),
      ...(done.commit ? [committed(done.commit)] : commit ? [noBranch] : []),
    ].join('\n'),
  );
  return plan.findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}

/** Said where a branch was asked for and git has every file already. */
export const noBranch = 'No branch was made: git has every file of the export already.';

function committed({ id, branch, left }: NonNullable<ExportDone['commit']>): string {
  const back = left === null ? '' : ` It is checked out now; git switch ${left} goes back.`;
  return plainText(`Committed as ${id.slice(0, 10)} on ${branch}.${back}`);
}

function refuseStray({ files }: ExportPlan, keep: readonly string[] = []): void {
  const stray = keep.find((path) => files.every((file) => file.path !== path));
  if (stray === undefined) return;
  throw new PegboardError('usage', `--keep ${stray}: the export has no such file.`, {
    hint: 'Give paths as --dry-run shows them.',
  });
}

async function decide(
  { io, reporter }: CommandContext,
  plan: ExportPlan,
  { keep = [], yes = false }: WriteOptions,
): Promise<Record<string, ExportDecision>> {
  const kept = keep.map((path) => [path, 'keep'] as const);
  const open = plan.files.filter(({ edited, path }) => edited && !keep.includes(path)).map(({ path }) => path);
  if (open.length === 0) return Object.fromEntries(kept);
  if (!yes && io.ask) reporter.note(describe(plan, false));
  const isAgreed = yes || (await io.ask?.(`Replace what people changed: ${open.join(', ')}?`));
  return Object.fromEntries([...kept, ...(isAgreed ? open.map((path) => [path, 'replace'] as const) : [])]);
}

const marks: Readonly<Record<ExportFile['change'], string>> = { added: '+', changed: '~', removed: '-', kept: '=' };

type ShownFile = ExportFile & { readonly decision?: ExportDecision | null };

function describe(
  { target, files, loss }: Omit<ExportPlan, 'files'> & { files: readonly ShownFile[] },
  written: boolean,
) {
  const count = (change: ExportFile['change']) => files.filter((file) => file.change === change).length;
  const hand = ({ edited, decision }: ShownFile) =>
    !edited ? '' : decision === 'keep' ? '  (changed by hand, left as it is)' : '  (changed by hand)';
  const sum = `${count('added')} added, ${count('changed')} changed, ${count('removed')} removed, ${count('kept')} unchanged in ${target}.`;
  const lines = [
    ...files.filter(({ change }) => change !== 'kept').map((file) => `${marks[file.change]} ${file.path}${hand(file)}`),
    ...describeLossGroups(loss),
    written ? sum : `${sum} Nothing was written.`,
  ];
  return plainText(lines.join('\n'), { lines: true });
}

/** What the format cannot say, a line each. */
export function describeLossGroups(loss: readonly LossGroup[]): string[] {
  if (loss.length === 0) return ['Nothing was lost.'];
  const of = ({ count, names: [first = ''] }: LossGroup) =>
    count === 0 ? '' : count === 1 ? ` (${plainText(first)})` : ` (${count})`;
  return [
    'Not mapped exactly:',
    ...loss.map((one) => `  ${one.kind.padEnd(7)} ${one.field}: ${plainText(one.message)}${of(one)}`),
  ];
}
