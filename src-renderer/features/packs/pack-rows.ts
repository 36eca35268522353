import type { Finding } from '#shared/domain/finding.ts';
import { packPrefix, type SkillFormat } from '#shared/domain/skill.ts';
import { type BesideFile, besideOf } from './beside-files.ts';
import type { PackData } from './packs-data.ts';

export interface ProblemCounts {
  readonly errors: number;
  readonly warnings: number;
}

/** A row of the tree. `key` names it as long as its pack and file are there. */
export type PackRow = { readonly key: string; readonly pack: string; readonly problems: ProblemCounts } & (
  | { readonly kind: 'pack'; readonly data: PackData; readonly open: boolean; readonly skills: number }
  | {
      readonly kind: 'file';
      readonly file: string;
      readonly format: SkillFormat;
      /** Name of the only skill; null where the file holds several, or none that can be read. */
      readonly skill: string | null;
      readonly skills: number;
      /** Files beside a SKILL.md. */
      readonly beside: number;
      readonly open: boolean | null;
    }
  | { readonly kind: 'skill'; readonly file: string; readonly index: number; readonly skill: string }
  | ({ readonly kind: 'beside' } & BesideFile)
);

/** The name of a skill without what its pack puts before it. */
export function shortName(name: string, pack: string): string {
  return name.startsWith(packPrefix(pack)) ? name.slice(packPrefix(pack).length) : name;
}

/** Packs, their files, the skills of files with several, and the files beside each SKILL.md. A filter keeps what has all its words, and opens it. */
export function packRows(
  packs: readonly PackData[],
  { filter, turned }: { readonly filter: string; readonly turned: ReadonlySet<string> },
): PackRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  return packs.flatMap((data): PackRow[] => {
    const counts = problemCounts(data);
    const files = data.view?.files ?? [];
    const rows = files.flatMap((one): PackRow[] => {
      const { file, format, skills } = one;
      const own = besideOf(one);
      const key = `${data.name}/${file}`;
      const whole = has(`${data.name} ${file}`);
      const shown = skills
        .map((skill, index) => ({ ...skill, index }))
        .filter(({ name, title }) => whole || has(`${data.name} ${file} ${name} ${title ?? ''}`));
      const shownBeside = own.filter((beside) => whole || has(`${data.name} ${beside.file}`));
      if (words.length > 0 && !whole && shown.length === 0 && shownBeside.length === 0) return [];
      const several = skills.length > 1;
      const open = several || own.length > 0 ? (words.length > 0 && !whole) || turned.has(key) : null;
      const only = several ? null : (skills[0]?.name ?? null);
      const row: PackRow = {
        kind: 'file',
        key,
        pack: data.name,
        file,
        format,
        skill: only === null ? null : shortName(only, data.name),
        skills: skills.length,
        beside: own.length,
        open,
        problems: counts.get(file) ?? none,
      };
      if (!open) return [row];
      return [
        row,
        ...(several ? shown : []).map(
          ({ name, index }): PackRow => ({
            kind: 'skill',
            key: `${key}#${index}`,
            pack: data.name,
            file,
            index,
            skill: shortName(name, data.name),
            problems: none,
          }),
        ),
        ...shownBeside.map((beside): PackRow => {
          const rowKey = `${data.name}/${beside.file}`;
          return { kind: 'beside', key: rowKey, pack: data.name, ...beside, problems: counts.get(beside.file) ?? none };
        }),
      ];
    });
    if (words.length > 0 && rows.length === 0 && !has(data.name)) return [];
    const open = words.length > 0 || !turned.has(data.name);
    const skills = files.reduce((sum, file) => sum + file.skills.length, 0);
    const head: PackRow = {
      kind: 'pack',
      key: data.name,
      pack: data.name,
      data,
      open,
      skills,
      problems: sumOf(counts),
    };
    return open ? [head, ...rows] : [head];
  });
}

const none: ProblemCounts = { errors: 0, warnings: 0 };

/** Problems of a pack by file; those of no file under ''. */
function problemCounts({ path, report, view, error }: PackData): Map<string, ProblemCounts> {
  const counts = new Map<string, ProblemCounts>();
  const findings = report?.findings ?? view?.findings ?? [];
  for (const { severity, path: at = '' } of findings) {
    const file = fileOf(path, at);
    const { errors, warnings } = counts.get(file) ?? none;
    if (severity === 'error') counts.set(file, { errors: errors + 1, warnings });
    else if (severity === 'warning') counts.set(file, { errors, warnings: warnings + 1 });
  }
  if (error && counts.size === 0) counts.set('', { errors: 1, warnings: 0 });
  return counts;
}

/** The file of a pack that a problem names; '' for the pack itself. */
const fileOf = (pack: string, at: string) =>
  at.startsWith(`${pack}/`) ? at.slice(pack.length + 1) : at === pack ? '' : at;

/** The line of the tree that a problem is about: its file, else its pack; null where no pack has it. */
export function keyOfProblem(packs: readonly PackData[], { code, message, path = '' }: Finding): string | null {
  const pack = packs.find(({ report }) =>
    report?.findings.some((one) => one.code === code && one.message === message && (one.path ?? '') === path),
  );
  if (!pack) return null;
  const file = fileOf(pack.path, path);
  return pack.view?.files.some((one) => one.file === file) ? `${pack.name}/${file}` : pack.name;
}

function sumOf(counts: ReadonlyMap<string, ProblemCounts>): ProblemCounts {
  let [errors, warnings] = [0, 0];
  for (const one of counts.values()) {
    errors += one.errors;
    warnings += one.warnings;
  }
  return { errors, warnings };
}
