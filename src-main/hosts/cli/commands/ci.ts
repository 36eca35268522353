import { resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import { counted } from '#shared/counted.ts';
import { PegboardError } from '#shared/errors.ts';
import {
  type BaselineEntry,
  baselineFile,
  baselineText,
  type FingerprintedFinding,
  newBaseline,
  readBaseline,
} from '../ci/baseline.ts';
import { ciMarkdown } from '../ci/ci-markdown.ts';
import { type CiReport, ciExitCodes, isGrave, runChecks } from '../ci/run-checks.ts';
import { type CommandContext, type CommandResult, findWorkspace, withServices } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { toSarif } from '../sarif.ts';
import { writeOutput } from './eval.ts';

export interface CiOptions {
  readonly base?: string | undefined;
  readonly baseline?: string | undefined;
  readonly writeBaseline?: boolean | undefined;
  readonly failOn: 'error' | 'warning';
  readonly skills?: readonly string[] | undefined;
  readonly source?: readonly string[] | undefined;
  readonly live?: boolean | undefined;
  readonly compare?: string | undefined;
  readonly failUnder?: readonly string[] | undefined;
  readonly allowWorse?: boolean | undefined;
  /** Files for the summary and for the findings. */
  readonly markdown?: string | undefined;
  readonly sarif?: string | undefined;
}

/**
 * `pegboard ci`: every check that a pull request needs, in one report. Exit code 0 when all pass, 10 to 13 when one fails, which
 * `ciExitCodes` lists, and 1 when several do.
 */
export async function ci(context: CommandContext, options: CiOptions): CommandResult {
  const { io, reporter } = context;
  const root = await findWorkspace(context);
  const path = options.baseline === undefined ? resolve(root, baselineFile) : resolve(io.cwd, options.baseline);
  if (options.baseline !== undefined && !options.writeBaseline) await refuseMissing(path, options.baseline);
  return withServices(context, async (services) => {
    await services.workspace.open({ path: root });
    const report = await runChecks(context, services, {
      root,
      baselineFor: (found) => (options.writeBaseline ? writeBaseline(path, found, options) : readBaseline(path)),
      base: options.base,
      failOn: options.failOn,
      skills: options.skills ?? [],
      source: options.source ?? [],
      live: options.live ?? false,
      compare: options.compare,
      failUnder: options.failUnder ?? [],
      allowWorse: options.allowWorse ?? false,
    });
    const markdown = ciMarkdown(report);
    if (options.markdown !== undefined) await writeOutput(resolve(io.cwd, options.markdown), markdown);
    if (options.sarif !== undefined) {
      await writeOutput(resolve(io.cwd, options.sarif), await toSarif(report.open, io.cwd));
    }
    reporter.result('ci/1', asJson(report), () => markdown);
    if (options.writeBaseline) {
      const accepted = (await readBaseline(path)).length;
      reporter.note(
        plainText(
          `Written: ${path}. It accepts ${counted(accepted, 'finding')}; only ${failing[options.failOn]} fail this check.`,
        ),
      );
    }
    const [first, ...others] = report.failed;
    if (first === undefined) return 0;
    return others.length > 0 ? 1 : ciExitCodes[first];
  });
}

/** What fails the check of findings, in words. */
const failing = { error: 'errors', warning: 'errors and warnings' } as const;

/** Refuses a baseline that was named and is not there: a misspelt name must not look like one that accepts nothing. */
async function refuseMissing(path: string, given: string): Promise<void> {
  if (await nodeFiles.exists(path)) return;
  throw new PegboardError('file_not_found', `The baseline ${path} does not exist.`, {
    hint: `Check the path, or write it: pegboard ci --baseline ${given} --write-baseline`,
    data: { path },
  });
}

/** Accepts every finding that would fail. Errors: `folder_read_only`, `disk_full`, and those of reading the file before. */
async function writeBaseline(
  path: string,
  found: readonly FingerprintedFinding[],
  { failOn }: CiOptions,
): Promise<readonly BaselineEntry[]> {
  const failing = found.filter((finding) => isGrave(finding, failOn));
  const accepted = newBaseline(failing, await readBaseline(path));
  await writeOutput(path, baselineText(accepted));
  return accepted;
}

function asJson({ base, failed, accepted, open, stale, sources, waiting, golden, catalog, prompt }: CiReport) {
  return {
    failed,
    base: catalog.version && base !== null ? { name: base, commit: catalog.version.commit } : null,
    findings: open,
    accepted,
    stale,
    sources,
    waiting: waiting.map(({ source, name, what, says, isWithheld }) => ({
      source,
      name,
      what,
      says,
      withheld: isWithheld,
    })),
    golden,
    prompt: prompt && { before: prompt.before, after: prompt.after },
    tools: catalog.tools,
  };
}
