import type { Services } from '#core/services.ts';
import type { UseOrigin } from '#shared/domain/use.ts';
import type { UseFilter, UseReadResult, UseReport, UseRow } from '#shared/domain/use-report.ts';
import { useRowsInputSchema } from '#shared/domain/use-report.ts';

/** Reads what is allowed; the results by origin. */
export async function readUse(services: Services, origins?: UseOrigin[]): Promise<readonly UseReadResult[]> {
  let results: readonly UseReadResult[] = [];
  for await (const event of services.use.read({ ...(origins ? { origins } : {}) })) {
    if (event.type === 'done') results = event.origins;
  }
  return results;
}

/** All rows of a filter, page by page. */
export async function allRows(services: Services, filter: UseFilter, limit = 7): Promise<UseRow[]> {
  const rows: UseRow[] = [];
  for (let before: number | undefined; ; ) {
    const page = await services.use.rows(useRowsInputSchema.parse({ filter, limit, before }));
    rows.push(...page.rows);
    if (page.next === null) return rows;
    before = page.next;
  }
}

/** Every figure of a report beside the number of rows that its filter gives; those that differ. */
export async function wrongFigures(services: Services, report: UseReport, scope: UseFilter): Promise<string[]> {
  const wrong: string[] = [];
  const check = async (name: string, filter: UseFilter, expected: number, of = (rows: UseRow[]) => rows.length) => {
    const count = of(await allRows(services, { ...scope, ...filter }));
    if (count !== expected) wrong.push(`${name}: ${expected}, but ${count} rows`);
  };
  const sessions = (rows: UseRow[]) => new Set(rows.map(({ session }) => session)).size;
  await check('events', {}, report.events);
  await check('sessions', {}, report.sessions, sessions);
  await check('calls', { kind: 'call' }, report.calls);
  await check('failed', { kind: 'call', ok: false }, report.failed);
  await check('gets', { kind: 'get' }, report.gets);
  await check('searches', { kind: 'search' }, report.searches.total);
  for (const { origin, events } of report.origins) await check(origin, { origin }, events);
  for (const figure of report.tools) {
    await check(figure.tool, { tool: figure.tool }, figure.calls);
    await check(`${figure.tool} failed`, { tool: figure.tool, ok: false }, figure.failed);
    await check(`${figure.tool} sessions`, { tool: figure.tool }, figure.sessions, sessions);
  }
  for (const { source, calls } of report.sources) await check(source, { source, kind: 'call' }, calls);
  for (const figure of report.clients) {
    await check(`client ${figure.client}`, { client: figure.client, kind: 'call' }, figure.calls);
    await check(`client ${figure.client} searches`, { client: figure.client, kind: 'search' }, figure.searches);
  }
  for (const { day, calls, searches } of report.days) {
    await check(day, { day, kind: 'call' }, calls);
    await check(`${day} searches`, { day, kind: 'search' }, searches);
  }
  for (const { skill, loads } of report.skills) await check(skill, { skill }, loads);
  for (const [search, count] of Object.entries(report.searches.outcomes)) {
    await check(`searches ${search}`, { search: search as UseRow['search'] & string }, count);
  }
  for (const { query, count } of report.searches.empty)
    await check(`empty ${query}`, { search: 'empty', query }, count);
  for (const { query, first, called, count } of report.searches.other) {
    await check(`other ${query}`, { search: 'other', query, first, called }, count);
  }
  for (const { tools, sessions: both, of } of report.together) {
    await check(tools.join(' with '), { together: tools }, both, sessions);
    await check(tools.join(' or '), { either: tools }, of, sessions);
  }
  for (const { said, calls } of report.unmapped) {
    const unmapped = (rows: UseRow[]) => rows.filter(({ tool }) => tool === null).length;
    await check(`unmapped ${said}`, { said, kind: 'call' }, calls, unmapped);
  }
  return wrong;
}
