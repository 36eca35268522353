import { relative, resolve, sep } from 'node:path';
import { lockFileName } from '#core/approval/lock-text.ts';
import { verdictOf } from '#core/audit/verdict.ts';
import { auditedFinding } from '#core/catalog/lint/audited-definition.ts';
import { noGoldenQueries } from '#core/evaluation/run-evaluation.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Services } from '#core/services.ts';
import { pathFrom } from '#core/skills/read/read-skills-at.ts';
import { workspaceFileName } from '#core/workspace/workspace-file.ts';
import type { EvalComparison } from '#shared/domain/eval-comparison.ts';
import type { EvalMetric, EvalReport } from '#shared/domain/eval-set.ts';
import { type Finding, locatedFinding } from '#shared/domain/finding.ts';
import type { PromptComparison } from '#shared/domain/prompt-diff.ts';
import type { CatalogComparison } from '#shared/domain/tool-comparison.ts';
import { isPegboardError } from '#shared/errors.ts';
import type { CommandContext } from '../command-context.ts';
import { failures, readThreshold } from '../commands/eval.ts';
import { type BaselineEntry, compareWithBaseline, type FingerprintedFinding, withFingerprints } from './baseline.ts';
import { type Change, changesOfReview } from './change-formats.ts';
import { checkSources, type SourceCheck } from './check-sources.ts';

export interface CiChecks {
  readonly base?: string | undefined;
  readonly failOn: 'error' | 'warning';
  readonly skills: readonly string[];
  readonly source: readonly string[];
  readonly live: boolean;
  readonly compare?: string | undefined;
  readonly failUnder: readonly string[];
  readonly allowWorse: boolean;
}

/** A run of checks that may fail, and its exit code when none does. */
export const ciExitCodes = { findings: 10, baseline: 11, sources: 12, golden: 13 } as const;
export type CiCheck = keyof typeof ciExitCodes;

/** The golden queries of the workspace: how well they are answered, and which got worse. */
export interface GoldenCheck {
  readonly report: Pick<EvalReport, 'tools' | 'queries' | 'engines'>;
  readonly comparison: EvalComparison | null;
  readonly under: readonly {
    readonly engine: string;
    readonly metric: EvalMetric;
    readonly value: number;
    readonly least: number;
  }[];
}

export interface CiReport {
  readonly base: string | null;
  /** How many findings the baseline accepts. */
  readonly accepted: number;
  /** The findings that it does not accept, with paths as seen from the current folder. */
  readonly open: readonly FingerprintedFinding[];
  /** The entries of the baseline that match nothing any more. */
  readonly stale: readonly BaselineEntry[];
  readonly sources: readonly SourceCheck[];
  /** What differs from `pegboard.lock` and waits for a decision. */
  readonly waiting: readonly Change[];
  /** Null where the workspace has no golden queries. */
  readonly golden: GoldenCheck | null;
  readonly catalog: CatalogComparison;
  /** Null without a base, or where the base has no workspace. */
  readonly prompt: PromptComparison | null;
  readonly failed: readonly CiCheck[];
}

interface Place {
  /** Folder of the workspace. */
  readonly root: string;
  /** What the baseline accepts, given all that was found, with paths as seen from the workspace. */
  readonly baselineFor: (found: readonly FingerprintedFinding[]) => Promise<readonly BaselineEntry[]>;
}

/** Runs every check on the open workspace. Writes nothing; starts servers with `live` only. */
export async function runChecks(
  context: CommandContext,
  services: Services,
  { root, baselineFor, ...asked }: CiChecks & Place,
): Promise<CiReport> {
  const { base, failOn, allowWorse } = asked;
  const call = { signal: context.io.signal };
  const golden = await checkGolden(context, services, asked);
  const inWorkspace = [...(await findingsOf(context, services, asked)), ...golden.findings];
  // The identity of a finding does not depend on the folder in which the command runs.
  const ofFiles = await Promise.all(inWorkspace.map((finding) => ofFile(finding, root)));
  const found = withFingerprints(ofFiles);
  const { open: unaccepted, stale } = compareWithBaseline(found, await baselineFor(found));
  const open = unaccepted.map((finding) => fromFolder(finding, root, context.io.cwd));
  const sources = await checkSources(context, services, { files: asked.source, live: asked.live });
  const catalog = await services.catalog.compareWith({ version: base ?? null }, call);
  const { items } = await services.approvals.review({ golden: false }, call);
  const isWorse = !allowWorse && golden.check?.comparison?.engines.some(({ worse }) => worse > 0);
  const failing: Readonly<Record<CiCheck, boolean>> = {
    findings: open.some((finding) => isGrave(finding, failOn)),
    baseline: stale.length > 0,
    sources: sources.some(({ same }) => !same),
    golden: isWorse === true || (golden.check?.under ?? []).length > 0,
  };
  return {
    base: base ?? null,
    accepted: found.length - open.length,
    open,
    stale,
    sources,
    waiting: changesOfReview(items),
    golden: golden.check,
    catalog,
    prompt: base !== undefined && catalog.version ? await promptChange(services, base, call) : null,
    failed: (Object.keys(ciExitCodes) as CiCheck[]).filter((check) => failing[check]),
  };
}

