import { Alert, Button, Loader } from '@mantine/core';
import { IconPlug } from '@tabler/icons-react';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { useSources } from '../../platform/source-watch.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import { useSourcesView } from '../../state/sources-view.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatCount, formatPlural } from '../../ui/format-number.ts';
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

/** Where the tools come from: what runs, what failed, what changed, and every way to more. */
export function SourcesPage() {
  const path = useWorkspace()?.path ?? '';
  const { data, error } = useSources();
  const jobs = useSourceJobs((state) => state.jobs);
  const rows = data ? shownRows({ sources: data, jobs, path }) : null;
  return (
    <>
      <h1 className="visually-hidden">Sources</h1>
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
          Reading the sources…
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
      label="Resize the panels"
      orientation="horizontal"
      panels={[
        {
          defaultSize: 69,
          min: '420px',
          content: (
            <section className="column" aria-label="Sources">
              <OfferBar />
              <FailedBefore workspace={path} />
              <div className="toolbar">
                <Totals rows={rows} />
                <span className="bar-end">
                  <Button variant="filled" onClick={() => openAdd()}>
                    Add a source…
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
      <strong className="mono">{formatCount(sources.length)}</strong> {sources.length === 1 ? 'source' : 'sources'}
      <span className="dim">
        {' '}
        · {formatPlural(tools, 'tool')} ·{' '}
        <span title="What their tools cost in a prompt that lists them all">
          <span className="mono">{tokens === null ? '…' : formatCount(tokens)}</span> tokens ({estimator})
        </span>
        {running > 0 && ` · ${formatCount(running)} running`}
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
      title="No sources yet"
      actions={
        <>
          {offers.map((offer) => (
            <OfferButton key={offer.path} offer={offer} />
          ))}
          <Button {...(offers.length === 0 ? { variant: 'filled' } : {})} onClick={() => open()}>
            Add a source…
          </Button>
          <CommandLine command="pegboard import --discover" />
        </>
      }
    >
      Tools come from sources. A source is an MCP server, which starts when you say so, or a captured list of tools.
      Drop or paste an mcp.json to add all of its servers at once.
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
      title={`${formatPlural(failed.length, 'server')} failed before the page was loaded again`}
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
        Add a source…
      </Button>{' '}
      <Button size="compact-sm" variant="subtle" onClick={() => dismissFailedBefore(workspace)}>
        Dismiss
      </Button>
    </Alert>
  );
}
