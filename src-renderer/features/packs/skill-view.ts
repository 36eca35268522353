import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { PackFileAt, SkillEntry, SkillFieldChange, SkillFileView } from '#shared/domain/skill-editor.ts';
import { editSkillFields } from '#shared/text/edit-skill.ts';
import { skillEntries } from '#shared/text/skill-entries.ts';
import { editDocumentBy } from '../../documents/document-store.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { formatOfName } from './pack-document.ts';

/** Milliseconds without a keystroke after which a text is looked at. */
const quietMs = 150;

/** What the core finds in a text of a file, saved or not. */
export const skillViewQuery = (workspace: string, at: PackFileAt & { readonly text: string }) =>
  queryOptions({
    queryKey: ['skill-view', workspace, at],
    queryFn: ({ signal }) => thisWindow().client.skillEditor.check(at, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5000,
    retry: false,
  });

/** Changes fields of one skill of a document, at once; null, or why not, in a sentence. */
export function editSkill(key: string, file: string, index: number, changes: readonly SkillFieldChange[]) {
  return editDocumentBy(key, (now) => editSkillFields(now, { format: formatOfName(file), index, changes }));
}

interface LiveSkillFile {
  /** The skills of the text as it is now; while it cannot be read for a moment, those of before. Null before the first look. */
  readonly skills: readonly SkillEntry[] | null;
  /** What the core found in the last text that it looked at. */
  readonly view: SkillFileView | null;
  /** Whether `view` is of the text as it is now. */
  readonly isCurrent: boolean;
}

/** The content of a text while the user types; null until it is known. */
export function useSkillView(workspace: string, { pack, file }: PackFileAt, text: string | null): LiveSkillFile {
  const [quiet] = useDebouncedValue(text, quietMs);
  const looked = quiet ?? text;
  const { data: view = null } = useQuery({
    ...skillViewQuery(workspace, { pack, file, text: looked ?? '' }),
    enabled: looked !== null,
    placeholderData: keepPreviousData,
  });
  const isCurrent = view !== null && view.text === text;
  const format = formatOfName(file);
  // Null where only the core can tell: of a SKILL.md, and before the text is known.
  const read = useMemo(
    () => (text === null || format === 'skill-md' ? null : skillEntries({ pack, file, format, text })),
    [pack, file, format, text],
  );
  const last = useRef<readonly SkillEntry[] | null>(null);
  if (read !== null && read.length > 0) last.current = read;
  return { skills: isCurrent ? (read ?? view.skills) : (last.current ?? view?.skills ?? null), view, isCurrent };
}