/** Whether a finding fails where everything from `failOn` on does. */
export function isGrave({ severity }: Finding, failOn: CiChecks['failOn']): boolean {
  return severity === 'error' || (failOn === 'warning' && severity === 'warning');
}

/** What is wrong with the configuration, the sources, the definitions of tools, the packs, and the skills at other places. */
async function findingsOf(
  { io }: CommandContext,
  services: Services,
  { skills }: Pick<CiChecks, 'skills'>,
): Promise<Finding[]> {
  const call = { signal: io.signal };
  const summary = await services.workspace.current();
  const loaded = await services.skills.load({ reload: false }, call);
  const elsewhere: Finding[] = [];
  for (const path of skills) {
    const { findings } = await services.skills.validate({ path: resolve(io.cwd, path), profiles: [] }, call);
    elsewhere.push(...findings);
  }
  return [
    ...(summary?.findings ?? []),
    ...(await services.catalog.findings(call)),
    ...(await partFindings(services, call)),
    ...loaded.findings,
    ...loaded.packs.flatMap(({ findings }) => findings),
    ...elsewhere,
  ];
}

/** What an audit finds in instructions, prompts and skills of servers that wait for a decision. */
async function partFindings(services: Services, call: { readonly signal: AbortSignal }): Promise<Finding[]> {
  const { items } = await services.approvals.review({ golden: false }, call);
  const paths = new Map((await services.sources.list()).map(({ name, path }) => [name, path]));
  return items
    .filter(({ kind, state, findings }) => kind !== 'tool' && state !== 'rejected' && verdictOf(findings) !== 'clean')
    .flatMap(({ tool, source, findings }) => {
      const place = { subject: tool, path: paths.get(source) ?? lockFileName, line: undefined };
      return findings.map((found) => locatedFinding(auditedFinding(found), place));
    });
}

/** Packs that come with Pegboard have no path in a repository. */
const isShipped = (path: string) => path.startsWith('shipped:');

/** A finding with a file as its path, seen from the workspace. What names a setting is about `pegboard.yaml`. */
async function ofFile(finding: Finding, root: string): Promise<Finding> {
  const { path } = finding;
  if (path === undefined || isShipped(path)) return finding;
  const file = resolve(root, path);
  if (await nodeFiles.exists(file)) return { ...finding, path: relative(root, file).split(sep).join('/') };
  return locatedFinding(finding, { subject: path, path: workspaceFileName, line: undefined });
}

/** The same with its path seen from the current folder, as code hosts need it. */
function fromFolder<Found extends Finding>(finding: Found, root: string, cwd: string): Found {
  if (finding.path === undefined || isShipped(finding.path)) return finding;
  return { ...finding, path: pathFrom(cwd, resolve(root, finding.path)) };
}

async function checkGolden(
  { io }: CommandContext,
  services: Services,
  { base, compare, failUnder }: CiChecks,
): Promise<{ readonly check: GoldenCheck | null; readonly findings: readonly Finding[] }> {
  const thresholds = failUnder.map(readThreshold);
  const { queries, findings } = await services.evaluation.golden();
  if (queries.length === 0) {
    // A gate without anything to measure must not be green.
    if (thresholds.length > 0 || compare !== undefined) throw noGoldenQueries(undefined, findings);
    return { check: null, findings };
  }
  const request = { queries: null, tools: null, engines: [], intervals: false };
  const compared = compare === undefined ? { compare_at: base } : { compare: resolve(io.cwd, compare) };
  const measure = (other: typeof compared | Record<string, never>) =>
    services.evaluation.evaluate({ ...request, ...other }, { signal: io.signal });
  const { report, comparison } = await measure(compared).catch((error: unknown) => {
    // A base from before the workspace has nothing to compare with.
    if (compare === undefined && isPegboardError(error) && error.code === 'workspace_not_found') return measure({});
    throw error;
  });
  const { tools, engines } = report;
  const under = thresholds.flatMap((threshold) => failures(threshold, engines));
  return { check: { report: { tools, queries: report.queries, engines }, comparison, under }, findings };
}

async function promptChange(
  services: Services,
  base: string,
  call: { readonly signal: AbortSignal },
): Promise<PromptComparison> {
  const { comparison } = await services.prompt.compare(
    { before: { profile: 'workspace', at: base }, after: { profile: 'workspace' } },
    call,
  );
  return comparison;
}
