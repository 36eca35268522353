import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeFiles } from '#core/files/node-files.ts';
import { pathFrom } from '#core/skills/read/read-skills-at.ts';
import { type Finding, findingTitle } from '#shared/domain/finding.ts';
import { joinedSentences } from '#shared/text/joined-sentences.ts';
import packageJson from '../../../package.json' with { type: 'json' };

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

/** A finding; with its fingerprint, it is known again when its line has moved. */
type ShownFinding = Finding & { readonly fingerprint?: string };

/**
 * Findings as one SARIF 2.1.0 log, for code hosts and editors. Code hosts know files by their path from the root of the repository, so
 * the paths, which are seen from the current folder, are written so. Without a repository, and for a file outside, they stay.
 */
export async function toSarif(findings: readonly ShownFinding[], cwd: string): Promise<string> {
  const repository = await repositoryOf(cwd);
  return sarifLog(
    findings.map((finding) => {
      const { path } = finding;
      if (repository === null || path === undefined || isShipped(path)) return finding;
      return { ...finding, path: pathFrom(repository, resolve(cwd, path)) };
    }),
  );
}

/** The folder of the git repository that a folder is in; null without one. */
async function repositoryOf(folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    if (await nodeFiles.exists(join(at, '.git'))) return at;
    if (dirname(at) === at) return null;
  }
}

/** Packs that come with Pegboard have no path in a repository. */
function isShipped(path: string): boolean {
  return path.startsWith('shipped:');
}

function sarifLog(findings: readonly ShownFinding[]): string {
  const used = [...new Set(findings.map(({ code }) => code))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'pegboard',
            version: packageJson.version,
            rules: used.map((id) => ({ id, shortDescription: { text: findingTitle(id) } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => ({
          ruleId: finding.code,
          ruleIndex: used.indexOf(finding.code),
          level: levels[finding.severity],
          message: { text: joinedSentences(finding.message, finding.hint) },
          ...(finding.fingerprint === undefined
            ? {}
            : { partialFingerprints: { 'pegboardFinding/v1': finding.fingerprint } }),
          locations:
            finding.path === undefined || isShipped(finding.path)
              ? []
              : [{ physicalLocation: locationOf(finding, finding.path) }],
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function locationOf({ range }: Finding, path: string) {
  const uri = /^(?:\/|[A-Za-z]:[\\/])/.test(path)
    ? pathToFileURL(path).href
    : path.split('/').map(encodeURIComponent).join('/');
  return {
    artifactLocation: { uri },
    ...(range ? { region: { startLine: range.start.line, startColumn: range.start.column } } : {}),
  };
}
