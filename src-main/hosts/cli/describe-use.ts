import { counted } from '#shared/counted.ts';
import type { UseOriginState, UseReport } from '#shared/domain/use-report.ts';
import { excerpt, table } from './reporter.ts';

/** Lines of each table, and characters of a query. */
const [lines, queryWidth] = [15, 60] as const;

/** A report for people: what is carried, what is called, which searches failed. */
export function describeUse(report: UseReport, states: readonly UseOriginState[], since: number): string {
  const day = new Date(since).toISOString().slice(0, 10);
  if (report.events === 0) {
    return states.every(({ events }) => events === 0)
      ? 'No log with a search or a call was read yet.'
      : `The logs have no search and no call since ${day}.`;
  }
  const { carried, searches, together, unmapped } = report;
  const parts = [
    `${counted(report.calls, 'call')} (${report.failed} failed) and ${counted(searches.total, 'search', 'searches')} in ${counted(report.sessions, 'session')} since ${day}.`,
    `${counted(carried.sources, 'source')}, ${counted(carried.tokens.estimate, 'token')} of definitions (estimate), ${carried.used} of ${counted(carried.tools, 'tool')} used in ${counted(carried.days, 'day')}.`,
    section('tool', report.tools, ['calls', 'failed', 'sessions', 'p50 ms', 'p95 ms'], (tool) => [
      ...[tool.tool, tool.calls, tool.failed, tool.sessions],
      ...[rounded(tool.p50_ms), rounded(tool.p95_ms)],
    ]),
    section('source', report.sources, ['tools', 'used', 'tokens', 'calls', 'failed'], (source) => [
      ...[source.source, source.tools, source.used, source.tokens.estimate, source.calls, source.failed],
    ]),
    section('client', report.clients, ['sessions', 'calls', 'searches'], (client) => [
      ...[client.client ?? '(no name)', client.sessions, client.calls, client.searches],
    ]),
    section('never called', carried.never, ['source', 'tokens'], (tool) => [
      tool.tool,
      tool.source,
      tool.tokens.estimate,
    ]),
    section('found nothing', searches.empty, ['times'], (query) => [excerpt(query.query, queryWidth), query.count]),
    section('another tool than the first', searches.other, ['first', 'called', 'times'], (query) => [
      ...[excerpt(query.query, queryWidth), query.first, query.called, query.count],
    ]),
    section('together', together, ['sessions'], (pair) => [pair.tools.join(', '), pair.sessions]),
    section('not in the catalog', unmapped, ['why', 'calls'], (name) => [name.said, name.why, name.calls]),
    section(
      'log',
      states.filter(({ origin }) => report.origins.some((one) => one.origin === origin)),
      ['lines', 'broken', 'events'],
      (state) => [...[state.title, state.lines, state.broken, state.events]],
    ),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function section<Item>(
  name: string,
  items: readonly Item[],
  columns: readonly string[],
  row: (item: Item) => readonly (string | number)[],
): string {
  if (items.length === 0) return '';
  const rows = items.slice(0, lines).map((item) => row(item).map(String));
  const more = items.length > lines ? `\n… and ${items.length - lines} more` : '';
  const isNumber = columns.map((_column, i) => items.length > 0 && typeof row(items[0] as Item)[i + 1] === 'number');
  return table([[name, ...columns], ...rows], [false, ...isNumber]) + more;
}

function rounded(ms: number | null): number | string {
  return ms === null ? '' : Math.round(ms);
}
