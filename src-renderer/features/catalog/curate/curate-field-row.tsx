import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect } from 'react';
import type { ToolDetail } from '#shared/domain/tool-detail.ts';
import type { TextRun } from '#shared/domain/tool-diff.ts';
import { editConfig } from '../../../platform/edit-config.ts';
import { toPegboardError } from '../../../platform/pegboard-error.ts';
import { useWorkspace } from '../../../platform/workspace-query.ts';
import { visibleString } from '../../../ui/hidden-characters.ts';
import { HostileText } from '../../../ui/hostile-text.tsx';
import { WordRuns } from '../../../ui/word-runs.tsx';
import styles from './curate.module.css';
import { curateKey, setDraft, useDrafts } from './curate-drafts.ts';
import {
  type CurateField,
  changeOfField,
  isOverlaid,
  listOf,
  savedText,
  tidyText,
  upstreamText,
  wordsOf,
} from './curate-fields.ts';

/** One field: its editor, what the source says where that differs, and the way back to it. */
export function CurateFieldRow({ detail, field }: { detail: ToolDetail; field: CurateField }) {
  const { text, write, save, reset, error } = useField(detail, field);
  const upstream = upstreamText(detail, field);
  const overlaid = isOverlaid(detail, field);
  const shared = {
    'aria-label': field.title,
    error,
    value: text,
    'data-field': field.name,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save(text);
  };
  return (
    <div className={styles.field} data-overlaid={overlaid || undefined} data-testid={`curate-${field.name}`}>
      <div className={styles.head}>
        <strong>{field.title}</strong>
        {field.note !== undefined && <span className="dim">{field.note}</span>}
        {overlaid && (
          <Button className={styles.reset} onClick={reset} aria-label={`Reset ${field.title}`}>
            Reset
          </Button>
        )}
      </div>
      {field.kind === 'choice' ? (
        <NativeSelect
          {...shared}
          data={[
            { value: '', label: `as without an overlay${upstream === '' ? '' : ` (source: ${upstream})`}` },
            ...(field.choices ?? []).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(event) => save(event.currentTarget.value)}
        />
      ) : (
        <Textarea
          {...shared}
          autosize
          minRows={field.name === 'description' ? 3 : 1}
          maxRows={12}
          spellCheck={field.kind === 'text'}
          onChange={(event) => write(event.currentTarget.value)}
          onBlur={() => save(text)}
          onKeyDown={onKeyDown}
        />
      )}
      {overlaid && field.kind !== 'choice' && (
        <Upstream field={field} upstream={upstream} text={text} words={wordsOf(detail, field)} />
      )}
    </div>
  );
}

/** What the source says: a list as what went and what came, a text word by word. */
function Upstream({
  field,
  upstream,
  text,
  words,
}: {
  field: CurateField;
  upstream: string;
  text: string;
  words: readonly TextRun[] | null;
}) {
  if (field.kind === 'text' && words) {
    return (
      <div className={styles.words}>
        <span className="dim">Source, and what the overlay makes of it:</span>
        <WordRuns runs={words} />
      </div>
    );
  }
  if (field.kind === 'text') {
    return (
      <div className={styles.upstream}>
        <span className="dim">Source: </span>
        {upstream === '' ? <span className="dim">nothing</span> : <HostileText text={upstream} limit={600} />}
      </div>
    );
  }
  const [before, after] = [listOf(upstream), listOf(text)];
  const gone = before.filter((entry) => !after.includes(entry));
  const come = after.filter((entry) => !before.includes(entry));
  return (
    <div className={styles.upstream}>
      <span className="dim">Source has {before.length}: </span>
      {gone.map((entry) => (
        <del key={entry}>
          − <HostileText text={entry} limit={120} />
        </del>
      ))}
      {come.map((entry) => (
        <ins key={entry}>
          + <HostileText text={entry} limit={120} />
        </ins>
      ))}
      {gone.length + come.length === 0 && <span className="dim">the same in this or another order</span>}
    </div>
  );
}

function useField(detail: ToolDetail, field: CurateField) {
  const workspace = useWorkspace()?.path ?? '';
  const { name } = detail.tool;
  const key = curateKey(workspace, name, field.name);
  const what = `${field.title.toLowerCase()} of ${name}`;
  const draft = useDrafts((state) => state.drafts[key]);
  const saved = savedText(detail, field);
  const tidySaved = tidyText(saved, field);
  const { mutate, error } = useMutation({
    mutationFn: (text: string | null) => {
      const change = text === null ? { path: ['overlays', name, field.name] } : changeOfField(detail, field, text);
      const done = `${change.value === undefined ? 'Reset' : 'Changed'} the ${what}`;
      return editConfig(workspace, { changes: [change], done: visibleString(done) });
    },
  });
  // The catalog says it: from here on the field follows the file, so that Undo shows.
  useEffect(() => {
    if (draft === tidySaved) setDraft(key, null, what);
  }, [draft, tidySaved, key, what]);
  return {
    text: draft ?? saved,
    error: error ? messageOf(error) : null,
    write: (text: string) => setDraft(key, text, what),
    save: (text: string) => {
      const tidy = tidyText(text, field);
      if (tidy === tidySaved) return setDraft(key, null, what);
      setDraft(key, tidy, what);
      mutate(tidy);
    },
    reset: () => {
      setDraft(key, null, what);
      mutate(null);
    },
  };
}

function messageOf(error: unknown): string {
  const { message, hint } = toPegboardError(error);
  return visibleString(hint === undefined ? message : `${message} ${hint}`);
}
