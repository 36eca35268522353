import { Button, Loader, SegmentedControl } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import type { ExportPlan, ExportRequest, LossGroup } from '#shared/domain/export-plan.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { formatCount, formatPlural } from '../../ui/format-number.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { CatalogChoice } from './catalog-choice.tsx';
import styles from './export.module.css';
import {
  chooseExport,
  decideSelected,
  exportFacts,
  suggestedMessage,
  toNextQuestion,
  writeExport,
} from './export-model.ts';
import { exportPlaces } from './export-places.ts';
import { type ExportChoices, useExportStore } from './export-store.ts';
import { FilePanel } from './file-panel.tsx';
import { PackChoice } from './pack-choice.tsx';
import { type planCounts, planRows } from './plan-rows.ts';
import { PlanTree } from './plan-tree.tsx';
import { CommitFields, TargetField } from './target-fields.tsx';
import { useExportablePacks, useExportPlan } from './use-export.ts';
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
  const view = useExportStore();
  const choices = exportFacts(view, path, null).choices;
  const { plan, request, missing, isCurrent, error } = useExportPlan(workspace, choices);
  const facts = useMemo(() => exportFacts(view, path, plan), [view, path, plan]);
  const written = view.written[path] ?? null;
  const failed = view.failed?.workspace === path ? view.failed.error : null;
  return (
    <div className={`${styles.page} grid fill`} data-testid="export">
      <WhatToExport workspace={workspace} plan={plan} choices={choices} />
      <div className={`${styles.result} stack narrow`}>
        {written && <WrittenNotice written={written} onClose={() => view.setWritten(path, null)} />}
        {[failed, missing === null ? error : null].map(
          (problem) =>
            problem && (
              <div key={problem.message} className={styles.notice}>
                <ErrorNotice error={problem} />
              </div>
            ),
        )}
        {missing !== null ? (
          <Hint>{missing}</Hint>
        ) : plan && request ? (
          <>
            <div className={styles.panels} data-stale={!isCurrent || undefined} aria-busy={!isCurrent}>
              <Planned path={path} plan={plan} request={request} facts={facts} />
            </div>
            <WriteBar plan={plan} facts={facts} isCurrent={isCurrent} isWriting={view.writing} />
          </>
        ) : (
          !error && (
            <Hint>
              <Loader size="sm" aria-label="Looking at the folder" />
            </Hint>
          )
        )}
      </div>
    </div>
  );
}

type Facts = ReturnType<typeof exportFacts>;

function WhatToExport({
  workspace,
  plan,
  choices,
}: {
  workspace: WorkspaceSummary;
  plan: ExportPlan | null;
  choices: ExportChoices;
}) {
  const { packs, error } = useExportablePacks(workspace);
  const onChange = (next: Partial<ExportChoices>) => chooseExport(workspace.path, next);
  return (
    <ScrollRegion className={`${styles.form} stack gap-12`} aria-label="What to export">
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
      ) : error ? (
        <ErrorNotice error={error} />
      ) : packs ? (
        <PackChoice packs={packs} choices={choices} onChange={onChange} />
      ) : (
        <Loader size="sm" aria-label="Looking for packs" />
      )}
      <TargetField target={choices.target} onChange={(target) => onChange({ target })} />
      <CommitFields plan={plan} choices={choices} suggestion={suggestedMessage(choices)} onChange={onChange} />
    </ScrollRegion>
  );
}

function Planned({
  path,
  plan,
  request,
  facts: { counts, decisions, selected, file },
}: {
  path: string;
  plan: ExportPlan;
  request: ExportRequest;
  facts: Facts;
}) {
  const { closed, split, select, turn, setSplit } = useExportStore();
  const rows = useMemo(() => planRows(plan.files, closed), [plan, closed]);
  return (
    <SplitPanels
      name="export"
      label="Resize the panels"
      orientation="horizontal"
      panels={[
        {
          defaultSize: 42,
          min: '220px',
          content: (
            <div className={`column ${styles.planSide}`}>
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
              onDecide={decideSelected}
            />
          ) : (
            <Hint>Choose a file to see what would change in it.</Hint>
          ),
        },
      ]}
    />
  );
}

function WriteBar({
  plan,
  facts: { choices, counts, branch, noBranch, nextQuestion, canWrite },
  isCurrent,
  isWriting,
}: {
  plan: ExportPlan;
  facts: Facts;
  isCurrent: boolean;
  isWriting: boolean;
}) {
  return (
    <div className={`${styles.writeBar} wrapping keeps`} data-testid="export-bar">
      <span className={`${styles.writeText} wraps`}>
        {writeWords({ plan, counts, noBranch, branch: choices.commit ? branch.name : null })}
      </span>
      {nextQuestion && (
        <Button title="N" onClick={toNextQuestion}>
          Next question
        </Button>
      )}
      <Button
        variant="filled"
        title="Ctrl Enter"
        disabled={!canWrite || !isCurrent}
        loading={isWriting}
        onClick={writeExport}
      >
        Write
      </Button>
    </div>
  );
}

/** Where the plan will be: it has the place's id, so that the keyboard comes here too. */
function Hint({ children }: { children: ReactNode }) {
  return (
    <div id={exportPlaces.plan} tabIndex={-1} className={`${styles.hint} centered grows`} data-testid="export-hint">
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

/** What the format cannot say; the names of what it happens to on hover. */
function LossList({ loss }: { loss: readonly LossGroup[] }) {
  return (
    <section className={styles.losses} aria-label="What does not map" data-testid="export-loss">
      <h2>{loss.length === 0 ? 'Nothing is lost' : 'Changes made for this format'}</h2>
      {loss.length > 0 && (
        <ScrollRegion as="ul" aria-label="What does not map as it is">
          {loss.map(({ kind, field, message, count, names }) => (
            <li key={`${kind} ${field} ${message}`} title={names.join('\n') || undefined}>
              <span className={`${styles.lossKind} dim`} data-kind={kind}>
                {kind}
              </span>
              <span>
                <VisibleText as="span" className="mono" text={field} lines={false} />: <VisibleText text={message} />
                {count > 0 && (
                  <span className="dim">
                    {' · '}
                    {count === 1 ? <VisibleText text={names[0] ?? ''} lines={false} /> : `${formatCount(count)} times`}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ScrollRegion>
      )}
    </section>
  );
}
