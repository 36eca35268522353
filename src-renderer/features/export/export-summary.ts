import type { ExportDone, ExportPlan, LossGroup } from '#shared/domain/export-plan.ts';
import { strings } from '../../strings/export.ts';

const marks = { added: '+', changed: '~', removed: '-', kept: '=' } as const;

/** Lines of files that a summary shows; the rest is counted. */
const shownFiles = 200;

/** What was written, as a text for a pull request. */
export function exportSummary(plan: ExportPlan, done: ExportDone): string {
  const byHand = done.files.filter(({ decision }) => decision === 'keep');
  const touched = done.files.filter(({ change, decision }) => change !== 'kept' && decision !== 'keep');
  const count = (change: keyof typeof marks) => touched.filter((file) => file.change === change).length;
  const lines = [
    strings.exportSummary.exportedToAddedChanged(
      done.target,
      count('added'),
      count('changed'),
      count('removed'),
      done.files.length - touched.length,
    ),
    ...(done.commit ? [strings.exportSummary.commitBranch(done.commit.id, done.commit.branch)] : []),
    ...(touched.length > 0
      ? ['', ...touched.slice(0, shownFiles).map(({ change, path }) => `${marks[change]} ${path}`)]
      : []),
    ...(touched.length > shownFiles ? [strings.exportSummary.more(touched.length - shownFiles)] : []),
    ...(byHand.length > 0 ? ['', strings.exportSummary.changedByHand, ...byHand.map(({ path }) => `= ${path}`)] : []),
    ...(plan.loss.length > 0
      ? ['', strings.exportSummary.notExpressible, ...plan.loss.map((loss) => `- ${lossWords(loss)}`)]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** One loss as a sentence: `phrases: the format has no place for it (12)`. */
export function lossWords({ field, message, count, names }: LossGroup): string {
  const of = count === 0 ? '' : count === 1 ? ` (${names[0] ?? ''})` : ` (${count})`;
  return `${field}: ${message}${of}`;
}
