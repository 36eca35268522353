import { Button, Loader, SegmentedControl } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import type { ExportDecision, ExportPlan } from '#shared/domain/export-plan.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { formatPlural } from '../../ui/format-number.ts';
import layout from '../../ui/layout.module.css';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { CatalogChoice } from './catalog-choice.tsx';
import { commitBranch } from './commit-branch.ts';
import styles from './export.module.css';
import { noExportActions, useExportActions } from './export-actions.ts';
import { exportPlaces, focusExportPlace } from './export-places.ts';
import { type ExportChoices, useExportStore } from './export-store.ts';
import { exportSummary } from './export-summary.ts';
import { FilePanel } from './file-panel.tsx';
import { LossList } from './loss-list.tsx';
import { PackChoice } from './pack-choice.tsx';
import { planCounts, planRows } from './plan-rows.ts';
import { PlanTree } from './plan-tree.tsx';
import { CommitFields, TargetField } from './target-fields.tsx';
import { useDecisions, useExportablePacks, useExportChoices, useExportPlan, useWriteExport } from './use-export.ts';
import { WrittenNotice } from './written-notice.tsx';

/** Packs or the catalog to a folder: what would be written, file by file, and the writing of exactly that (R19.19–R19.22). */
export function ExportPage() {
  const workspace = useWorkspace();
  return (
    <>
      <h1 className="visually-hidden">Export</h1>
      {workspace && <Export workspace={workspace} />}
    </>
  );
}

function Export({ workspace }: { workspace: WorkspaceSummary }) {
  const { path } = workspace;
  const choices = useExportChoices(path);
  const { packs, error: packsError } = useExportablePacks(workspace);
  const shown = useExportPlan(workspace, choices);
  const { plan, request, missing, isCurrent, error, refetch } = shown;
  const decisions = useDecisions(path, plan);
  const { choose, decide, select, turn, setSplit, setWritten, closed, split } = useExportStore();
  const selected = useExportStore((state) => state.selected[path] ?? null);
  const written = useExportStore((state) => state.written[path] ?? null);
  const write = useWriteExport(path);
  const onChange = useCallback(
    (next: Partial<ExportChoices>) => {
      write.reset();
      choose(path, next);
    },
    [choose, path, write.reset],
  );

  const rows = useMemo(() => (plan ? planRows(plan.files, closed) : []), [plan, closed]);
  const counts = useMemo(() => planCounts(plan?.files ?? [], decisions), [plan, decisions]);
  const file = plan?.files.find((one) => one.path === selected) ?? null;
  const suggestion = `Export ${choices.kind === 'packs' ? formatPlural(choices.packs.length, 'skill pack') : 'the tool catalog'}`;
  const branch = commitBranch(choices.branch, plan?.repository ?? null);
  const noBranch =
    choices.commit && (plan?.repository === null || branch.kind === 'taken' || branch.kind === 'unnamed');
  const canWrite = plan !== null && isCurrent && counts.open === 0 && !plan.up_to_date && !noBranch && !write.isPending;

  const onDecide = useCallback(
    (decision: ExportDecision) => {
      if (!plan || !file?.edited) return;
      decide(path, plan.revision, { [file.path]: decision });
    },
    [decide, path, plan, file],
  );
  const nextQuestion = useMemo(() => {
    const open = plan?.files.filter((one) => one.edited && decisions[one.path] === undefined) ?? [];
    const next = open.find((one) => selected === null || one.path > selected) ?? open[0];
    if (!next) return null;
    return () => {
      for (const folder of foldersOf(next.path)) if (closed.has(folder)) turn(folder);
      select(path, next.path);
      focusExportPlace('plan');
    };
  }, [plan, decisions, selected, closed, select, turn, path]);
  const { mutate } = write;
  const writeNow = useMemo(() => {
    if (!canWrite || !plan || !request) return null;
    const { commit, message } = choices;
    return () =>
      mutate({
        plan,
        request,
        revision: plan.revision,
        decisions: { ...decisions },
        commit: commit ? { branch: branch.name, message: message.trim() || suggestion } : null,
      });
  }, [canWrite, plan, request, choices, branch.name, decisions, mutate, suggestion]);

  useEffect(() => {
    useExportActions.setState({
      toggleKind: () => onChange({ kind: choices.kind === 'packs' ? 'catalog' : 'packs' }),
      lookAgain: request ? () => void refetch() : null,
      nextQuestion,
      keepTheirs: file?.edited ? () => onDecide('keep') : null,
      takeOurs: file?.edited ? () => onDecide('replace') : null,
      toggleSplit: file?.change === 'changed' ? () => setSplit(!split) : null,
      write: writeNow,
      copySummary: written ? () => void copySummary(exportSummary(written.plan, written.done)) : null,
    });
    return () => useExportActions.setState(noExportActions);
  }, [choices.kind, onChange, request, refetch, nextQuestion, file, onDecide, setSplit, split, writeNow, written]);

  return (
    <div className={styles.page} data-testid="export">
      <ScrollRegion className={styles.form} aria-label="What to export">
        <SegmentedControl
          aria-label="What to export"
          fullWidth
          data={[
            { value: 'packs', label: 'Packs' },
            { value: 'catalog', label: 'Catalog' },
          ]}
          value={choices.kind}
          onChange={(value) => onChange({ kind: value === 'catalog' ? 'catalog' : 'packs' })}
        />
        {choices.kind === 'catalog' ? (
          <CatalogChoice choices={choices} onChange={onChange} />
        ) : packsError ? (
          <ErrorNotice error={packsError} />
        ) : packs ? (
          <PackChoice packs={packs} choices={choices} onChange={onChange} />
        ) : (
          <Loader size="sm" aria-label="Looking for packs" />
        )}
        <TargetField target={choices.target} onChange={(target) => onChange({ target })} />
        <CommitFields plan={plan} choices={choices} suggestion={suggestion} onChange={onChange} />
      </ScrollRegion>
      <div className={styles.result}>
        {written && <WrittenNotice written={written} onClose={() => setWritten(path, null)} />}
        {write.error && (
          <div className={styles.notice}>
            <ErrorNotice error={toPegboardError(write.error)} />
          </div>
        )}
        {missing !== null ? (
          <Hint>{missing}</Hint>
        ) : error ? (
          <div className={styles.notice}>
            <ErrorNotice error={error} />
          </div>
        ) : !plan || !request ? (
          <Hint>
            <Loader size="sm" aria-label="Looking at the folder" />
          </Hint>
        ) : (
          <>
            <div className={styles.panels} data-stale={!isCurrent || undefined} aria-busy={!isCurrent}>
              <SplitPanels
                name="export"
                label="Resize the panels"
                orientation="horizontal"
                panels={[
                  {
                    defaultSize: 42,
                    min: '220px',
                    content: (
                      <div className={`${layout.column} ${styles.planSide}`}>
                        <p className={styles.counts} data-testid="export-counts">
                          {countWords(counts)}
                        </p>
                        <PlanTree
                          rows={rows}
                          selected={selected}
                          decisions={decisions}
                          onSelect={(key) => select(path, key)}
                          onTurn={turn}
                        />
                        {plan.findings.length > 0 && (
                          <ScrollRegion className={styles.findings} aria-label="Findings">
                            <FindingList findings={plan.findings} label="Findings of the export" />
                          </ScrollRegion>
                        )}
                        <LossList loss={plan.loss} />
                      </div>
                    ),
                  },
                  {
                    defaultSize: 58,
                    min: '260px',
                    content: file ? (
                      <FilePanel
                        request={request}
                        revision={plan.revision}
                        file={file}
                        decision={decisions[file.path]}
                        split={split}
                        onSplit={setSplit}
                        onDecide={onDecide}
                      />
                    ) : (
                      <Hint>Choose a file to see what would change in it.</Hint>
                    ),
                  },
                ]}
              />
            </div>
            <div className={styles.writeBar} data-testid="export-bar">
              <span className={styles.writeText}>
                {writeWords({ plan, counts, noBranch, branch: choices.commit ? branch.name : null })}
              </span>
              {nextQuestion && (
                <Button title="N" onClick={nextQuestion}>
                  Next question
                </Button>
              )}
              <Button
                variant="filled"
                title="Ctrl Enter"
                disabled={!writeNow}
                loading={write.isPending}
                onClick={() => writeNow?.()}
              >
                Write
              </Button>
            </div>
          </>
        )}
      </div>
    </div>
  );
}

