import type { PackView } from '#shared/domain/skill-editor.ts';

type PackFileView = PackView['files'][number];

/** A file beside a SKILL.md. `file` is its path in the pack, `owner` the SKILL.md, `name` the path in the folder of the skill. */
export interface BesideFile {
  readonly file: string;
  readonly owner: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Estimate; null for what is not text. */
  readonly tokens: number | null;
}

/** The files beside a SKILL.md; none for other formats. */
export function besideOf({ file, beside }: PackFileView): BesideFile[] {
  return beside.map(({ path, size, tokens }) => ({
    file: besidePath(file, path),
    owner: file,
    name: path,
    size,
    tokens,
  }));
}

/** The path in the pack of what lies at a path in the folder of a SKILL.md. */
export function besidePath(owner: string, path: string): string {
  return owner.slice(0, owner.lastIndexOf('/') + 1) + path;
}

/** The file beside a SKILL.md at a path of a pack; null for a skill file, and for what is not there. */
export function besideAt(view: PackView | null | undefined, file: string): BesideFile | null {
  if (!view || view.files.some((one) => one.file === file)) return null;
  for (const one of view.files) {
    const found = besideOf(one).find((beside) => beside.file === file);
    if (found) return found;
  }
  return null;
}
