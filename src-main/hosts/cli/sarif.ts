import { pathToFileURL } from 'node:url';
import { type Finding, findingTitle } from '#shared/domain/finding.ts';
import { joinedSentences } from '#shared/text/joined-sentences.ts';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

/**
 * Findings as one SARIF 2.1.0 log, for code hosts and editors. A path that is relative stays so. With its fingerprint, a finding is
 * known again when its line has moved.
 */
export function toSarif(findings: readonly (Finding & { readonly fingerprint?: string })[], version: string): string {
  const used = [...new Set(findings.map(({ code }) => code))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'pegboard',
            version,
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
            finding.path === undefined || finding.path.startsWith('shipped:')
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
