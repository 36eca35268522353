import { Alert, Button, Loader, SegmentedControl, Textarea, UnstyledButton } from '@mantine/core';
import { IconExclamationCircle } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { argumentIssueSchema } from '#shared/domain/live-source.ts';
import type { ToolDetail } from '#shared/domain/tool-detail.ts';
import type { PegboardError } from '#shared/errors.ts';
import { useSources } from '../../platform/source-watch.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import { showSource, sourceKey } from '../../state/sources-view.ts';
import { strings } from '../../strings/try-it.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { ConsentDialog } from '../../ui/consent-dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { fill } from '../../ui/fill.tsx';
import { HostileText } from '../../ui/hostile-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { AnswerView } from './answer-view.tsx';
import { ArgumentField } from './argument-field.tsx';
import { ConfirmCallDialog } from './confirm-call-dialog.tsx';
import { ObjectFields } from './field-groups.tsx';
import { FillMenu } from './fill-menu.tsx';
import { ArgumentsForm, useArgumentsForm } from './form-context.ts';
import { canBeForm, formField } from './form-field.ts';
import { readArguments } from './read-arguments.ts';
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
  // A call does not need the list of sources.
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
        aria-label={strings.tryPanel.arguments}
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
              aria-label={strings.tryPanel.editArguments}
              data={[
                { value: 'form', label: strings.tryPanel.form },
                { value: 'json', label: strings.tryPanel.json },
              ]}
              value={view}
              disabled={problem !== null}
              onChange={(next) => actions.show(next === 'json' ? 'json' : 'form')}
            />
          ) : (
            <span className="dim">{strings.tryPanel.formCannotShow}</span>
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
            {strings.tryPanel.call}
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

/** A call under way: how long already, and how to stop it. */
function RunningCall({ since, onStop }: { since: number; onStop: () => void }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <Button onClick={onStop}>{strings.tryPanel.cancel}</Button>
      <Loader size={14} aria-hidden />
      <span role="status" data-testid="call-running">
        {fill(strings.tryPanel.calling, {
          seconds: <span className="mono">{Math.max(0, Math.floor((now - since) / 1000))}</span>,
        })}
      </span>
    </>
  );
}

/** The arguments as fields, one for each property of the schema. */
function ArgumentFields() {
  const { trial, root } = useArgumentsForm();
  const field = useMemo(() => formField(root, root), [root]);
  const isEmpty = field.shape.kind !== 'object' && Object.keys(trial.args).length === 0;
  return (
    <div className="grid gap-12">
      {isEmpty && <p className={styles.empty}>{strings.tryPanel.schemaHasNoArguments}</p>}
      <ObjectFields Field={ArgumentField} field={field} path={[]} />
    </div>
  );
}

/** The arguments as JSON: for schemas that fields cannot show, and for those who paste. */
function ArgumentsText() {
  const { trial, actions } = useArgumentsForm();
  const { problem } = readArguments(trial);
  return (
    <Textarea
      label={strings.tryPanel.argumentsJson}
      classNames={{ input: 'mono' }}
      autosize
      minRows={8}
      maxRows={24}
      spellCheck={false}
      value={trial.text}
      error={problem === null ? null : <VisibleText text={problem} />}
      onChange={({ currentTarget }) => actions.setText(currentTarget.value)}
      data-testid="arguments-json"
    />
  );
}

/** Why there is no answer, with the end of what the server wrote about it, and the way to its source. */
function CallFailed({ error, source }: { error: PegboardError; source: string }) {
  const path = useWorkspace()?.path;
  const stderr = error.data?.stderr;
  return (
    <ErrorNotice error={error}>
      {typeof stderr === 'string' && (
        <div className={`${styles.stderr} mono`} data-testid="call-stderr">
          <HostileText text={stderr} limit={2000} />
        </div>
      )}
      {path !== undefined && (
        <UnstyledButton className={styles.offer} onClick={() => showSource(path, sourceKey(source))}>
          {error.code === 'authentication_required' ? strings.tryPanel.signInToSource : strings.tryPanel.showSource}
        </UnstyledButton>
      )}
    </ErrorNotice>
  );
}

const shownIssues = 20;

/** The problems with the schema; nothing was sent. Fields show them too, but some problems belong to no field. */
function IssueList({ error }: { error: PegboardError }) {
  const issues = z.array(argumentIssueSchema).safeParse(error.data?.issues).data ?? [];
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconExclamationCircle size={18} />}
      title={strings.tryPanel.problemsWithArgumentsNothing(issues.length)}
      role="alert"
      data-testid="argument-issues"
    >
      <ul className="plain-list">
        {issues.slice(0, shownIssues).map(({ path, pointer, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field may have several, also the same twice
          <li key={index} data-issue={pointer}>
            <HostileText as="span" className="mono" text={path} limit={200} />{' '}
            <HostileText text={message} limit={400} />
          </li>
        ))}
      </ul>
      {issues.length > shownIssues && <div className="dim">{strings.tryPanel.more(issues.length - shownIssues)}</div>}
    </Alert>
  );
}

/** A tool of a captured file: nobody is there who could answer, and how to change that. */
function NoServer({ source }: { source: string }) {
  const open = useAddSource((state) => state.open);
  return (
    <div data-testid="try-it-no-server">
      <p className={styles.empty}>
        {fill(strings.tryPanel.sourceIsCapturedFile, { source: <span className="mono">{source}</span> })}
      </p>
      <Button variant="filled" onClick={() => open('command')} mb="md">
        {strings.tryPanel.addServer}
      </Button>
      <CommandLine command={`pegboard import --mcp --name ${source} -- npx -y <server>`} />
    </div>
  );
}

/** A tool that the policy keeps out. */
function Denied({ rule }: { rule: string }) {
  return (
    <p className={styles.empty} data-testid="try-it-denied">
      {strings.tryPanel.workspacePolicyDenies(rule)}
    </p>
  );
}