/** Where the plan will be: it has the place's id, so that the keyboard comes here too. */
function Hint({ children }: { children: ReactNode }) {
  return (
    <div id={exportPlaces.plan} tabIndex={-1} className={styles.hint} data-testid="export-hint">
      {children}
    </div>
  );
}

/** What *Write* would do, or what keeps it from writing. `branch` is null without a commit. */
function writeWords(facts: {
  readonly plan: ExportPlan;
  readonly counts: ReturnType<typeof planCounts>;
  readonly noBranch: boolean;
  readonly branch: string | null;
}): string {
  const { plan, counts, noBranch, branch } = facts;
  if (plan.up_to_date) return 'Up to date: nothing to write.';
  if (counts.open > 0)
    return `${formatPlural(counts.open, 'file')} changed by hand: choose what happens to ${counts.open === 1 ? 'it' : 'each'}.`;
  if (noBranch) return 'A commit needs a git repository around the folder and a free branch name.';
  const records = plan.records.length === 0 ? '' : `the list of exported files (${plan.records.join(', ')})`;
  const files = counts.writes === 0 ? '' : formatPlural(counts.writes, 'file');
  const what = [files, records].filter((part) => part !== '').join(' and ');
  return `Writes ${what}${branch === null ? '' : ` and commits all of it to ${branch}`}.`;
}

function countWords({ added, changed, removed, kept, edited }: ReturnType<typeof planCounts>): string {
  const parts = [
    [added, 'new'],
    [changed, 'changed'],
    [removed, 'removed'],
    [kept, 'unchanged'],
  ] as const;
  const words = parts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []));
  return `${words.join(', ')}${edited > 0 ? ` · ${edited} changed by hand` : ''}`;
}

/** `a/` and `a/b/` of `a/b/c`. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}/`);
}

async function copySummary(text: string): Promise<void> {
  const copied = await copyText(text);
  notifications.show(
    copied
      ? { message: 'Copied the summary.', autoClose: 2000 }
      : { color: 'red', message: 'The clipboard could not be reached.' },
  );
}
