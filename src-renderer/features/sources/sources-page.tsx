import { Alert, Button, Loader } from '@mantine/core';
import { IconPlug } from '@tabler/icons-react';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { useSources } from '../../platform/source-watch.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import { useSourcesView } from '../../state/sources-view.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/sources.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { fill } from '../../ui/fill.tsx';
import { HostileText } from '../../ui/hostile-text.tsx';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { OfferBar, OfferButton, useProjectOffers } from '../server-review/project-offer.tsx';
import { dismissFailedBefore, type FailedImport, useFailedImports } from './failed-imports.ts';
import { SourceDetails } from './source-details.tsx';
import { useSourceJobs } from './source-jobs.ts';
import { chosenRow, type SourceRow } from './source-rows.ts';
import { useSourceTokens } from './source-tokens.ts';
import styles from './sources.module.css';
import { shownRows } from './sources-model.ts';
import { SourcesTable } from './sources-table.tsx';
import { ToolReviewButton } from './tool-review-dialog.tsx';
import { openToolReview } from './tool-review-model.ts';

/** Where the tools come from: what runs, what failed, what changed, and every way to more. */
export function SourcesPage() {
  const path = useWorkspace()?.path ?? '';
  const { data, error } = useSources();
  const jobs = useSourceJobs((state) => state.jobs);
  const rows = data ? shownRows({ sources: data, jobs, path }) : null;
  return (
    <>
      <h1 className="visually-hidden">{strings.sourcesPage.sources}</h1>
      {rows && rows.length > 0 ? (
        <Sources path={path} rows={rows} />
      ) : error ? (
        <div style={{ padding: 24, maxWidth: 640 }}>
          <ErrorNotice error={error} />
        </div>
      ) : rows ? (
        <>
          <FailedBefore workspace={path} />
          <NoSources />
        </>
      ) : (
        <div className="loading">
          <Loader size="sm" aria-hidden />
          {strings.sourcesPage.loadingSources}
        </div>
      )}
    </>
  );
}

function Sources({ path, rows }: { path: string; rows: readonly SourceRow[] }) {
  const selected = useSourcesView((state) => state.selected[path]);
  const select = useSourcesView((state) => state.select);
  const openAdd = useAddSource((state) => state.open);
  const current = chosenRow(rows, selected);
  return (
    <SplitPanels
      name="sources"
      label={strings.sourcesPage.resizePanels}
      orientation="horizontal"
      panels={[
        {
          defaultSize: 69,
          min: '420px',
          content: (
            <section className="column" aria-label={strings.sourcesPage.sources}>
              <OfferBar />
              <FailedBefore workspace={path} />
              <div className="toolbar">
                <Totals rows={rows} />
                <span className="bar-end">
                  <ToolReviewButton onOpen={openToolReview} />{' '}
                  <Button variant="filled" onClick={() => openAdd()}>
                    {strings.sourcesPage.addSource}
                  </Button>
                </span>
              </div>
              <SourcesTable rows={rows} current={current?.key ?? null} onSelect={(key) => select(path, key)} />
            </section>
          ),
        },
        { defaultSize: 31, min: '320px', content: <SourceDetails row={current} /> },
      ]}
    />
  );
}

function Totals({ rows }: { rows: readonly SourceRow[] }) {
  const sources = rows.flatMap(({ source }): SourceSummary[] => (source ? [source] : []));
  const running = sources.filter(({ state }) => state === 'running').length;
  const { all: tokens, estimator } = useSourceTokens();
  const tools = sources.reduce((sum, source) => sum + source.tools, 0);
  return (
    <span data-testid="sources-count">
      {fill(sources.length === 1 ? strings.sourcesPage.oneSource : strings.sourcesPage.manySources, {
        count: <strong className="mono">{formatCount(sources.length)}</strong>,
      })}
      <span className="dim">
        {' '}
        · {strings.sourcesPage.tools(tools)} ·{' '}
        <span title={strings.sourcesPage.tokensOfPrompt}>
          {fill(strings.sourcesPage.tokens, {
            value: <span className="mono">{tokens === null ? '…' : formatCount(tokens)}</span>,
            estimator,
          })}
        </span>
        {running > 0 && <> · {strings.sourcesPage.running(formatCount(running))}</>}
      </span>
    </span>
  );
}

function NoSources() {
  const open = useAddSource((state) => state.open);
  const offers = useProjectOffers();
  return (
    <EmptyPage
      icon={<IconPlug size={28} />}
      title={strings.sourcesPage.noSourcesYet}
      actions={
        <>
          {offers.map((offer) => (
            <OfferButton key={offer.path} offer={offer} />
          ))}
          <Button {...(offers.length === 0 ? { variant: 'filled' } : {})} onClick={() => open()}>
            {strings.sourcesPage.addSource}
          </Button>
          <CommandLine command="pegboard import --discover" />
        </>
      }
    >
      {strings.sourcesPage.toolsComeFromSources}
    </EmptyPage>
  );
}

const none: readonly FailedImport[] = [];

/** Servers that were not added before the page was loaded again, with the reasons. */
function FailedBefore({ workspace }: { workspace: string }) {
  const failed = useFailedImports(({ before }) => before[workspace] ?? none);
  const openAdd = useAddSource((state) => state.open);
  if (failed.length === 0) return null;
  return (
    <Alert
      variant="outline"
      color="yellow"
      className={styles.failedBefore}
      title={strings.sourcesPage.serversFailedBeforePage(failed.length)}
      data-testid="failed-before"
    >
      <ul>
        {failed.map(({ name, reason }) => (
          <li key={`${name} ${reason}`}>
            <VisibleText as="strong" className="mono" text={name} lines={false} />{' '}
            <HostileText text={reason} limit={300} />
          </li>
        ))}
      </ul>
      <Button size="compact-sm" onClick={() => openAdd()}>
        {strings.sourcesPage.addSource}
      </Button>{' '}
      <Button size="compact-sm" variant="subtle" onClick={() => dismissFailedBefore(workspace)}>
        {strings.sourcesPage.dismiss}
      </Button>
    </Alert>
  );
}
