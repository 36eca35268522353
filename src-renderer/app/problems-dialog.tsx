import { Button, Modal, Text, Title } from '@mantine/core';
import { type Finding, findingLabel } from '#shared/domain/finding.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { showProblem } from '../features/catalog/catalog-store.ts';
import { FixButton } from '../features/discovery-fixes/fix-button.tsx';
import { showPackProblem } from '../features/packs/packs-model.ts';
import { ToolReviewButton } from '../features/sources/tool-review-dialog.tsx';
import { openToolReview } from '../features/sources/tool-review-model.ts';
import { type AllProblems, type ToolProblemKind, useAllProblems } from '../platform/all-problems.ts';
import { useWorkspace } from '../platform/workspace-query.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { showSource, sourceKey } from '../state/sources-view.ts';
import { strings } from '../strings/app.ts';
import { FindingList } from '../ui/finding-list.tsx';
import { sourceOfFinding } from './finding-source.ts';

/** What the checks found in this workspace. */
export function ProblemsDialog() {
  const { dialog, closeDialog } = useNavigation();
  const workspace = useWorkspace();
  return (
    <Modal opened={dialog === 'problems'} onClose={closeDialog} title={strings.problemsDialog.problems} size="lg">
      {workspace && <Problems workspace={workspace} />}
    </Modal>
  );
}

function Problems({ workspace }: { workspace: WorkspaceSummary }) {
  const problems = useAllProblems(workspace);
  const { tools, packs } = problems;
  const lists = [
    {
      findings: problems.workspace,
      list: <WorkspaceProblems key="workspace" workspace={workspace} findings={problems.workspace} />,
    },
    { findings: tools, list: <ToolProblemList key="tools" kinds={tools} workspace={workspace.path} /> },
    { findings: packs, list: <PackProblems key="packs" findings={packs} /> },
  ];
  return (
    <>
      {lists
        .filter(({ findings }) => findings.length > 0)
        .toSorted((left, right) => gravest(left.findings) - gravest(right.findings))
        .map(({ list }) => list)}
      <Remark problems={problems} />
    </>
  );
}

const severities = ['error', 'warning', 'info'] as const;

/** Place of the gravest severity among findings; 0 is the gravest. */
function gravest(findings: readonly { readonly severity: Finding['severity'] }[]): number {
  return Math.min(...findings.map(({ severity }) => severities.indexOf(severity)));
}

function Remark({ problems: { workspace, tools, packs, isChecking } }: { problems: AllProblems }) {
  if (isChecking) return <Text>{strings.problemsDialog.pegboardStillCheckingTools}</Text>;
  if (workspace.length + tools.length + packs.length > 0) return null;
  return <Text>{strings.problemsDialog.noProblemsChecks}</Text>;
}

function WorkspaceProblems({ workspace, findings }: { workspace: WorkspaceSummary; findings: readonly Finding[] }) {
  const { closeDialog } = useNavigation();
  return (
    <FindingList
      findings={findings}
      label={strings.problemsDialog.problems}
      action={(finding) => {
        if (finding.code === 'tool_withheld') return <ReviewButton />;
        const source = sourceOfFinding(finding, workspace.config.sources);
        if (source === null) return <FixButton finding={finding} onRun={closeDialog} />;
        const show = () => {
          closeDialog();
          showSource(workspace.path, sourceKey(source));
        };
        return <Button onClick={show}>{strings.problemsDialog.showSource}</Button>;
      }}
    />
  );
}

/** Opens the review of what waits for approval. */
function ReviewButton() {
  const { closeDialog } = useNavigation();
  const open = () => {
    closeDialog();
    openToolReview();
  };
  return <ToolReviewButton onOpen={open} />;
}

function ToolProblemList({ kinds, workspace }: { kinds: readonly ToolProblemKind[]; workspace: string }) {
  const { closeDialog, goTo } = useNavigation();
  const findings = kinds.map(({ code, severity, tools, first }) => ({
    code,
    severity,
    message: strings.problemsDialog.toolsHave(first, tools, findingLabel(code)),
  }));
  return (
    <section data-testid="tool-problems">
      <Title order={3} size="h5" mt="sm">
        {strings.problemsDialog.tools2}
      </Title>
      <FindingList
        findings={findings}
        label={strings.problemsDialog.toolProblems}
        action={({ code }) => {
          const show = () => {
            closeDialog();
            showProblem(workspace, code);
            goTo('catalog');
          };
          return <Button onClick={show}>{strings.problemsDialog.showTools}</Button>;
        }}
      />
    </section>
  );
}

function PackProblems({ findings }: { findings: readonly Finding[] }) {
  const { closeDialog } = useNavigation();
  const show = (finding: Finding) => {
    closeDialog();
    showPackProblem(finding);
  };
  return (
    <section data-testid="pack-problems">
      <Title order={3} size="h5" mt="sm">
        {strings.problemsDialog.skillPacks}
      </Title>
      <FindingList
        findings={findings}
        label={strings.problemsDialog.skillPackProblems}
        action={(finding) =>
          finding.code === 'skill_withheld' ? (
            <ReviewButton />
          ) : (
            <Button onClick={() => show(finding)}>{strings.problemsDialog.openSkillPacks}</Button>
          )
        }
      />
    </section>
  );
}
