import { Button, Loader } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useSourceList } from '../../platform/source-watch.ts';
import type { ToolTokens } from '../../platform/tool-tokens.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/catalog.ts';
import { DetailsFrame } from '../../ui/details-frame.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { fill } from '../../ui/fill.tsx';
import { ScreenWaits } from '../../ui/screen-waits.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { DiscoveryAdvice } from '../discovery-fixes/discovery-advice.tsx';
import { NoTools } from '../server-review/no-tools.tsx';
import { BudgetBar } from './budget-bar.tsx';
import { clearFilters, shownCatalog } from './catalog-acts.ts';
import { CatalogPanels } from './catalog-panels.tsx';
import { focusPlace, places } from './catalog-places.ts';
import type { CatalogRow } from './catalog-rows.ts';
import { hiddenNow, initialView, useCatalogStore } from './catalog-store.ts';
import { CatalogTable } from './catalog-table.tsx';
import { CatalogToolbar } from './catalog-toolbar.tsx';
import { BulkDialog } from './curate/bulk-dialog.tsx';
import { FacetPanel } from './facet-panel.tsx';
import { type CatalogFilter, isFiltered, toggleFacet, treeFacets } from './facets.ts';
import { TokenMapPanel } from './map/token-map-panel.tsx';
import { type AlikeSearch, useAlike } from './similar-tools/use-alike.ts';
import { SourceTree } from './source-tree/source-tree.tsx';
import { ToolDetailView } from './tool-detail-view.tsx';
import { useCatalog, useToolDetail } from './use-catalog.ts';

/** Every tool of the workspace: narrow it down, compare what it costs, look at one from all sides (R19.06, R19.07). */
export function CatalogPage() {
  const alike = useAlike();
  const { rows, tokens, isLinting, error } = useCatalog(alike.twins);
  return (
    <>
      <h1 className="visually-hidden">{strings.catalogPage.catalog}</h1>
      {rows && rows.length > 0 ? (
        <Catalog rows={rows} toolTokens={tokens} isLinting={isLinting} alike={alike} />
      ) : rows && !error ? (
        <NoTools />
      ) : (
        <ScreenWaits error={error}>{strings.catalogPage.loadingCatalog}</ScreenWaits>
      )}
    </>
  );
}

interface CatalogProps {
  readonly rows: readonly CatalogRow[];
  readonly toolTokens: ToolTokens;
  readonly isLinting: boolean;
  readonly alike: AlikeSearch;
}

function Catalog({ rows, toolTokens, isLinting, alike }: CatalogProps) {
  const path = useWorkspace()?.path ?? '';
  const view = useCatalogStore((state) => state.views[path] ?? initialView);
  const hiddenColumns = useCatalogStore((state) => state.hiddenColumns);
  const hasMap = useCatalogStore((state) => state.hasMap);
  const hasFilters = useCatalogStore((state) => state.hasFilters);
  const { change, showFilters } = useCatalogStore.getState();
  const { text, chosen, sort, selection, isBudgeting, node, turned } = view;
  const hidden = useMemo(() => hiddenNow(hiddenColumns, { isBudgeting }), [hiddenColumns, isBudgeting]);
  // Drawing the table must not hold up the next letter.
  const filterText = useDeferredValue(text);
  const filterChosen = useDeferredValue(chosen);
  const { rows: shown, order, byName, facets } = shownCatalog(rows, { text: filterText, chosen: filterChosen, sort });
  const tokens = useMemo(() => toolTokens.sum(shown.map(({ tool }) => tool)), [shown, toolTokens]);
  const chosenTools = useMemo(
    () => shown.flatMap(({ tool }) => (selection.names.has(tool.name) ? [tool] : [])),
    [shown, selection],
  );
  const names = useMemo(() => chosenTools.map(({ name }) => name), [chosenTools]);
  const detail = useDetailName(selection.current, {
    isListed: byName.has(selection.current ?? ''),
    filterText,
    chosen: filterChosen,
  });
  const onScroll = useRememberedScroll(path);
  const narrowed = isFiltered(view);

  const left = (
    <div className="column">
      <SourceTree path={path} rows={rows} tokens={toolTokens} counts={facets.source} {...{ node, chosen, turned }} />
      <FacetPanel
        facets={facets}
        chosen={chosen}
        left={treeFacets({ rows })}
        alike={alike}
        isOpen={hasFilters}
        onOpen={showFilters}
        onToggle={(facet, value) => change(path, { chosen: toggleFacet(chosen, facet, value) })}
      />
    </div>
  );
  const table = (
    <section className="column" aria-label={strings.catalogPage.tools}>
      <CatalogToolbar
        text={text}
        shown={shown.length}
        all={rows.length}
        tokens={tokens}
        selected={names}
        isFiltered={narrowed}
        isLinting={isLinting}
        isBudgeting={isBudgeting}
        onText={(next) => change(path, { text: next })}
        onClear={clearFilters}
      />
      <DiscoveryAdvice />
      {hasMap && <TokenMapPanel rows={rows} tokens={toolTokens} chosen={chosen} />}
      {isBudgeting && <BudgetBar view={view} chosen={chosenTools} tokens={toolTokens} />}
      {shown.length > 0 ? (
        <CatalogTable
          rows={shown}
          order={order}
          sort={sort}
          hidden={hidden}
          selection={selection}
          initialScroll={view.scroll}
          onScroll={onScroll}
        />
      ) : (
        <NothingMatches text={filterText.trim()} onClear={clearFilters} />
      )}
      <BulkDialog tools={chosenTools} />
    </section>
  );
  return <CatalogPanels left={left} table={table} details={<ToolDetailPanel name={detail} />} />;
}

