import { useEffect, useMemo, useRef, useState } from 'react';
import type { SkillFormat } from '#shared/domain/skill.ts';
import type { SkillEntry, SkillFieldChange, SkillFileView } from '#shared/domain/skill-editor.ts';
import { editSkillFields } from '#shared/text/edit-skill.ts';
import { skillEntries } from '#shared/text/skill-entries.ts';
import { editDocumentBy } from '../../documents/document-store.ts';
import { useClient } from '../../platform/client.ts';
import { formatOfName } from './pack-document.ts';

/** Milliseconds without a keystroke after which a text is looked at. */
const quietMs = 150;

/** Changes fields of one skill of the text, at once; null, or why not, in a sentence. */
export type EditSkill = (index: number, changes: readonly SkillFieldChange[]) => string | null;

export interface LiveSkillFile {
  /** The skills of the text as it is now; while it cannot be read for a moment, those of before. Null before the first look. */
  readonly skills: readonly SkillEntry[] | null;
  /** What the core found in the last text that it looked at. */
  readonly view: SkillFileView | null;
  /** Whether `view` is of the text as it is now. */
  readonly isCurrent: boolean;
  readonly edit: EditSkill;
}

interface SkillFileAt {
  readonly pack: string;
  readonly file: string;
}

/** What is in a text while it is written, and edits of its fields. */
export function useSkillView(
  { pack, file }: SkillFileAt,
  document: { readonly key: string; readonly text: string | null },
): LiveSkillFile {
  const { key, text } = document;
  const client = useClient();
  const [view, setView] = useState<SkillFileView | null>(null);
  const isCurrent = view !== null && view.text === text;

  useEffect(() => {
    if (text === null || isCurrent) return;
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
  }, [client, pack, file, text, view, isCurrent]);

  const format = formatOfName(file);
  const read = useMemo(() => readEntries({ pack, file, format, text }), [pack, file, format, text]);
  const last = useRef<readonly SkillEntry[] | null>(null);
  if (read !== null && read.length > 0) last.current = read;
  const skills = isCurrent ? (read ?? view.skills) : (last.current ?? view?.skills ?? null);
  const edit = useMemo((): EditSkill => {
    return (index, changes) => editDocumentBy(key, (now) => editSkillFields(now, { format, index, changes }));
  }, [key, format]);
  return { skills, view, isCurrent, edit };
}

/** Null where only the core can tell: of a SKILL.md, and before the text is known. */
function readEntries({
  text,
  format,
  ...at
}: SkillFileAt & { readonly format: SkillFormat; readonly text: string | null }) {
  return text === null || format === 'skill-md' ? null : skillEntries({ ...at, format, text });
}
