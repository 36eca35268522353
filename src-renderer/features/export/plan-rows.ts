import type { ExportDecision, ExportFile } from '#shared/domain/export-plan.ts';
import type { TreeRow } from '../../state/tree-keys.ts';

/** A line of the plan: a folder, or a file in it while that is open. */
export type PlanRow =
  | {
      readonly kind: 'folder';
      readonly key: string;
      readonly level: number;
      readonly name: string;
      readonly open: boolean;
      /** Files in it, at any depth, and those of them that a write would touch. */
      readonly files: number;
      readonly touched: number;
      readonly edited: boolean;
    }
  | {
      readonly kind: 'file';
      readonly key: string;
      readonly level: number;
      readonly name: string;
      readonly file: ExportFile;
    };

/** A line as a tree sees it. */
export const asTreeRow = (row: PlanRow): TreeRow => ({ ...row, open: row.kind === 'folder' ? row.open : null });

/** Files as a tree, folders in their order; folders of `closed` are shut. A file counts as it would be written. */
export function planRows(files: readonly ExportFile[], closed: ReadonlySet<string>): readonly PlanRow[] {
  const rows: PlanRow[] = [];
  addRows(rows, files.toSorted(byPath), { closed, prefix: '', level: 1 });
  return rows;
}

interface Place {
  readonly closed: ReadonlySet<string>;
  readonly prefix: string;
  readonly level: number;
}

function addRows(rows: PlanRow[], files: readonly ExportFile[], { closed, prefix, level }: Place): void {
  for (let at = 0; at < files.length; ) {
    const file = files[at];
    if (!file) return;
    const rest = file.path.slice(prefix.length);
    const slash = rest.indexOf('/');
    if (slash < 0) {
      rows.push({ kind: 'file', key: file.path, level, name: rest, file });
      at++;
      continue;
    }
    const key = `${prefix}${rest.slice(0, slash + 1)}`;
    let end = at;
    while (files[end]?.path.startsWith(key)) end++;
    const inside = files.slice(at, end);
    const only = inside.length === 1 ? inside[0] : undefined;
    if (only) {
      // A folder for one file, as each SKILL.md has, is one line.
      rows.push({ kind: 'file', key: only.path, level, name: only.path.slice(prefix.length), file: only });
    } else {
      const open = !closed.has(key);
      rows.push({
        kind: 'folder',
        key,
        level,
        name: rest.slice(0, slash),
        open,
        files: inside.length,
        touched: inside.filter(({ change }) => change !== 'kept').length,
        edited: inside.some(({ edited }) => edited),
      });
      if (open) addRows(rows, inside, { closed, prefix: key, level: level + 1 });
    }
    at = end;
  }
}

/** Folders and files of one name differ by their slash, so one order of texts keeps folders together. */
function byPath(a: ExportFile, b: ExportFile): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/** How many files a write would put in place or remove, and how many questions are open. */
export function planCounts(files: readonly ExportFile[], decisions: Readonly<Record<string, ExportDecision>>) {
  const counts = { added: 0, changed: 0, removed: 0, kept: 0, edited: 0, open: 0, byHand: 0 };
  for (const { path, change, edited } of files) {
    counts[change]++;
    if (!edited) continue;
    counts.edited++;
    if (decisions[path] === undefined) counts.open++;
    else if (decisions[path] === 'keep') counts.byHand++;
  }
  return { ...counts, writes: counts.added + counts.changed + counts.removed - counts.byHand - counts.open };
}
