import type { Services } from '#core/services.ts';
import type { OptimizeFrom, TextsReport } from '#shared/domain/optimize.ts';
import { editedFieldText } from '#shared/domain/why-not-text.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { excerpt, type Reporter, table } from '../reporter.ts';
import { writtenToConfig } from './optimize-undo.ts';

export interface OptimizeTextsOptions {
  readonly from: OptimizeFrom;
  /** Seconds. */
  readonly since?: number;
  readonly persona?: string;
  readonly check?: boolean;
  readonly apply?: boolean;
}

/** `pegboard optimize texts`: words for overlays that lift tools for what agents asked. */
export async function optimizeTexts(context: CommandContext, options: OptimizeTextsOptions): CommandResult {
  return withWorkspace(context, async (services) => {
    const report = await textsOf(context, services, options);
    const { changes, base, verdict } = report;
    const written = options.apply === true && changes.length > 0;
    if (written)
      await services.optimize.apply('Texts from use', { config: { changes: [...changes], base }, files: [] });
    context.reporter.result('optimize-texts/1', { ...report, written }, () =>
      describeTexts(report, written, context.reporter),
    );
    return options.check && verdict === 'better' && !written ? 1 : 0;
  });
}

async function textsOf(
  { io, reporter }: CommandContext,
  services: Services,
  { from, since, persona }: OptimizeTextsOptions,
): Promise<TextsReport> {
  const { signal } = io;
  // Logs that the user agreed to: what was written since the last read.
  if (from === 'usage') for await (const _ of services.use.read({}, { signal }));
  const input = {
    from,
    ...(since === undefined ? {} : { since: Date.now() - since * 1000 }),
    ...(persona === undefined ? {} : { persona }),
  };
  for await (const event of services.optimize.texts(input, { signal })) {
    if (event.type === 'done') return event.report;
    if (event.done === 0) reporter.note('Trying words on the index…');
  }
  throw new PegboardError('cancelled', 'The proposal was cancelled.');
}

function describeTexts(report: TextsReport, written: boolean, reporter: Reporter): string {
  const { edits, cost, in_sample, held_out } = report;
  const gain = ({ mean, interval }: TextsReport['held_out']) =>
    `${mean.toFixed(3)} (95 %: ${interval[0].toFixed(3)} to ${interval[1].toFixed(3)})`;
  const lines = [
    reporter.paint('bold', report.reason),
    `Reciprocal rank per query, for the queries that the words were chosen from: ${gain(in_sample)}; for others: ${gain(held_out)}.`,
    edits.length === 0
      ? ''
      : table([
          ['tool', 'field', 'text'],
          ...edits.map(({ tool, field, text }) => [tool, editedFieldText[field], text]),
        ]),
    edits.length === 0
      ? ''
      : `Of ${cost.queries} queries, ${cost.better} rank their tool higher and ${cost.worse} lower; first places ${cost.hit_at_1.before} → ${cost.hit_at_1.after}.`,
    table(cost.changed.map(({ query, before, after }) => [excerpt(query, 60), `${before ?? '–'} → ${after ?? '–'}`])),
    written ? writtenToConfig : report.changes.length > 0 ? 'Write it with --apply.' : '',
  ];
  return lines.filter((part) => part !== '').join('\n\n');
}
