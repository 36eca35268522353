import { Button, Progress } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { IndexStatus } from '#shared/domain/index-status.ts';
import { rebuildStep, rebuildWithNotice } from '../../platform/rebuild-with-notice.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useIndexRebuild } from '../../state/index-rebuild.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatCount, formatFixed, formatPlural } from '../../ui/format-number.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './settings.module.css';

/** What the search rests on: the index, its file, its last sync, and how to make it anew (R19.27). */
export function IndexHealth() {
  const workspace = useWorkspace();
  if (!workspace) return null;
  const { index, index_problem: problem, config, tools } = workspace;
  return (
    <div className={styles.padded}>
      <div className={styles.narrow} data-testid="index-health">
        <p className={styles.verdict} data-tone={verdictTone(problem, index)}>
          {problem !== null ? (
            <VisibleText text={problem} />
          ) : index ? (
            verdictOf(index, tools)
          ) : config.tool_search.enabled ? (
            'The index is being made from the tools.'
          ) : (
            'There is no index: tool search is off. It is made when tool_search.enabled is on, or by a rebuild.'
          )}
        </p>
        {index && <IndexFacts index={index} tools={tools} />}
        <Rebuild workspace={workspace.path} />
      </div>
    </div>
  );
}

function verdictTone(problem: string | null, index: IndexStatus | null): 'good' | 'warning' | 'off' {
  if (problem !== null) return 'warning';
  if (!index) return 'off';
  return index.memory_reason === null && index.fts_available ? 'good' : 'warning';
}

function verdictOf({ memory_reason, fts_available, tools }: IndexStatus, catalog: number): string {
  if (memory_reason !== null) return memory_reason;
  if (!fts_available) return 'Up to date, without full-text search.';
  return `Up to date: ${formatCount(tools)} of ${formatPlural(catalog, 'tool')} of the catalog ${tools === 1 ? 'is' : 'are'} searchable.`;
}

function IndexFacts({ index, tools }: { index: IndexStatus; tools: number }) {
  const { inserted, updated, removed, unchanged, rebuilt } = index.last_sync;
  return (
    <dl className={styles.indexFacts}>
      <Fact name="Rows">
        <span className="mono">{formatCount(index.tools)}</span>{' '}
        <span className="dim">of {formatPlural(tools, 'tool')} in the catalog</span>
      </Fact>
      <Fact name="Fingerprint">
        <span className="mono">{index.fingerprint}</span>{' '}
        <CopyTextButton isSmall text={index.fingerprint} label="Copy the fingerprint" />
      </Fact>
      <Fact name="Full-text search">
        {index.fts_available ? (
          <>
            <span className="mono">FTS5</span> is there: <code className="mono">fts</code> runs as{' '}
            <code className="mono">fts</code>
          </>
        ) : (
          <>
            This SQLite has no FTS5: <code className="mono">fts</code> runs as <code className="mono">regex</code> or{' '}
            <code className="mono">exact</code> (see <code className="mono">tool_search.fts_fallback_to_regex</code>).
            Tags, descriptions and <code className="mono">preferred_namespaces</code> help the fallback.
          </>
        )}
      </Fact>
      <Fact name="Last sync">
        {rebuilt ? 'rebuilt: ' : ''}
        <Figure count={inserted} what="new" /> · <Figure count={updated} what="changed" /> ·{' '}
        <Figure count={removed} what="removed" /> · <Figure count={unchanged} what="as before" />
      </Fact>
      <Fact name="File">
        {index.path === null ? (
          'none: it is kept in memory'
        ) : (
          <>
            <VisibleText as="span" className="mono" text={index.path} />{' '}
            <CopyTextButton isSmall text={index.path} label="Copy the path" />
          </>
        )}
      </Fact>
      <Fact name="Size">
        <span className="mono">{formatFixed(index.bytes / 1024, 0)}</span> KiB
      </Fact>
      <Fact name="Schema">
        <span className="mono">{index.schema_version}</span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Figure({ count, what }: { count: number; what: string }) {
  return (
    <>
      <span className="mono">{formatCount(count)}</span> {what}
    </>
  );
}

function Rebuild({ workspace }: { workspace: string }) {
  const last = useIndexRebuild((state) => state.rebuild);
  const rebuild = last.kind !== 'none' && last.workspace === workspace ? last : null;
  const isRunning = last.kind === 'running';
  return (
    <div className={styles.rebuild} data-testid="index-rebuild" data-state={rebuild?.kind ?? 'none'}>
      <div className="button-row">
        <Button leftSection={<IconRefresh size={14} />} disabled={isRunning} onClick={rebuildWithNotice}>
          Rebuild the index
        </Button>
        {rebuild?.kind === 'running' && <Button onClick={rebuild.cancel}>Cancel</Button>}
        <span aria-live="polite">
          {rebuild?.kind === 'running' && rebuildStep(rebuild)}
          {rebuild?.kind === 'cancelled' && 'Cancelled. The index is as it was.'}
          {rebuild?.kind === 'done' &&
            `Rebuilt: ${formatPlural(rebuild.tools, 'tool')} in ${formatFixed(rebuild.ms / 1000, 2)} s.`}
        </span>
      </div>
      {rebuild?.kind === 'running' && (
        <Progress
          aria-label="Progress of the rebuild"
          value={rebuild.total === 0 ? 0 : (rebuild.done / rebuild.total) * 100}
        />
      )}
      {rebuild?.kind === 'failed' && <ErrorNotice error={rebuild.error} />}
      <p className="dim">
        Everything in it comes from the catalog: a rebuild loses nothing. What changes in the catalog is written by
        itself.
      </p>
    </div>
  );
}
