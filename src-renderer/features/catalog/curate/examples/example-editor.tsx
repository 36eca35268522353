import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { editor } from 'monaco-editor/editor/editor.api';
import { type KeyboardEvent, useMemo } from 'react';
import type { ToolDetail } from '#shared/domain/tool-detail.ts';
import { useClient } from '../../../../platform/client.ts';
import { useWorkspace } from '../../../../platform/workspace-query.ts';
import { usePreferences } from '../../../../state/preferences-store.ts';
import { strings } from '../../../../strings/curate.ts';
import { CodeEditor, type EditorMarker } from '../../../../ui/editor/code-editor.tsx';
import { ErrorNotice } from '../../../../ui/error-notice.tsx';
import { fill } from '../../../../ui/fill.tsx';
import { FindingList } from '../../../../ui/finding-list.tsx';
import type { Example } from './example-edits.ts';
import { type ExampleText, exampleText, takeFocus, useExampleDraft } from './example-store.ts';
import styles from './examples.module.css';
import { discardExample, typeExample, type useExampleActs } from './use-example-acts.ts';

/** How long the text rests before it is checked, milliseconds. */
const restMs = 150;

/**
 * One example: its arguments as JSON, checked against the tool's schema while one types, what it is for, and its tags. It is
 * saved by Ctrl+Enter when it fits; by its button also when it does not, since that is a warning (R7.18).
 */
export function ExampleEditor({
  detail,
  saved,
  exampleKey,
  acts,
}: {
  detail: ToolDetail;
  /** What the editor starts from. */
  saved: Partial<Example>;
  exampleKey: string;
  acts: ReturnType<typeof useExampleActs>;
}) {
  const { place, save } = acts;
  const { name, input_schema } = detail.tool;
  const draft = useExampleDraft(place, exampleKey);
  const text = draft ?? exampleText(saved);
  const estimator = usePreferences((state) => state.estimator);
  const { checked, isChecking, error } = useCheck(name, text);
  const findings = checked?.findings ?? [];
  const fits = checked?.args !== null && findings.every(({ severity }) => severity === 'info');
  const markers = useMemo(() => markersOf(findings), [findings]);
  const change = (part: Partial<ExampleText>) =>
    typeExample(place, { key: exampleKey, tool: name, saved, text: { ...text, ...part } });
  const submit = (anyway: boolean) => save.mutate({ key: exampleKey, text, anyway });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // Before the editor takes it for a new line.
    event.preventDefault();
    event.stopPropagation();
    submit(false);
  };
  const refused = save.error ?? error;
  return (
    <div className={styles.editor} onKeyDownCapture={onKeyDown} data-testid="example-editor">
      <div className={styles.code}>
        <CodeEditor
          path={pathOf(`${place} ${exampleKey}`)}
          value={text.args}
          language="json"
          label={strings.exampleEditor.argumentsOfExample(name)}
          schema={input_schema}
          markers={markers}
          onChange={(args) => change({ args })}
          onReady={focusWhenOpened}
        />
      </div>
      <div role="status" data-testid="example-check">
        {isChecking
          ? strings.exampleEditor.checking
          : fits
            ? strings.exampleEditor.validForSchema
            : checked?.args === null
              ? strings.exampleEditor.notValidJsonYet
              : strings.exampleEditor.problemsSchema(findings.length)}
        {checked?.tokens && (
          <span className="dim">
            {' '}
            {fill(strings.exampleEditor.tokensPrompt, {
              value: <span className="mono">{checked.tokens[estimator]}</span>,
              estimator,
            })}
          </span>
        )}
      </div>
      {findings.length > 0 && <FindingList findings={findings} label={strings.exampleEditor.problemsInExample} />}
      <div className={styles.inputs}>
        <TextInput
          label={strings.exampleEditor.whatExampleShows}
          spellCheck
          value={text.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <TextInput
          label={strings.exampleEditor.tags}
          placeholder={strings.exampleEditor.minimalCommon}
          value={text.tags}
          onChange={(event) => change({ tags: event.currentTarget.value })}
        />
      </div>
      {refused && <ErrorNotice error={refused} />}
      <div className="button-row">
        <Button
          variant="filled"
          disabled={checked?.args === null}
          loading={save.isPending}
          onClick={() => submit(true)}
        >
          {fits || checked?.args === null ? strings.exampleEditor.save : strings.exampleEditor.saveAnyway}
        </Button>
        <Button onClick={() => discardExample(place, exampleKey, name)}>{strings.exampleEditor.cancel}</Button>
        <span className="dim">{strings.exampleEditor.ctrlEnterSavesValid}</span>
      </div>
    </div>
  );
}

/** Somebody who opened it wants to write; who comes back to the tool finds the focus where it was. */
function focusWhenOpened(instance: editor.IStandaloneCodeEditor): void {
  if (!takeFocus()) return;
  // Its text comes right after it.
  requestAnimationFrame(() => {
    instance.focus();
    const block = instance.getContainerDomNode().closest('[data-testid=example-editor]');
    const panel = block?.closest('section');
    // Only the panel: scrolling into view would move what is around it as well.
    if (block && panel) panel.scrollTop += block.getBoundingClientRect().top - panel.getBoundingClientRect().top;
  });
}

/** The findings of the core, once the user stops typing. */
function useCheck(tool: string, typed: ExampleText) {
  const client = useClient();
  const workspace = useWorkspace();
  const [args] = useDebouncedValue(typed.args, restMs);
  const [description] = useDebouncedValue(typed.description, restMs);
  const { data, isFetching, error } = useQuery({
    queryKey: ['check-example', workspace?.path, workspace?.revision, tool, args, description],
    queryFn: ({ signal }) => client.curation.checkExample({ tool, text: args, description }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { checked: data, isChecking: isFetching || args !== typed.args || !data, error };
}

/** The places of the findings; the editor itself marks a text that is not JSON. */
function markersOf(findings: ReadonlyArray<Parameters<typeof FindingList>[0]['findings'][number]>): EditorMarker[] {
  return findings.flatMap(({ code, severity, message, range }) =>
    range && code !== 'invalid_json'
      ? [
          {
            severity,
            message,
            ...range.start,
            ...(range.end && { endLine: range.end.line, endColumn: range.end.column }),
          },
        ]
      : [],
  );
}

const paths = new Map<string, string>();

/** The name of the editor's text: no character of a tool's name may mean something in it. */
function pathOf(key: string): string {
  const path = paths.get(key) ?? `examples/${paths.size + 1}.json`;
  paths.set(key, path);
  return path;
}
