import { queryOptions } from '@tanstack/react-query';
import type { UseFilter, UseReportInput, UseRow, UseRows } from '#shared/domain/use-report.ts';
import { screenActs } from '../../platform/screen-acts.ts';
import { known, type OpenRevision, thisWindow } from '../../platform/this-window.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { emptyPolicy, usePlayground } from '../../state/playground-store.ts';
import { rowForKey } from '../../state/selection.ts';
import { strings } from '../../strings/use.ts';
import { toolSubject } from '../catalog/catalog-store.ts';
import { focusUsePlace } from './use-places.ts';
import { noFilters, type UseFigure, type UseScope, type UseTab, type UseView, useUse, viewOf } from './use-store.ts';

const dayMs = 86_400_000;

/** Events of a page. */
const pageEvents = 100;

/** The logs on this computer, and which of them may be read. */
export const originsQuery = (path: string) =>
  queryOptions({
    queryKey: ['use-origins', path],
    queryFn: ({ signal }) => thisWindow().client.use.origins(undefined, { signal }),
    staleTime: 0,
  });

/** The figures of a scope. They depend on the catalog too, so its revision is in the key. */
export const reportQuery = ({ path, revision }: OpenRevision, input: UseReportInput) =>
  queryOptions({
    queryKey: ['use-report', path, revision, input],
    queryFn: ({ signal }) => thisWindow().client.use.report(input, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The newest events of a filter; older ones are added to the answer. */
export const rowsQuery = ({ path, revision }: OpenRevision, filter: UseFilter) =>
  queryOptions({
    queryKey: ['use-rows', path, revision, filter],
    queryFn: ({ signal }) => thisWindow().client.use.rows({ filter, limit: pageEvents }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The scope in the terms of the contract. Days begin at midnight in UTC, so that a scope stays the same for a day. */
export function reportInput({ period, origin, source, client }: UseScope, now: number): UseReportInput {
  return {
    ...(period !== 'all' && { since: Math.floor(now / dayMs) * dayMs - Number(period) * dayMs }),
    ...(origin !== null && { origins: [origin] }),
    ...(source !== null && { source }),
    ...(client !== null && { client: client === '' ? null : client }),
  };
}

/** The events that the screen lists. */
export function rowsFilter(view: UseView, now: number): UseFilter {
  return { ...reportInput(view, now), ...view.figure?.filter };
}

const change = (path: string, view: Partial<UseView>) => useUse.getState().change(path, view);

const placeActs = screenActs('use', ({ path }) => ({ path, view: viewOf(path) }));

const eventActs = screenActs('use', (workspace) => {
  const view = viewOf(workspace.path);
  const filter = rowsFilter(view, Date.now());
  const query = rowsQuery(workspace, filter);
  const page = known(query);
  if (page === null) return null;
  const at = page.rows.findIndex(({ id }) => id === view.current);
  return { path: workspace.path, filter, query, page, at, row: page.rows[at] ?? null };
});

/** Whether the screen is shown. */
export const isUse = () => placeActs.mayBe(() => true);

export function showTab(tab: UseTab): void {
  placeActs.do(({ path }) => change(path, { tab }));
}

/** Lists the events behind a figure. */
export const showFigure = (path: string, figure: UseFigure) => change(path, { figure, current: null });

export const hasFigure = () => placeActs.mayBe(({ view }) => view.figure !== null);

/** Lists all events of the scope again. */
export function showAllEvents(): void {
  placeActs.do(({ path }) => change(path, { figure: null, current: null }));
}

/** Filters the figures and the events. */
export const filterUse = (path: string, scope: Partial<UseScope>) => change(path, { ...scope, current: null });

export const hasFilters = () => placeActs.mayBe(({ view }) => isFiltered(view));

export function isFiltered({ period, origin, source, client }: UseScope): boolean {
  return period !== noFilters.period || origin !== null || source !== null || client !== null;
}

export function clearFilters(): void {
  placeActs.do(({ path }) => filterUse(path, noFilters));
}

/** Moves in the events by a key. Whether the key is one that moves. */
export function pressInEvents(key: string, pageRows: number): boolean {
  if (rowForKey(key, 0, 1, 1) === null) return false;
  eventActs.do(({ path, page, at }) => {
    const next = page.rows[rowForKey(key, at, page.rows.length, pageRows) ?? -1];
    if (next) change(path, { current: next.id });
  });
  return true;
}

export const chooseEvent = (path: string, id: number) => change(path, { current: id });

/** Where an event leads: the tool in the catalog, or the search in the playground; null where neither is there. */
export function targetOf(row: UseRow | null): { readonly tool: string } | { readonly query: string } | null {
  if (row === null) return null;
  if (row.kind === 'search') return row.query === null ? null : { query: row.query };
  return row.tool === null ? null : { tool: row.tool };
}

export const canOpenEvent = () => eventActs.mayBe(({ row }) => targetOf(row) !== null);

/** Opens what the selected event is about. */
export function openEvent(): void {
  eventActs.do(({ path, row }) => {
    const target = targetOf(row);
    if (target) openTarget(path, target);
  });
}

export function openTarget(path: string, target: NonNullable<ReturnType<typeof targetOf>>): void {
  if ('tool' in target) {
    toolSubject.show(path, target.tool);
    useNavigation.getState().goTo('catalog');
    return;
  }
  usePlayground.setState({ query: target.query, policy: emptyPolicy, selected: null });
  useNavigation.getState().goTo('playground');
}

export const hasEvent = () => eventActs.mayBe(({ row }) => row !== null);

/** Lists all events of the session of the selected one. */
export function showSession(): void {
  eventActs.do(({ path, row }) => {
    if (row) change(path, { figure: sessionFigure(row.session), current: row.id });
  });
}

const shownOfSession = 24;
const sessionFigure = (session: string): UseFigure => ({
  title: strings.rows.session(session.slice(0, shownOfSession)),
  filter: { session },
});

export const hasOlder = () => eventActs.mayBe(({ page }) => page.next !== null);

/** Adds the page of events before those that are listed. */
export function showOlder(): void {
  eventActs.do(async ({ filter, query, page }) => {
    if (page.next === null) return;
    const { client, queries } = thisWindow();
    const more = await client.use.rows({ filter, before: page.next, limit: pageEvents });
    queries.setQueryData<UseRows>(query.queryKey, (before) =>
      before?.next === page.next ? { rows: [...before.rows, ...more.rows], next: more.next } : before,
    );
  });
}

/** Goes from the events to what the keyboard can open there. */
export const goToEvents = () => focusUsePlace('events');
