import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import type { ExportPlan } from '#shared/domain/export-plan.ts';
import { useClient } from '../../platform/client.ts';
import { electronBridge } from '../../platform/host.ts';
import { PathText } from '../../ui/path-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
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
    <div className={styles.target}>
      <TextInput
        id={exportPlaces.target}
        label="Target folder"
        placeholder="/home/you/my-agent/skills"
        classNames={{ input: 'mono' }}
        autoComplete="off"
        spellCheck={false}
        value={target}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          focusExportPlace('plan');
        }}
      />
      {electronBridge() && <Button onClick={() => void choose()}>Choose…</Button>}
    </div>
  );
}

/** Whether to commit, to which new branch, and how the commit is called. */
export function CommitFields({
  plan,
  choices: { commit, branch, message },
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
  return (
    <div className={styles.commit}>
      <Checkbox
        id={exportPlaces.commit}
        size="xs"
        label="Commit on a new branch"
        checked={commit}
        onChange={(event) => onChange({ commit: event.currentTarget.checked })}
      />
      {commit && plan && !repository && (
        <p className={styles.problem} data-testid="no-repository">
          The target folder is in no git repository. Choose one that is, run git init there, or write without a commit.
        </p>
      )}
      {commit && (
        <>
          {repository && (
            <p className="dim">
              From {repository.branch === null ? 'a detached head' : 'branch '}
              {repository.branch !== null && (
                <span className="mono">
                  <VisibleText text={repository.branch} lines={false} />
                </span>
              )}{' '}
              of <PathText path={repository.root} />
            </p>
          )}
          <TextInput
            label="Branch"
            classNames={{ input: 'mono' }}
            autoComplete="off"
            spellCheck={false}
            value={branch}
            error={branch.trim() === '' ? 'A branch needs a name.' : null}
            onChange={(event) => onChange({ branch: event.currentTarget.value })}
          />
          <Textarea
            label="Message"
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
