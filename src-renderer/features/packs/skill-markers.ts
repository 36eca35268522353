import type { SkillFileView } from '#shared/domain/skill-editor.ts';
import type { EditorMarker } from '../../ui/editor/code-editor.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';

/** What was found, at its places in the source. */
export function skillMarkers(view: SkillFileView | null): EditorMarker[] {
  return (view?.findings ?? []).map(({ severity, message, hint, range }) => ({
    severity,
    message: visibleString(hint === undefined ? message : `${message} ${hint}`),
    line: range?.start.line ?? 1,
    column: range?.start.column ?? 1,
    ...(range?.end && { endLine: range.end.line, endColumn: range.end.column }),
  }));
}
