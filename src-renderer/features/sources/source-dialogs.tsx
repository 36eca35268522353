import { useWorkspace } from '../../platform/workspace-query.ts';
import { useUnsavedWork } from '../../state/unsaved-work.ts';
import { strings } from '../../strings/sources.ts';
import { ConsentDialog } from '../../ui/consent-dialog.tsx';
import { HostileText } from '../../ui/hostile-text.tsx';
import { ServerSheet } from '../server-review/server-sheet.tsx';
import { AddSourceDialog } from './add-source-dialog.tsx';
import { EditConnectionDialog } from './edit-connection-dialog.tsx';
import { RenameSourceDialog } from './rename-source-dialog.tsx';
import { agreeToJob, refuseJob, useSourceJobs } from './source-jobs.ts';
import { ToolReviewDialog } from './tool-review-dialog.tsx';

/** The dialogs of sources. They belong to the window: an import goes on, and may have to ask, when its screen is left. */
export function SourceDialogs() {
  const isImporting = useSourceJobs(({ jobs }) => jobs.some(({ step }) => step.kind !== 'failed'));
  useUnsavedWork(isImporting ? strings.sourceDialogs.importFromServer : null);
  return (
    <>
      <AddSourceDialog />
      <ServerSheet />
      <RenameSourceDialog />
      <EditConnectionDialog />
      <ToolReviewDialog />
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
      source={job?.source ?? null}
      agree={job?.connection?.url === undefined ? strings.sourceDialogs.agreeStart : strings.sourceDialogs.agreeConnect}
      onAgree={() => job && agreeToJob(job.id)}
      onCancel={() => job && refuseJob(job.id)}
    >
      {job?.step.kind === 'consent' && job.step.before !== null && (
        <div data-testid="consent-before">
          {strings.sourceDialogs.connectionChangedAfterYou}
          <div className="mono" style={{ overflowWrap: 'anywhere' }}>
            <HostileText text={job.step.before} limit={1000} />
          </div>
        </div>
      )}
    </ConsentDialog>
  );
}
