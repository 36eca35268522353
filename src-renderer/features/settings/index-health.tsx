import { Button, Progress } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { IndexStatus } from '#shared/domain/index-status.ts';
import { rebuildStep, rebuildWithNotice } from '../../platform/rebuild-with-notice.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useIndexRebuild } from '../../state/index-rebuild.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/settings.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { fill } from '../../ui/fill.tsx';
import { formatFixed } from '../../ui/format-number.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './settings.module.css';

/** The state of the index: its file, its last sync, and how to rebuild it (R19.27). */
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
            strings.indexHealth.pegboardIsBuildingIndex
          ) : (
            strings.indexHealth.noIndexToolSearch
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
  if (!fts_available) return strings.indexHealth.upDateWithoutFull;
  return strings.indexHealth.upToDateSearch(formatCount(tools), catalog);
}

function IndexFacts({ index, tools }: { index: IndexStatus; tools: number }) {
  const { inserted, updated, removed, unchanged, rebuilt } = index.last_sync;
  return (
    <dl className={styles.indexFacts}>
      <Fact name={strings.indexHealth.facts.rows}>
        {fill(strings.indexHealth.rowsOfTools, {
          rows: <span className="mono">{formatCount(index.tools)}</span>,
          tools: strings.indexHealth.tools(tools),
        })}
      </Fact>
      <Fact name={strings.indexHealth.facts.fingerprint}>
        <span className="mono">{index.fingerprint}</span>{' '}
        <CopyTextButton isSmall text={index.fingerprint} label={strings.indexHealth.copyFingerprint} />
      </Fact>
      <Fact name={strings.indexHealth.facts.fullTextSearch}>
        {index.fts_available
          ? fill(strings.indexHealth.isAvailableSearchesRun, {
              fts5: <span className="mono">{'FTS5'}</span>,
              fts: <code className="mono">{'fts'}</code>,
            })
          : fill(strings.indexHealth.thisSqlite, {
              fts: <code className="mono">{'fts'}</code>,
              regex: <code className="mono">{'regex'}</code>,
              exact: <code className="mono">{'exact'}</code>,
              toolSearch: <code className="mono">{'tool_search.fts_fallback_to_regex'}</code>,
              preferredNamespaces: <code className="mono">{'preferred_namespaces'}</code>,
            })}
      </Fact>
      <Fact name={strings.indexHealth.facts.lastSync}>
        {rebuilt && <>{strings.indexHealth.rebuilt} </>}
        <Figure count={inserted} what={strings.indexHealth.newLabel} /> ·{' '}
        <Figure count={updated} what={strings.indexHealth.changed} /> ·{' '}
        <Figure count={removed} what={strings.indexHealth.removed} /> ·{' '}
        <Figure count={unchanged} what={strings.indexHealth.unchanged} />
      </Fact>
      <Fact name={strings.indexHealth.facts.file}>
        {index.path === null ? (
          strings.indexHealth.noneIndex
        ) : (
          <>
            <VisibleText as="span" className="mono" text={index.path} />{' '}
            <CopyTextButton isSmall text={index.path} label={strings.indexHealth.copyPath} />
          </>
        )}
      </Fact>
      <Fact name={strings.indexHealth.facts.size}>
        {fill(strings.indexHealth.kib, { bytes: <span className="mono">{formatFixed(index.bytes / 1024, 0)}</span> })}
      </Fact>
      <Fact name={strings.indexHealth.facts.schema}>
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
          {strings.indexHealth.rebuildIndex}
        </Button>
        {rebuild?.kind === 'running' && <Button onClick={rebuild.cancel}>{strings.indexHealth.cancel}</Button>}
        <span aria-live="polite">
          {rebuild?.kind === 'running' && rebuildStep(rebuild)}
          {rebuild?.kind === 'cancelled' && strings.indexHealth.cancelledIndexIsUnchanged}
          {rebuild?.kind === 'done' &&
            strings.indexHealth.rebuiltToolsS(rebuild.tools, formatFixed(rebuild.ms / 1000, 2))}
        </span>
      </div>
      {rebuild?.kind === 'running' && (
        <Progress
          aria-label={strings.indexHealth.progressRebuild}
          value={rebuild.total === 0 ? 0 : (rebuild.done / rebuild.total) * 100}
        />
      )}
      {rebuild?.kind === 'failed' && <ErrorNotice error={rebuild.error} />}
      <p className="dim">{strings.indexHealth.indexContainsOnlyData}</p>
    </div>
  );
}
