import { Tooltip, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { showAlwaysLoaded } from '../features/catalog/catalog-store.ts';
import { ReviewStatus } from '../features/server-review/review-status.tsx';
import { type AllProblems, useAllProblems } from '../platform/all-problems.ts';
import type { ConnectionStatus } from '../platform/connection.ts';
import { usePromptTotals } from '../platform/prompt-sizes.ts';
import { useWorkspace } from '../platform/workspace-query.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { usePreferences } from '../state/preferences-store.ts';
import { useUndo } from '../state/undo-store.ts';
import { countedBy, formatCompact, formatCount, formatPlural, formatSaving } from '../ui/format-number.ts';
import { visibleString } from '../ui/hidden-characters.ts';
import styles from './shell.module.css';

/** The one-line answer to "what does my agent pay now?", live. */
export function StatusBar({ connectionStatus }: { connectionStatus: ConnectionStatus }) {
  const workspace = useWorkspace();
  return (
    <footer className={`${styles.status} row whole`} data-testid="status-bar">
      {workspace ? <WorkspaceStatus workspace={workspace} /> : <Item>No workspace open</Item>}
      {connectionStatus !== 'open' && <Item>{connectionStatus}…</Item>}
    </footer>
  );
}

function WorkspaceStatus({ workspace }: { workspace: WorkspaceSummary }) {
  const { tools, always_loaded } = workspace;
  const problems = useAllProblems(workspace);
  return (
    <>
      <Item source="Tools in the catalog, of all sources that are on.">
        <strong>{formatCount(tools)}</strong> {tools === 1 ? 'tool' : 'tools'}
      </Item>
      <Item source="Tools that are in every prompt; the others are deferred until a search finds them.">
        <strong>{formatCount(always_loaded)}</strong> always loaded
      </Item>
      <PromptButton path={workspace.path} />
      <IndexItem workspace={workspace} />
      <ProblemsButton problems={problems} />
      <ChangesButton path={workspace.path} />
      <ReviewStatus className={`${styles.statusItem} gives-way ${styles.statusButton} ${styles.problems}`} />
    </>
  );
}

/** What every prompt of the chosen persona costs, beside the same prompt with all tools: the numbers of the tuner. */
function PromptButton({ path }: { path: string }) {
  const estimator = usePreferences((state) => state.estimator);
  const totals = usePromptTotals();
  const saving = totals && formatSaving(totals.whole, totals.allTools);
  const label = totals
    ? `Every prompt costs ${formatCount(totals.whole)} tokens, and with all tools in it ${formatCount(totals.allTools)} (${estimator}: ${countedBy[estimator]}). Press to see the tools that are always loaded, and why.`
    : 'The prompt is being counted. Press to see the tools that are always loaded, and why.';
  return (
    <Tooltip multiline maw={420} label={label}>
      <UnstyledButton
        className={`${styles.statusItem} gives-way ${styles.statusButton}`}
        data-testid="status-prompt"
        onClick={() => {
          showAlwaysLoaded(path);
          useNavigation.getState().goTo('catalog');
        }}
      >
        Prompt: <strong>{totals ? formatCompact(totals.whole) : '…'}</strong> tokens
        {totals && ` (all tools: ${formatCompact(totals.allTools)}${saving === null ? '' : `, ${saving}`})`}
      </UnstyledButton>
    </Tooltip>
  );
}

function IndexItem({ workspace }: { workspace: WorkspaceSummary }) {
  const { index, index_problem: problem, config } = workspace;
  if (problem !== null) {
    return (
      <Item source={visibleString(problem)} severity="warning">
        index not up to date
      </Item>
    );
  }
  if (index === null) {
    return config.tool_search.enabled ? (
      <Item source="The index is being made from the tools.">index…</Item>
    ) : (
      <Item source="The index is made when tool search is on.">no index</Item>
    );
  }
  const { inserted, updated, removed, unchanged, rebuilt } = index.last_sync;
  const source = `${formatPlural(index.tools, 'tool')} indexed in ${index.path ?? 'memory'}. Last sync${rebuilt ? ' (rebuilt)' : ''}: ${inserted} new, ${updated} changed, ${removed} removed, ${unchanged} as before. Schema ${index.schema_version}.`;
  return (
    <>
      <Item source={source}>{index.memory_reason === null ? 'index up to date' : 'index in memory'}</Item>
      {index.memory_reason !== null && <Item source={source}>{index.memory_reason}</Item>}
      {!index.fts_available && (
        <Item source="This SQLite has no FTS5; fts runs as another type.">no full-text search</Item>
      )}
    </>
  );
}

function ProblemsButton({ problems }: { problems: AllProblems }) {
  const openDialog = useNavigation((state) => state.openDialog);
  const gravest = severities.find((severity) => problems.counts[severity] > 0);
  return (
    <UnstyledButton
      className={`${styles.statusItem} gives-way ${styles.statusButton} ${styles.problems}`}
      data-severity={gravest}
      data-testid="status-problems"
      onClick={() => openDialog('problems')}
    >
      {problemsText(problems)}
    </UnstyledButton>
  );
}

/** The changes of this session, once there are some: one place to see them and to take each back. */
function ChangesButton({ path }: { path: string }) {
  const openDialog = useNavigation((state) => state.openDialog);
  const count = useUndo(({ undos }) => undos.filter(({ workspace }) => workspace === path).length);
  const hasUndone = useUndo(({ redos }) => redos.some(({ workspace }) => workspace === path));
  if (count === 0 && !hasUndone) return null;
  return (
    <UnstyledButton
      className={`${styles.statusItem} gives-way ${styles.statusButton}`}
      data-testid="status-changes"
      onClick={() => openDialog('changes')}
    >
      {count === 0 ? 'changes' : formatPlural(count, 'change')}
    </UnstyledButton>
  );
}

const severities = ['error', 'warning', 'info'] as const;
const severityNames = { error: 'error', warning: 'warning', info: 'note' } as const;

/** `2 errors, 100 warnings`; "no problems" only once every check has answered and found nothing. */
function problemsText({ counts, isChecking }: AllProblems): string {
  const parts = severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => formatPlural(counts[severity], severityNames[severity]));
  if (parts.length > 0) return parts.join(', ');
  return isChecking ? 'checking…' : 'no problems';
}

function Item({ children, source, severity }: { children: ReactNode; source?: string; severity?: 'warning' }) {
  const item = (
    <span className={`${styles.statusItem} gives-way`} data-severity={severity}>
      {children}
    </span>
  );
  return source === undefined ? item : <Tooltip label={source}>{item}</Tooltip>;
}
