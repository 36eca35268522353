import { type FormEvent, useState } from 'react';
import { useSourceList } from '../../platform/source-watch.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import {
  type ConnectionDraft,
  type DraftedConnection,
  type DraftProblems,
  emptyDraft,
} from '../../state/connection-draft.ts';
import { jobKey, showSource } from '../../state/sources-view.ts';
import { cancelJob, startJob } from './source-jobs.ts';

/** Submitting one of the two forms: says what is wrong with it, or starts it and shows the Sources screen. */
export function useStartDraft(drafted: (draft: ConnectionDraft, taken: readonly string[]) => DraftedConnection): {
  problems: DraftProblems;
  onSubmit(event: FormEvent): void;
} {
  const workspace = useWorkspace();
  const taken = useSourceList().map(({ name }) => name);
  const draft = useAddSource((state) => state.draft);
  const [submitted, setSubmitted] = useState(false);
  const result = drafted(draft, taken);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (result.kind === 'problems' || !workspace) return;
    draftStarted();
    const { connection, name } = result;
    const id = startJob({ workspace: workspace.path, source: name, connection });
    showSource(workspace.path, jobKey(id));
  };
  // Nobody is told what is wrong while still typing it for the first time.
  return { problems: submitted && result.kind === 'problems' ? result.problems : {}, onSubmit };
}

/** The typed source was started: the form is empty again, and the job it replaces is gone. */
function draftStarted(): void {
  const { edited } = useAddSource.getState();
  if (edited !== null) cancelJob(edited);
  useAddSource.setState({ opened: false, draft: emptyDraft, edited: null });
}
