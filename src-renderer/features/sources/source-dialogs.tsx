import { useWorkspace } from '../../platform/workspace-query.ts';
import { useUnsavedWork } from '../../state/unsaved-work.ts';
import { ConsentDialog } from '../../ui/consent-dialog.tsx';
import { HostileText } from '../../ui/hostile-text.tsx';
import { ServerSheet } from '../server-review/server-sheet.tsx';
import { AddSourceDialog } from './add-source-dialog.tsx';
import { EditConnectionDialog } from './edit-connection-dialog.tsx';
import { RenameSourceDialog } from './rename-source-dialog.tsx';
import { agreeToJob, jobLabel, refuseJob, useSourceJobs } from './source-jobs.ts';

/** The dialogs of sources. They belong to the window: an import goes on, and may have to ask, when its screen is left. */
export function SourceDialogs() {
  const isImporting = useSourceJobs(({ jobs }) => jobs.some(({ step }) => step.kind !== 'failed'));
  useUnsavedWork(isImporting ? 'An import from a server is not finished.' : null);
  return (
    <>
      <AddSourceDialog />
      <ServerSheet />
      <RenameSourceDialog />
      <EditConnectionDialog />
      <Consent />
    </>
  );
}

/** One question at a time, in the order in which they came. */
function Consent() {
  const path = useWorkspace()?.path;
  const job = useSourceJobs(({ jobs }) =>
    jobs.find(({ workspace, step }) => workspace === path && step.kind === 'consent'),
  );
  return (
    <ConsentDialog
      key={job?.id}
      subject={job?.step.kind === 'consent' ? job.step.subject : null}
      source={job ? jobLabel(job) : ''}
      agree={job?.connection?.url === undefined ? 'Agree and start' : 'Agree and connect'}
      onAgree={() => job && agreeToJob(job.id)}
      onCancel={() => job && refuseJob(job.id)}
    >
      {job?.step.kind === 'consent' && job.step.before !== null && (
        <div data-testid="consent-before">
          It changed since you agreed. Before, it was:
          <div className="mono" style={{ overflowWrap: 'anywhere' }}>
            <HostileText text={job.step.before} limit={1000} />
          </div>
        </div>
      )}
    </ConsentDialog>
  );
}
