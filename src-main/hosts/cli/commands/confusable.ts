import { counted } from '#shared/counted.ts';
import type { ConfusablePair, ConfusableReport, Confusion } from '#shared/domain/confusable.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { excerpt } from '../reporter.ts';

export interface ConfusableOptions {
  readonly persona?: string | undefined;
  readonly limit: number;
}

/** `pegboard confusable`: pairs of tools that queries cannot tell apart. Exit code 1 when there are any. */
export async function confusable(context: CommandContext, options: ConfusableOptions): CommandResult {
  if (options.limit < 1) {
    throw new PegboardError('usage', '--limit must be at least 1.', { hint: 'It is how many pairs are printed.' });
  }
  return withWorkspace(context, async (services) => {
    const events = services.search.confusable({ caller: { persona: options.persona } }, { signal: context.io.signal });
    for await (const event of events) {
      if (event.type === 'progress') continue;
      const { report } = event;
      const pairs = report.pairs.slice(0, options.limit);
      context.reporter.result('confusable/1', { ...report, pairs }, () => asText(report, pairs));
      return report.pair_count > 0 ? 1 : 0;
    }
    return 0;
  });
}

function asText(report: ConfusableReport, pairs: readonly ConfusablePair[]): string {
  const asked = `${counted(report.queries, 'query', 'queries')} (${report.golden_queries} golden) about ${counted(report.tools, 'tool')}`;
  if (report.pair_count === 0) return `No two tools are confusable (${asked}).`;
  const clusters = report.clusters.map(
    ({ tools, size, shared }) =>
      `${size} tools that can be taken for one another: ${tools
        .slice(0, 6)
        .map((name) => plainText(name))
        .join(', ')}${size > 6 ? ', …' : ''}${sharedText(shared)}`,
  );
  const more = report.pair_count - pairs.length;
  return [
    `${counted(report.pair_count, 'confusable pair')} (${asked}).`,
    ...(clusters.length > 0 ? [clusters.slice(0, 10).join('\n')] : []),
    ...pairs.map(describePair),
    ...(more > 0 ? [`${more} more: --limit, or --format json.`] : []),
  ].join('\n\n');
}

function describePair({ tools: [first, second], confusions, count, shared, only }: ConfusablePair): string {
  const lines = [`${plainText(first)}  ~  ${plainText(second)}${sharedText(shared)}`];
  for (const [i, name] of [first, second].entries()) {
    const words = only[i] ?? [];
    lines.push(`  only ${plainText(name)}: ${words.length > 0 ? plainText(words.join(', ')) : 'no word'}`);
  }
  const [worst] = confusions;
  if (worst) lines.push(`  ${describeConfusion(worst)}${count > 1 ? ` (and ${count - 1} more)` : ''}`);
  return lines.join('\n');
}

const kinds = { golden: 'golden query', name: 'by its name', sentence: 'by its first sentence' } as const;

function describeConfusion({ query, kind, right, wrong, right_rank, wrong_rank, share }: Confusion): string {
  const asked = `“${excerpt(query, 70)}” (${kinds[kind]})`;
  return `${asked}: ${plainText(wrong)} ranks ${wrong_rank} with ${Math.round(share * 100)} % of the score of ${plainText(right)}, which ranks ${right_rank}`;
}

function sharedText(shared: readonly string[]): string {
  return shared.length > 0 ? `; they share ${plainText(shared.join(', '))}` : '';
}
