import { Tooltip, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { showAlwaysLoaded } from '../features/catalog/catalog-store.ts';
import { ReviewStatus } from '../features/server-review/review-status.tsx';
import { placementOf } from '../features/tuner/board-rules.ts';
import { useActivePersona } from '../platform/active-persona.ts';
import { type AllProblems, useAllProblems } from '../platform/all-problems.ts';
import { useCatalogList } from '../platform/catalog-list.ts';
import type { ConnectionStatus } from '../platform/connection.ts';
import { usePromptTotals } from '../platform/prompt-sizes.ts';
import { useWorkspace } from '../platform/workspace-query.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { usePreferences } from '../state/preferences-store.ts';
import { useUndo } from '../state/undo-store.ts';
import { strings } from '../strings/app.ts';
import { formatCount, formatPlural } from '../strings/count.ts';
import { fill } from '../ui/fill.tsx';
import { countedBy, formatCompact, formatSaving } from '../ui/format-number.ts';
import { visibleString } from '../ui/hidden-characters.ts';
import styles from './shell.module.css';

/** The one-line answer to "what does my agent pay now?", live. */
export function StatusBar({ connectionStatus }: { connectionStatus: ConnectionStatus }) {
  const workspace = useWorkspace();
  return (
    <footer className={`${styles.status} row whole`} data-testid="status-bar">
      {workspace ? <WorkspaceStatus workspace={workspace} /> : <Item>{strings.statusBar.noWorkspaceOpen}</Item>}
      {connectionStatus !== 'open' && <Item>{connectionStatus}…</Item>}
    </footer>
  );
}

function WorkspaceStatus({ workspace }: { workspace: WorkspaceSummary }) {
  const problems = useAllProblems(workspace);
  return (
    <>
      <ToolItems workspace={workspace} />
      <PromptButton workspace={workspace} />
      <IndexItem workspace={workspace} />
      <ProblemsButton problems={problems} />
      <ChangesButton path={workspace.path} />
      <ReviewStatus className={`${styles.statusItem} gives-way ${styles.statusButton} ${styles.problems}`} />
    </>
  );
}

/** The tools that the chosen persona may use, as the prompt beside them is the persona's. */
function ToolItems({ workspace: { config, tools, always_loaded } }: { workspace: WorkspaceSummary }) {
  const persona = useActivePersona();
  // Without a persona the core has counted them.
  const { data: catalog } = useCatalogList({ isEnabled: persona !== null });
  if (persona === null) {
    return (
      <>
        <Item source={strings.statusBar.toolsInCatalog}>
          {fill(strings.statusBar.tools(tools), { count: <strong>{formatCount(tools)}</strong> })}
        </Item>
        <Item source={strings.statusBar.toolsInEveryPrompt}>
          {fill(strings.statusBar.alwaysLoaded, { alwaysLoaded: <strong>{formatCount(always_loaded)}</strong> })}
        </Item>
      </>
    );
  }
  const placed = catalog && placementOf({ config, tools: catalog, persona, draft: null }).now;
  const loaded = placed?.filter(({ mode }) => mode === 'always');
  const name = visibleString(persona.name);
  const count = (known: readonly unknown[] | undefined) => <strong>{known ? formatCount(known.length) : '…'}</strong>;
  return (
    <>
      <Item source={strings.statusBar.toolsOfPersona(name)}>
        {fill(strings.statusBar.toolsOfAll(tools), { count: count(placed) })}
      </Item>
      <Item source={strings.statusBar.toolsInEveryPromptOf(name)}>
        {fill(strings.statusBar.alwaysLoaded, { alwaysLoaded: count(loaded) })}
      </Item>
    </>
  );
}

/** What every prompt of the chosen persona costs, beside the same prompt with all tools: the numbers of the tuner. */
function PromptButton({ workspace: { path, tools } }: { workspace: WorkspaceSummary }) {
  const estimator = usePreferences((state) => state.estimator);
  const totals = usePromptTotals();
  const costsMore = totals !== null && tools > 0 && totals.whole > totals.allTools;
  const label = totals
    ? [
        strings.statusBar.everyPromptCostsTokens(
          formatCount(totals.whole),
          formatCount(totals.allTools),
          estimator,
          countedBy[estimator],
        ),
        ...(costsMore ? [strings.statusBar.toolSearchCostsMore] : []),
        strings.statusBar.clickToSeeLoaded,
      ].join(' ')
    : strings.statusBar.pegboardIsCountingPrompt;
  return (
    <Tooltip multiline maw={420} label={label}>
      <UnstyledButton
        className={`${styles.statusItem} gives-way ${styles.statusButton}`}
        data-severity={costsMore ? 'warning' : undefined}
        data-testid="status-prompt"
        onClick={() => {
          showAlwaysLoaded(path);
          useNavigation.getState().goTo('catalog');
        }}
      >
        {promptText(totals, tools)}
      </UnstyledButton>
    </Tooltip>
  );
}

/** Without tools there is nothing to compare the prompt with. */
function promptText(totals: ReturnType<typeof usePromptTotals>, tools: number): ReactNode {
  const value = <strong>{totals ? formatCompact(totals.whole) : '…'}</strong>;
  const saving = totals && tools > 0 ? formatSaving(totals.whole, totals.allTools) : null;
  if (!totals || saving === null) return fill(strings.statusBar.promptTokens, { value });
  return fill(strings.statusBar.promptTokensSaved, { value, all: formatCompact(totals.allTools), saving });
}

function IndexItem({ workspace }: { workspace: WorkspaceSummary }) {
  const { index, index_problem: problem, config } = workspace;
  if (problem !== null) {
    return (
      <Item source={visibleString(problem)} severity="warning">
        {strings.statusBar.indexNotUpDate}
      </Item>
    );
  }
  if (index === null) {
    return config.tool_search.enabled ? (
      <Item source={strings.statusBar.pegboardIsBuildingIndex}>{strings.statusBar.index}</Item>
    ) : (
      <Item source={strings.statusBar.pegboardBuildsIndexWhen}>{strings.statusBar.noIndex}</Item>
    );
  }
  const { inserted, updated, removed, unchanged, rebuilt } = index.last_sync;
  const source = strings.statusBar.toolsIndexedLastSync(
    index.tools,
    index.path ?? 'memory',
    rebuilt,
    inserted,
    updated,
    removed,
    unchanged,
    index.schema_version,
  );
  return (
    <>
      <Item source={source}>
        {index.memory_reason === null ? strings.statusBar.indexUpDate : strings.statusBar.indexMemory}
      </Item>
      {index.memory_reason !== null && <Item source={source}>{index.memory_reason}</Item>}
      {!index.fts_available && <Item source={strings.statusBar.thisSqlite}>{strings.statusBar.noFullTextSearch}</Item>}
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
  const undone = useUndo(({ redos }) => redos.filter(({ workspace }) => workspace === path).length);
  if (count === 0 && undone === 0) return null;
  return (
    <UnstyledButton
      className={`${styles.statusItem} gives-way ${styles.statusButton}`}
      data-testid="status-changes"
      onClick={() => openDialog('changes')}
    >
      {count === 0 ? strings.statusBar.undoneChanges(undone) : strings.statusBar.changes(count)}
    </UnstyledButton>
  );
}

const severities = ['error', 'warning', 'info'] as const;
const severityNames = { error: strings.statusBar.error, warning: 'warning', info: 'note' } as const;

/** `2 errors, 100 warnings`; "no problems" only once every check has answered and found nothing. */
function problemsText({ counts, isChecking }: AllProblems): string {
  const parts = severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => formatPlural(counts[severity], severityNames[severity]));
  if (parts.length > 0) return parts.join(', ');
  return isChecking ? strings.statusBar.checking : strings.statusBar.noProblems;
}

function Item({ children, source, severity }: { children: ReactNode; source?: string; severity?: 'warning' }) {
  const item = (
    <span className={`${styles.statusItem} gives-way`} data-severity={severity}>
      {children}
    </span>
  );
  return source === undefined ? item : <Tooltip label={source}>{item}</Tooltip>;
}
