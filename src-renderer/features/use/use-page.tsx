import { Button, Tabs } from '@mantine/core';
import { IconChartBar, IconFilterOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UseOriginState, UseReport } from '#shared/domain/use-report.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/use.ts';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { exactTime } from '../../ui/relative-time.ts';
import { ScreenWaits } from '../../ui/screen-waits.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { useNow } from '../../ui/use-now.ts';
import { NoTools } from '../server-review/no-tools.tsx';
import { EventList } from './event-list.tsx';
import { GoldenTab } from './golden-tab.tsx';
import { LogList } from './log-list.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PairsTab } from './pairs-tab.tsx';
import { ProposalsTab } from './proposals-tab.tsx';
import { SearchesTab } from './searches-tab.tsx';
import { NamesTab, SourcesTab, ToolsTab } from './tool-tabs.tsx';
import styles from './use.module.css';
import { filterUse, originsQuery, reportInput, reportQuery, showTab } from './use-model.ts';
import { usePlaces } from './use-places.ts';
import { readingOf, readLogsOnce, useReadings } from './use-reading.ts';
import { initialView, type UseTab, type UseView, useTabs, useUse } from './use-store.ts';
import { UseToolbar } from './use-toolbar.tsx';

/** What agents did with the tools, by the logs on this computer: figures, and the events behind each of them. */
export function UsePage() {
  const workspace = useWorkspace();
  return (
    <>
      <h1 className="visually-hidden">{strings.usePage.use}</h1>
      {workspace && (workspace.tools === 0 ? <NoTools /> : <Use workspace={workspace} />)}
    </>
  );
}

function Use({ workspace }: { workspace: WorkspaceSummary }) {
  const { path } = workspace;
  const view = useUse((state) => state.views[path] ?? initialView);
  const now = useNow();
  useEffect(() => readLogsOnce(path), [path]);
  const origins = useQuery(originsQuery(path));
  const whole = useQuery(reportQuery(workspace, {}));
  const report = useQuery({ ...reportQuery(workspace, reportInput(view, now)), placeholderData: keepPreviousData });
  const error = origins.error ?? whole.error ?? report.error;
  if (!origins.data || !whole.data || !report.data)
    return <ScreenWaits error={error}>{strings.usePage.readingLogs}</ScreenWaits>;
  return (
    <SplitPanels
      name="use"
      label={strings.usePage.resizePanels}
      orientation="horizontal"
      panels={[
        {
          defaultSize: 64,
          min: '420px',
          content: (
            <section className="column" aria-label={strings.usePage.figures}>
              <UseToolbar path={path} view={view} whole={whole.data} origins={origins.data} />
              <ReadError path={path} error={error} />
              <UseTabs
                view={view}
                workspace={workspace}
                origins={origins.data}
                whole={whole.data}
                report={report.data}
              />
            </section>
          ),
        },
        { defaultSize: 36, min: '300px', content: <EventList workspace={workspace} view={view} /> },
      ]}
    />
  );
}

function ReadError({ path, error }: { path: string; error: Error | null }) {
  const failed = useReadings((readings) => readingOf(readings, path).error) ?? error;
  return (
    failed && (
      <div className="pad-8-12">
        <ErrorNotice error={failed} />
      </div>
    )
  );
}

interface Figures {
  readonly view: UseView;
  readonly workspace: WorkspaceSummary;
  readonly origins: readonly UseOriginState[];
  /** Of everything that was read. */
  readonly whole: UseReport;
  /** Of what the filters leave. */
  readonly report: UseReport;
}

function UseTabs(figures: Figures) {
  return (
    <Tabs
      value={figures.view.tab}
      onChange={(value) => value !== null && showTab(value as UseTab)}
      keepMounted={false}
      classNames={{ root: 'rest-column', list: 'tab-list', tab: 'tab', panel: 'rest' }}
    >
      <Tabs.List aria-label={strings.usePage.use}>
        {useTabs.map((value) => (
          <Tabs.Tab key={value} value={value}>
            {strings.usePage.tabs[value]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={figures.view.tab}>
        <ScrollRegion
          id={usePlaces.figures}
          className={`${styles.figures} tall scrolls`}
          aria-label={strings.usePage.tabs[figures.view.tab]}
          data-testid="use-figures"
          data-screen-focus
        >
          <TabContent {...figures} />
        </ScrollRegion>
      </Tabs.Panel>
    </Tabs>
  );
}

function TabContent({ view, workspace, origins, whole, report }: Figures) {
  const { path } = workspace;
  if (view.tab === 'logs') return <LogList path={path} origins={origins} />;
  if (whole.events === 0) {
    return (
      <>
        <EmptyPage
          icon={<IconChartBar size={28} />}
          title={strings.usePage.noUseYet}
          actions={
            <Button variant="filled" title="L" onClick={() => showTab('logs')}>
              {strings.usePage.chooseLogs}
            </Button>
          }
        >
          {strings.usePage.allowOneLog}
        </EmptyPage>
        <LogList path={path} origins={origins} />
      </>
    );
  }
  if (report.events === 0) return <NothingLeft path={path} last={whole.last_at} />;
  switch (view.tab) {
    case 'overview':
      return <OverviewTab path={path} report={report} />;
    case 'tools':
      return <ToolsTab path={path} report={report} />;
    case 'sources':
      return <SourcesTab path={path} report={report} />;
    case 'searches':
      return <SearchesTab path={path} report={report} />;
    case 'together':
      return <PairsTab path={path} report={report} />;
    case 'proposals':
      return <ProposalsTab workspace={workspace} />;
    case 'golden':
      return <GoldenTab workspace={workspace} view={view} />;
    case 'names':
      return <NamesTab path={path} report={report} />;
  }
}

/** The filters leave no event. */
function NothingLeft({ path, last }: { path: string; last: number | null }) {
  return (
    <EmptyPage
      icon={<IconFilterOff size={28} />}
      title={strings.usePage.nothingInPeriod}
      actions={
        <Button
          variant="filled"
          onClick={() => filterUse(path, { period: 'all', origin: null, source: null, client: null })}
        >
          {strings.usePage.showAllTime}
        </Button>
      }
    >
      {last === null ? '' : strings.usePage.lastEvent(exactTime(new Date(last).toISOString()))}
    </EmptyPage>
  );
}
