import type { FixableFinding } from '#shared/domain/skill-editor.ts';

/** The file that is on screen. */
export interface ShownFile {
  readonly pack: string;
  readonly file: string;
  readonly text: string | null;
  readonly skill: string | null;
  readonly findings: readonly FixableFinding[];
  readonly isEditable: boolean;
}
