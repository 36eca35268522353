import { useEffect, useMemo, useRef, useState } from 'react';
import type { SkillFieldChange, SkillFileView } from '#shared/domain/skill-editor.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';

/** Milliseconds without a keystroke after which a text is looked at. */
const quietMs = 150;

/** Changes fields of one skill of the text; null, or why not, in a sentence. */
export type EditSkill = (index: number, changes: readonly SkillFieldChange[]) => Promise<string | null>;

export interface LiveSkillFile {
  /** What is in the text, of the last one that was looked at; null before the first. */
  readonly view: SkillFileView | null;
  /** Whether `view` is of the text as it is now. */
  readonly isCurrent: boolean;
  readonly edit: EditSkill;
}

/** How often an edit is made anew when the text changed under it. */
const attempts = 4;

/** What is in a text while it is written, and edits of its fields: one after the other, each on the text as it is then. */
export function useSkillView({
  pack,
  file,
  text,
  write,
}: {
  readonly pack: string;
  readonly file: string;
  /** Null while it is not known. */
  readonly text: string | null;
  write(text: string): void;
}): LiveSkillFile {
  const client = useClient();
  const [view, setView] = useState<SkillFileView | null>(null);
  const latest = useRef({ text, write });
  latest.current = { text, write };
  const turn = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    if (text === null || view?.text === text) return;
    const asking = new AbortController();
    const timer = setTimeout(
      () => {
        client.skillEditor.check({ pack, file, text }, { signal: asking.signal }).then(setView, () => undefined);
      },
      view === null ? 0 : quietMs,
    );
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [client, pack, file, text, view]);

  const edit = useMemo((): EditSkill => {
    const run = async (index: number, changes: readonly SkillFieldChange[]): Promise<string | null> => {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const before = latest.current.text;
        if (before === null) return 'The file is not read yet.';
        try {
          const next = await client.skillEditor.edit({ pack, file, text: before, index, changes: [...changes] });
          if (latest.current.text !== before) continue;
          latest.current.write(next.text);
          latest.current.text = next.text;
          setView(next);
          return null;
        } catch (error) {
          const { message, hint } = toPegboardError(error);
          return hint === undefined ? message : `${message} ${hint}`;
        }
      }
      return 'The text changes too fast; try again.';
    };
    return (index, changes) => {
      const mine = turn.current.then(() => run(index, changes));
      turn.current = mine;
      return mine;
    };
  }, [client, pack, file]);

  return { view, isCurrent: view !== null && view.text === text, edit };
}
