import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ConfigChange } from '#shared/domain/config-edit.ts';
import type { ToolDetail } from '#shared/domain/tool-detail.ts';
import type { TextRun } from '#shared/domain/tool-diff.ts';
import { editConfig, refusalOf } from '../../../platform/edit-config.ts';
import { openRevision, openWorkspace, thisWindow } from '../../../platform/this-window.ts';
import { useWorkspace } from '../../../platform/workspace-query.ts';
import { strings } from '../../../strings/curate.ts';
import { visibleString } from '../../../ui/hidden-characters.ts';
import { HostileText } from '../../../ui/hostile-text.tsx';
import { textField, useTypedValue } from '../../../ui/use-typed-value.ts';
import { WordRuns } from '../../../ui/word-runs.tsx';
import { toolDetailQuery } from '../use-catalog.ts';
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
  const { typed, reset, error } = useField(detail, field);
  const upstream = upstreamText(detail, field);
  const overlaid = isOverlaid(detail, field);
  return (
    <div className={styles.field} data-overlaid={overlaid || undefined} data-testid={`curate-${field.name}`}>
      <div className={`${styles.head} wrapping`}>
        <strong>{field.title}</strong>
        {field.note !== undefined && <span className="dim">{field.note}</span>}
        {overlaid && (
          <Button className="push" onClick={reset} aria-label={strings.curateFieldRow.reset2(field.title)}>
            {strings.curateFieldRow.reset}
          </Button>
        )}
      </div>
      {field.kind === 'choice' ? (
        <NativeSelect
          aria-label={field.title}
          data-field={field.name}
          value={typed.value}
          error={error}
          data={[
            {
              value: '',
              label:
                upstream === ''
                  ? strings.curateFieldRow.valueOfSource
                  : strings.curateFieldRow.valueOfSourceIs(upstream),
            },
            ...(field.choices ?? []).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(event) => typed.choose(event.currentTarget.value)}
        />
      ) : (
        <Textarea
          aria-label={field.title}
          data-field={field.name}
          autosize
          minRows={field.name === 'description' ? 3 : 1}
          maxRows={12}
          spellCheck={field.kind === 'text'}
          {...textField(typed)}
          error={error}
        />
      )}
      {overlaid && field.kind !== 'choice' && (
        <Upstream field={field} upstream={upstream} text={typed.value} words={wordsOf(detail, field)} />
      )}
    </div>
  );
}

/** The difference from the source: a list as removed and added items, a text word by word. */
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
      <div className="above-4">
        <span className="dim">{strings.curateFieldRow.textOfSource}</span>
        <WordRuns runs={words} />
      </div>
    );
  }
  if (field.kind === 'text') {
    return (
      <div className={styles.upstream}>
        <span className="dim">{strings.curateFieldRow.source} </span>
        {upstream === '' ? (
          <span className="dim">{strings.curateFieldRow.nothing}</span>
        ) : (
          <HostileText text={upstream} limit={600} />
        )}
      </div>
    );
  }
  const [before, after] = [listOf(upstream), listOf(text)];
  const gone = before.filter((entry) => !after.includes(entry));
  const come = after.filter((entry) => !before.includes(entry));
  return (
    <div className={styles.upstream}>
      <span className="dim">{strings.curateFieldRow.sourceHas(before.length)} </span>
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
      {gone.length + come.length === 0 && <span className="dim">{strings.curateFieldRow.samePossiblyInAnother}</span>}
    </div>
  );
}

function useField(detail: ToolDetail, field: CurateField) {
  const workspace = useWorkspace()?.path ?? '';
  const { name } = detail.tool;
  const key = curateKey(workspace, name, field.name);
  const what = strings.curateFieldRow.of(field.title.toLowerCase(), name);
  const saved = savedText(detail, field);
  const write = async (change: ConfigChange): Promise<string | null> => {
    const done = visibleString(strings.curateFieldRow.the(change.value === undefined, what));
    const refused = await refusalOf(editConfig(workspace, { changes: [change], done }));
    // The field goes on to what the file says when the catalog says it too.
    if (refused === null)
      await thisWindow().queries.prefetchQuery(toolDetailQuery(openRevision(openWorkspace()), name));
    return refused;
  };
  const typed = useTypedValue({
    saved,
    kept: {
      typed: useDrafts((state) => state.drafts[key] ?? null),
      now: () => useDrafts.getState().drafts[key] ?? null,
      keep: (text) => setDraft(key, text, what),
    },
    isLong: true,
    save: async (text) => {
      const tidy = tidyText(text, field);
      return tidy === tidyText(saved, field) ? null : write(changeOfField(detail, field, tidy));
    },
  });
  const [resetError, setResetError] = useState<string | null>(null);
  const reset = async () => {
    typed.forget();
    setResetError(await write({ path: ['overlays', name, field.name] }));
  };
  return { typed, reset: () => void reset(), error: typed.error ?? resetError };
}