/**
 * The tool that the details show: the current row of the table. A change of the catalog may take it out of the table, as when
 * somebody mends what the filter looks for; then it stays until the filter or the row changes.
 */
function useDetailName(
  current: string | null,
  { isListed, filterText, chosen }: { isListed: boolean; filterText: string; chosen: CatalogFilter['chosen'] },
): string | null {
  const [seen, setSeen] = useState({ current, filterText, chosen, isListed });
  const isAsSeen = seen.current === current && seen.filterText === filterText && seen.chosen === chosen;
  if (!isAsSeen || (isListed && !seen.isListed)) setSeen({ current, filterText, chosen, isListed });
  return isListed || (isAsSeen && seen.isListed) ? current : null;
}

function NothingMatches({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <div className="scrolling-rest" data-testid="catalog-nothing">
      <EmptyPage
        icon={<IconFilterOff size={28} />}
        title={strings.catalogPage.noToolMatches}
        actions={
          <Button variant="filled" onClick={onClear}>
            {strings.catalogPage.clearFilters}
          </Button>
        }
      >
        {strings.catalogPage.textMustMatchNames}
        {text !== '' && <WhyNotThere key={text} name={text} />}
      </EmptyPage>
    </div>
  );
}

/** Keeps where the table stands, when it rests: scrolling itself must not draw anything. */
function useRememberedScroll(path: string): (top: number) => void {
  const state = useRef<{ timer: ReturnType<typeof setTimeout> | undefined; top: number | null }>({
    timer: undefined,
    top: null,
  });
  const { save, onScroll } = useMemo(() => {
    const save = () => {
      const { top } = state.current;
      if (top !== null) useCatalogStore.getState().change(path, { scroll: top });
      state.current.top = null;
    };
    const onScroll = (top: number) => {
      clearTimeout(state.current.timer);
      state.current = { top, timer: setTimeout(save, 300) };
    };
    return { save, onScroll };
  }, [path]);
  useEffect(
    () => () => {
      clearTimeout(state.current.timer);
      save();
    },
    [save],
  );
  return onScroll;
}

/**
 * Why the table has no tool of a name that somebody wrote out: policy, facets, or a source that is off (R15.02). Nothing
 * where the name means nothing.
 */
function WhyNotThere({ name }: { name: string }) {
  const { data } = useToolDetail(name);
  const source = useSourceList().find((each) => !each.enabled && name.startsWith(`${each.name}.`));
  if (!data && !source) return null;
  const tool = <VisibleText as="strong" className="mono" text={name} lines={false} />;
  return (
    <p data-testid="why-not-there">
      {!data
        ? fill(strings.catalogPage.mayBelongToSource, { tool, source: source?.name })
        : data.denied_by === null
          ? fill(strings.catalogPage.isInCatalogBut, { tool })
          : fill(strings.catalogPage.workspacePolicyDenies, { tool, deniedBy: data.denied_by })}
    </p>
  );
}

/** The right: one tool from all sides. */
function ToolDetailPanel({ name }: { name: string | null }) {
  return (
    <DetailsFrame
      id={places.details}
      label={strings.catalogPage.detailsTool}
      testId="tool-details"
      onEscape={() => focusPlace('table')}
    >
      {name === null ? (
        <p className="dim flush">{strings.catalogPage.selectToolToSee}</p>
      ) : (
        <LoadedDetail key={name} name={name} />
      )}
    </DetailsFrame>
  );
}

function LoadedDetail({ name }: { name: string }) {
  const { data, error } = useToolDetail(name);
  if (data) return <ToolDetailView detail={data} />;
  if (error) return <ErrorNotice error={error} />;
  if (data === null) return <p className="dim flush">{strings.catalogPage.thisTool}</p>;
  return <Loader size="sm" aria-label={strings.catalogPage.loadingTool} />;
}
