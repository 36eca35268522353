import type { EngineComparison, EvalComparison } from '#shared/domain/eval-comparison.ts';
import { type EvalRanks, type EvalReport, evalMetricSchema } from '#shared/domain/eval-set.ts';
import { plainText } from './plain-text.ts';
import { excerpt, table } from './reporter.ts';

const shownChanges = 40;
const queryWidth = 60;

/** Two runs for people: how many queries got better and worse under each engine, and which, with old and new rank. */
export function describeComparison({ with: other, engines, added, gone }: EvalComparison): string {
  const parts = engines.map((engine) => describeEngine(engine));
  const unlike = [
    ...(added > 0 ? [`${added} only in this run`] : []),
    ...(gone > 0 ? [`${gone} only in the other`] : []),
  ];
  const note = unlike.length > 0 ? `\nNot compared: ${unlike.join(', ')}.` : '';
  return `Compared with ${plainText(other)}:\n${parts.join('\n')}${note}`;
}

function describeEngine({ engine, better, worse, same, changes, before, after }: EngineComparison): string {
  const metrics = evalMetricSchema.options
    .filter((metric) => before[metric] !== after[metric])
    .map((metric) => `${metric} ${before[metric].toFixed(3)} → ${after[metric].toFixed(3)}`);
  const head = `${[`${engine}: better ${better}, worse ${worse}, same ${same}`, ...metrics].join('; ')}.`;
  const rows = changes.slice(0, shownChanges).map((change) => {
    const wanted = change.relevant.map((group) => group.join(' or ')).join(', ');
    const ranks = `${ranksText(change.before)} → ${ranksText(change.after)}`;
    return [`  ${change.change}`, ranks, excerpt(change.query, queryWidth), excerpt(wanted, queryWidth)];
  });
  const more = changes.length - rows.length;
  return [
    head,
    ...(rows.length > 0 ? [table(rows)] : []),
    ...(more > 0 ? [`  and ${more} more; json has all.`] : []),
  ].join('\n');
}

/** `3`, `–` behind the tenth; several right tools separated by commas. */
function ranksText(ranks: EvalRanks): string {
  return ranks.map((rank) => rank ?? '–').join(', ');
}

/** The metrics of each engine by the namespace of the right tools. */
export function describeNamespaces({ engines }: EvalReport): string {
  const head = ['engine', 'namespace', 'queries', ...evalMetricSchema.options];
  const rows = engines.flatMap(({ engine, namespaces }) =>
    namespaces.map((row) => [
      engine,
      row.namespace || '(none)',
      String(row.queries),
      ...evalMetricSchema.options.map((metric) => row[metric].toFixed(3)),
    ]),
  );
  return table([head, ...rows], [false, false, ...head.slice(2).map(() => true)]);
}
