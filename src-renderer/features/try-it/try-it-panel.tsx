import { Button, SegmentedControl } from '@mantine/core';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { ToolDetail } from '#shared/domain/tool-detail.ts';
import { useSources } from '../../platform/source-watch.ts';
import { ConsentDialog } from '../../ui/consent-dialog.tsx';
import { AnswerView } from './answer-view.tsx';
import { ArgumentFields } from './argument-fields.tsx';
import { ArgumentsText } from './arguments-text.tsx';
import { CallFailed } from './call-failed.tsx';
import { ConfirmCallDialog } from './confirm-call-dialog.tsx';
import { FillMenu } from './fill-menu.tsx';
import { ArgumentsForm } from './form-context.ts';
import { canBeForm } from './form-field.ts';
import { IssueList } from './issue-list.tsx';
import { Denied, NoServer } from './not-callable.tsx';
import { readArguments } from './read-arguments.ts';
import { RunningCall } from './running-call.tsx';
import { useTrial } from './trial-actions.ts';
import styles from './try-it.module.css';
import { useFocusOnIssue, useFocusWhenAsked, useOutcome } from './try-it-focus.ts';
import { useTryIt } from './try-it-screen.ts';

/** Calls one tool by hand: arguments by its schema, the answer below. Says so where no server is behind it. */
export function TryItPanel({ detail }: { detail: ToolDetail }) {
  const { tool, denied_by } = detail;
  const { data: sources, isPending } = useSources();
  const isFile = sources?.find(({ name }) => name === tool.source)?.kind === 'file';
  useEffect(() => {
    // Nothing here takes the focus; the next tool must not either.
    if (isFile || denied_by !== null) useTryIt.setState({ wantsFocus: false });
  }, [isFile, denied_by]);
  if (denied_by !== null) return <Denied rule={denied_by} />;
  // A list of sources that cannot be had is no reason not to call.
  if (isPending) return null;
  return isFile ? <NoServer source={tool.source} /> : <Trial detail={detail} />;
}

function Trial({ detail: { tool } }: { detail: ToolDetail }) {
  const { trial, actions } = useTrial(tool);
  const { call, view, history } = trial;
  const form = useMemo(() => ({ trial, actions, root: tool.input_schema }), [trial, actions, tool.input_schema]);
  const panel = useRef<HTMLFormElement>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const callButton = useRef<HTMLButtonElement>(null);
  const hasForm = useMemo(() => canBeForm(tool.input_schema), [tool]);
  const { problem } = readArguments(trial);
  const isRunning = call.kind === 'running';

  useFocusWhenAsked(panel);
  useFocusOnIssue(panel, call);
  useOutcome({ button: callButton, outcome }, call);
  useLayoutEffect(() => {
    useTryIt.setState({ shown: tool.name });
    return () => useTryIt.setState({ shown: null });
  }, [tool.name]);

  return (
    <ArgumentsForm value={form}>
      <form
        ref={panel}
        className={styles.trial}
        aria-label="Arguments"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          actions.call();
        }}
        data-testid="try-it"
      >
        <div className="button-row">
          {hasForm ? (
            <SegmentedControl
              aria-label="Write the arguments as"
              data={[
                { value: 'form', label: 'Form' },
                { value: 'json', label: 'JSON' },
              ]}
              value={view}
              disabled={problem !== null}
              onChange={(next) => actions.show(next === 'json' ? 'json' : 'form')}
            />
          ) : (
            <span className="dim">Its schema is more than a form can show.</span>
          )}
          <FillMenu tool={tool} history={history} onChoose={actions.fillIn} />
        </div>
        {view === 'form' ? <ArgumentFields /> : <ArgumentsText />}
        <div className={`${styles.callBar} button-row line-above`}>
          {/* It keeps the focus while the call runs, so it is not really disabled. */}
          <Button
            ref={callButton}
            type="submit"
            variant="filled"
            data-disabled={isRunning || problem !== null || undefined}
          >
            Call
          </Button>
          {isRunning && <RunningCall since={call.since} onStop={actions.cancel} />}
          {problem !== null && view === 'form' && <span className="dim">{problem}</span>}
        </div>
      </form>
      <div ref={outcome}>
        {call.kind === 'failed' &&
          (call.error.code === 'invalid_arguments' ? (
            <IssueList error={call.error} />
          ) : (
            <CallFailed error={call.error} source={tool.source} />
          ))}
        {call.kind === 'done' && <AnswerView result={call.result} />}
      </div>
      <ConfirmCallDialog
        asked={call.kind === 'confirm' ? call : null}
        tool={tool.name}
        onCancel={actions.cancel}
        onAgree={() =>
          call.kind === 'confirm' && actions.callWith(call.args, { confirmed: true, consent: call.consent })
        }
      />
      <ConsentDialog
        subject={call.kind === 'consent' ? call.subject : null}
        source={tool.source}
        onCancel={actions.cancel}
        onAgree={() =>
          call.kind === 'consent' && actions.callWith(call.args, { consent: true, confirmed: call.confirmed })
        }
      />
    </ArgumentsForm>
  );
}
