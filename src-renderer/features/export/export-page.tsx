import { Button, Loader, SegmentedControl } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import type { ExportPlan, ExportRequest, LossGroup } from '#shared/domain/export-plan.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/export.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { AgentChoice } from './agent-choice.tsx';
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
import { type ExportChoices, exportKinds, useExportStore } from './export-store.ts';
import { FilePanel } from './file-panel.tsx';
import { PackChoice } from './pack-choice.tsx';
import { type planCounts, planRows } from './plan-rows.ts';
import { PlanTree } from './plan-tree.tsx';
import { PluginChoice } from './plugin-choice.tsx';
import { CommitFields, TargetField } from './target-fields.tsx';
import { useExportablePacks, useExportPlan } from './use-export.ts';
import { WrittenNotice } from './written-notice.tsx';

/** Packs or the catalog to a folder: what would be written, file by file, and the writing of exactly that (R19.19–R19.22). */
export function ExportPage() {
  const workspace = useWorkspace();
  return (
    <>
      <h1 className="visually-hidden">{strings.exportPage.exportLabel}</h1>
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
              <Loader size="sm" aria-label={strings.exportPage.readingFolder} />
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
  const Content = choices.kind === 'plugin' ? PluginChoice : PackChoice;
  return (
    <ScrollRegion className={`${styles.form} stack gap-12`} aria-label={strings.exportPage.whatExport}>
      <SegmentedControl
        aria-label={strings.exportPage.whatExport}
        fullWidth
        data={exportKinds.map((value) => ({ value, label: strings.exportPage.kinds[value] }))}
        value={choices.kind}
        onChange={(value) => onChange({ kind: exportKinds.find((one) => one === value) ?? 'packs' })}
      />
      {choices.kind === 'catalog' && <CatalogChoice choices={choices} onChange={onChange} />}
      {choices.kind === 'agent' && <AgentChoice choices={choices} onChange={onChange} />}
      {(choices.kind === 'packs' || choices.kind === 'plugin') &&
        (error ? (
          <ErrorNotice error={error} />
        ) : packs ? (
          <Content packs={packs} choices={choices} onChange={onChange} />
        ) : (
          <Loader size="sm" aria-label={strings.exportPage.lookingPacks} />
        ))}
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
      label={strings.exportPage.resizePanels}
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
                <ScrollRegion className={styles.findings} aria-label={strings.exportPage.findings}>
                  <FindingList findings={plan.findings} label={strings.exportPage.findingsExport} />
                </ScrollRegion>
              )}
              <LossList loss={plan.loss} lossless={plan.lossless} />
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
            <Hint>{strings.exportPage.selectFileToSee}</Hint>
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
          {strings.exportPage.nextDecision}
        </Button>
      )}
      <Button
        variant="filled"
        title={strings.exportPage.ctrlEnter}
        disabled={!canWrite || !isCurrent}
        loading={isWriting}
        onClick={writeExport}
      >
        {strings.exportPage.write}
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

/** The effect of *Write*, or why it is not possible. `branch` is null without a commit. */
function writeWords(facts: {
  readonly plan: ExportPlan;
  readonly counts: ReturnType<typeof planCounts>;
  readonly noBranch: boolean;
  readonly branch: string | null;
}): string {
  const { plan, counts, noBranch, branch } = facts;
  if (plan.up_to_date) return strings.exportPage.upDateNothingWrite;
  if (counts.open > 0) return strings.exportPage.filesChangedByHand(counts.open);
  if (noBranch) return strings.exportPage.commitNeedsFolderInside;
  const records = plan.records.length === 0 ? '' : strings.exportPage.listExportedFiles(plan.records.join(', '));
  const files = counts.writes === 0 ? '' : strings.exportPage.files(counts.writes);
  const what = files && records ? strings.exportPage.filesAndRecords(files, records) : files || records;
  return branch === null ? strings.exportPage.writes(what) : strings.exportPage.writesAndCommits(what, branch);
}

function countWords({ added, changed, removed, kept, edited }: ReturnType<typeof planCounts>): string {
  const parts = [
    [added, 'new'],
    [changed, 'changed'],
    [removed, 'removed'],
    [kept, 'unchanged'],
  ] as const;
  const words = parts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []));
  return [words.join(', '), ...(edited > 0 ? [strings.exportPage.changedHand(edited)] : [])].join(' · ');
}

/** What the format cannot say; the names of what it happens to on hover. */
function LossList({ loss, lossless }: { loss: readonly LossGroup[]; lossless: boolean }) {
  return (
    <section className={styles.losses} aria-label={strings.exportPage.changesMade} data-testid="export-loss">
      <h2>
        {loss.length === 0 ? strings.exportPage.nothingLost : strings.exportPage.changesMadeFormat}
        {lossless && (
          <span className={styles.lossless} title={strings.exportPage.losslessMeaning} data-testid="export-lossless">
            {strings.exportPage.lossless}
          </span>
        )}
      </h2>
      {loss.length > 0 && (
        <ScrollRegion as="ul" aria-label={strings.exportPage.whatThisFormat}>
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
                    {count === 1 ? (
                      <VisibleText text={names[0] ?? ''} lines={false} />
                    ) : (
                      strings.exportPage.times(formatCount(count))
                    )}
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
