import { resolve } from 'node:path';
import { reportTables } from '#core/experiments/report/report-texts.ts';
import type { Services } from '#core/services.ts';
import type { ExperimentFormat } from '#shared/contract/experiments.ts';
import type { ExperimentReport, ExperimentRun } from '#shared/domain/experiment.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { type Reporter, table } from '../reporter.ts';
import { writeOutput } from './eval.ts';

/** `pegboard experiment report`. */
export async function experimentReport(
  context: CommandContext,
  given: string | undefined,
  { out }: { readonly out?: string },
): CommandResult {
  return withWorkspace(context, async (services) => {
    const { id } = await chosenRun(services, given);
    await printReport(context, services, { id, out });
    return 0;
  });
}

/** The experiment of an id or of its beginning; without one the newest that fits. Error: `unknown_run`. */
export async function chosenRun(
  services: Services,
  given: string | undefined,
  fits: (run: ExperimentRun) => boolean = () => true,
): Promise<ExperimentRun> {
  const runs = await services.experiments.list();
  const found = given === undefined ? runs.filter(fits).slice(0, 1) : runs.filter(({ id }) => id.startsWith(given));
  const [run, ...others] = found;
  if (run && others.length === 0) return run;
  const what =
    given === undefined ? 'There is no such experiment in this workspace.' : `There is no experiment ${given}.`;
  throw new PegboardError('unknown_run', run ? `Several experiments begin with ${given}.` : what, {
    hint: '"pegboard experiment list" lists those of this workspace; "pegboard experiment run" runs one.',
  });
}

/** Prints the report in the format of the command, or writes it into a file. */
export async function printReport(
  context: CommandContext,
  services: Services,
  { id, out }: { readonly id: string; readonly out: string | undefined },
): Promise<void> {
  const { io, reporter } = context;
  const format = formatOf(context);
  if (format === null && out === undefined) {
    const report = await services.experiments.report({ id });
    reporter.result('experiment/1', { ...report }, () => describe(report, reporter));
    return;
  }
  const { text } = await services.experiments.export({ id, format: format ?? formatOfFile(out ?? '') });
  if (out === undefined) {
    io.stdout.write(text);
    return;
  }
  const path = resolve(io.cwd, out);
  await writeOutput(path, text);
  reporter.result('experiment-written/1', { id, path }, () => `Written: ${plainText(path)}`);
}

/** The document that is asked for; null for the terminal and for JSON. */
function formatOf({ csv, document }: CommandContext): ExperimentFormat | null {
  if (csv) return 'csv';
  return document === 'markdown' || document === 'html' ? document : null;
}

function formatOfFile(path: string): ExperimentFormat {
  if (/\.html?$/i.test(path)) return 'html';
  if (/\.csv$/i.test(path)) return 'csv';
  return /\.json$/i.test(path) ? 'json' : 'markdown';
}

/** An experiment in which no trial counts has no figures: why, what to check, and how it goes on. */
function describeNothing({ run, experiment: { model } }: ExperimentReport): string[] {
  const { stopped_by, trials } = run;
  const why = stopped_by === null ? '' : ` It stopped: ${stopped_by.replace(/\.?$/, '.')}`;
  return [
    `No trial of ${trials.all} counts, so there is nothing to compare.${why}`,
    ...(trials.failed > 0 && model.provider !== 'scripted'
      ? ['Check that the service of the model runs, and that its address, its key and the name of the model are right.']
      : []),
    `Go on with: pegboard experiment resume ${run.id}`,
  ].map((line) => plainText(line));
}

function describe(report: ExperimentReport, reporter: Reporter): string {
  if (report.run.trials.done === 0) return describeNothing(report).join('\n');
  const { arms, comparisons, causes } = reportTables(report);
  const shown = [arms, comparisons, causes].filter(({ rows }) => rows.length > 0);
  const tables = shown.map(
    ({ title, head, rows }) => `${reporter.paint('bold', plainText(title))}\n${table([head, ...rows])}`,
  );
  const notes = report.notes.map((note) => `- ${plainText(note)}`).join('\n');
  return [`${reporter.paint('bold', plainText(report.run.name))}  ${report.run.id}`, ...tables, notes].join('\n\n');
}
