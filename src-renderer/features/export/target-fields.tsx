import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ExportPlan } from '#shared/domain/export-plan.ts';
import { useClient } from '../../platform/client.ts';
import { electronBridge } from '../../platform/host.ts';
import { strings } from '../../strings/export.ts';
import { fill } from '../../ui/fill.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type CommitBranch, commitBranch } from './commit-branch.ts';
import styles from './export.module.css';
import { exportPlaces, focusExportPlace } from './export-places.ts';
import type { ExportChoices } from './export-store.ts';

/** The folder to write to. Enter goes on to what would happen there. */
export function TargetField({ target, onChange }: { target: string; onChange(target: string): void }) {
  const client = useClient();
  const choose = () =>
    client.desktop.chooseFolder({ purpose: 'export-target' }).then(
      (folder) => folder !== null && onChange(folder),
      () => focusExportPlace('target'),
    );
  return (
    <div className="grid gap-8">
      <TextInput
        id={exportPlaces.target}
        label={strings.targetFields.targetFolder}
        placeholder="/home/you/my-agent/skills"
        classNames={{ input: 'mono' }}
        value={target}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          focusExportPlace('plan');
        }}
      />
      {electronBridge() && <Button onClick={() => void choose()}>{strings.targetFields.choose}</Button>}
    </div>
  );
}

const branchProblems: Readonly<Record<CommitBranch['kind'], string | null>> = {
  new: null,
  current: null,
  taken: strings.targetFields.thisBranchAlreadyExists,
  unnamed: strings.targetFields.typeNameBranch,
};

/** What committing to a branch does to the folder, said before it is done. */
function branchNote({ kind }: CommitBranch, current: string | null): ReactNode {
  if (kind === 'current') return strings.targetFields.branchCheckedOutCommit;
  if (kind !== 'new') return null;
  return (
    <>
      {strings.targetFields.gitCreatesBranchChecks}{' '}
      {current !== null && fill(strings.targetFields.toReturn, { current: <code>{`git switch ${current}`}</code> })}
    </>
  );
}

function BranchName({ name }: { name: string }) {
  return <VisibleText as="span" className="mono" text={name} lines={false} />;
}

/** Whether to commit, to which branch, and with which message. */
export function CommitFields({
  plan,
  choices: { commit, branch: typed, message },
  suggestion,
  onChange,
}: {
  plan: ExportPlan | null;
  choices: ExportChoices;
  /** The message, as long as none is typed. */
  suggestion: string;
  onChange(choices: Partial<ExportChoices>): void;
}) {
  const repository = plan?.repository ?? null;
  const branch = commitBranch(typed, repository);
  return (
    <div className={styles.commit}>
      <Checkbox
        id={exportPlaces.commit}
        size="xs"
        label={strings.targetFields.commitBranch}
        checked={commit}
        onChange={(event) => onChange({ commit: event.currentTarget.checked })}
      />
      {commit && plan && !repository && (
        <p className="note breaks is-error" data-testid="no-repository">
          {strings.targetFields.targetFolderIsNotInGit}
        </p>
      )}
      {commit && (
        <>
          {repository && (
            <p className="dim">
              {repository.branch === null
                ? fill(strings.targetFields.repositoryDetached, { root: <PathText path={repository.root} /> })
                : fill(strings.targetFields.repositoryOnBranch, {
                    root: <PathText path={repository.root} />,
                    branch: <BranchName name={repository.branch} />,
                  })}
            </p>
          )}
          <TextInput
            label={strings.targetFields.branch}
            classNames={{ input: 'mono' }}
            value={branch.name}
            error={branchProblems[branch.kind]}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            description={repository && branchNote(branch, repository.branch)}
            onChange={(event) => onChange({ branch: event.currentTarget.value })}
          />
          <Textarea
            label={strings.targetFields.message}
            autosize
            minRows={2}
            maxRows={6}
            placeholder={suggestion}
            value={message}
            onChange={(event) => onChange({ message: event.currentTarget.value })}
          />
        </>
      )}
    </div>
  );
}
