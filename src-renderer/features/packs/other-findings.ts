import type { Finding } from '#shared/domain/finding.ts';
import type { PackFileAt } from '#shared/domain/skill-editor.ts';
import type { PackData } from './packs-data.ts';
import type { ShownFile } from './shown-file.ts';

/** A finding of the saved packs, and the file that it is about; null where it is about a whole pack. */
export interface OtherFinding {
  readonly finding: Finding;
  readonly at: PackFileAt | null;
}

/** What loading the packs found that the list of the shown file does not say: of other files, and between skills. */
export function otherFindings(
  packs: readonly PackData[],
  shown: Pick<ShownFile, 'pack' | 'file' | 'findings'>,
): OtherFinding[] {
  const said = new Set(shown.findings.map(({ code }) => code));
  return packs.flatMap(({ name, path, report, view, error }) => {
    const files = new Set(view?.files.map(({ file }) => file));
    const failed: OtherFinding[] =
      error && !report
        ? [{ finding: { code: error.code, severity: 'error', message: error.message, path }, at: null }]
        : [];
    const found = (report?.findings ?? []).flatMap((finding): OtherFinding[] => {
      const file = finding.path?.startsWith(`${path}/`) ? finding.path.slice(path.length + 1) : null;
      if (name === shown.pack && file === shown.file && (said.has(finding.code) || isLive(finding.code))) return [];
      return [{ finding, at: file !== null && files.has(file) ? { pack: name, file } : null }];
    });
    return [...failed, ...found];
  });
}

/** Codes that only a look at all skills gives; every other one is said, or gone, while the file is written. */
const ofAll: ReadonlySet<string> = new Set([
  'name_duplicate',
  'name_case',
  'trigger_similar',
  'over_budget',
  'pin_unknown',
]);

function isLive(code: string): boolean {
  return !ofAll.has(code);
}
